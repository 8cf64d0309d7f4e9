import PolicyText

/// What the client knows of the findings of each file, and what it must be told.
///
/// An open text that was opened, changed or saved is answered each time, also where nothing is and was found:
/// clients wait for that (Flymake of Emacs), and some hand over what came before only with the next message
/// (jsonrpc of Emacs before 30 keeps what stands behind an answer). Other files are news only where they differ.
struct Publications {
  /// Something changed since the last time.
  private(set) var isDue = false
  /// How often something changed.
  private(set) var changes = 0
  /// Somebody opened or saved a text and waits.
  private(set) var isUrgent = false
  /// Open texts that are answered in any case, oldest first.
  private var touched: [String] = []
  /// The findings that the client has: files with none are left out.
  private var told: [String: FindingsDigest] = [:]

  /// The findings of some files may differ.
  mutating func fall(due uri: String? = nil, isUrgent urgent: Bool = false) {
    isDue = true
    changes += 1
    isUrgent = isUrgent || urgent
    if let uri, !touched.contains(uri) { touched.append(uri) }
  }

  /// What to tell, edited files first.
  ///
  /// - Parameters:
  ///   - files: those with findings.
  ///   - isOpen: whether a text is still open.
  /// - Returns: the files, and whether one is among them whose text nobody touched.
  mutating func news(
    _ files: [FileFindings.File], isOpen: (String) -> Bool
  ) -> (files: [FileFindings.File], reachesFurther: Bool) {
    let current = Dictionary(files.map { ($0.uri, $0) }, uniquingKeysWith: { _, last in last })
    var news = touched.filter(isOpen).map { current[$0] ?? FileFindings.File(uri: $0) }
    let count = news.count
    let answered = Set(news.map(\.uri))
    var known: [String: FindingsDigest] = [:]
    for file in files where known[file.uri] == nil {
      let file = current[file.uri] ?? file
      let digest = FindingsDigest(file.values)
      known[file.uri] = digest
      if told[file.uri] != digest, !answered.contains(file.uri) { news.append(file) }
    }
    let gone = told.keys.filter { known[$0] == nil && !answered.contains($0) }.sorted()
    news += gone.map { FileFindings.File(uri: $0) }
    told = known
    touched = []
    isDue = false
    isUrgent = false
    return (news, news.count > count)
  }
}

/// Stands for the findings of a file, in any session: FNV-1a of 64 bits over their text, and its length.
struct FindingsDigest: Hashable {
  /// What clients give back to learn whether something is new.
  let text: String

  init(_ findings: [JSONValue]) {
    var hash = FNV64()
    var count = 0
    for finding in findings {
      for byte in finding.text().utf8 {
        hash.add(byte)
        count += 1
      }
    }
    text = "\(FNV64.digits(of: hash.value)).\(count)"
  }
}
