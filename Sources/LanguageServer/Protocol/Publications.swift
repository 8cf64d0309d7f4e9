import PolicyText

/// The published findings, and those to publish.
///
/// After an open document is opened, changed or saved, its findings are always published, even if there are none:
/// some clients wait for them (Flymake in Emacs), and some handle a message only when the next arrives
/// (jsonrpc in Emacs before 30). Other files are published only if their findings changed.
struct Publications {
  /// Whether something changed since the last publication.
  private(set) var isDue = false
  /// The number of changes so far.
  private(set) var changes = 0
  /// Whether a document was opened or saved.
  private(set) var isUrgent = false
  /// Documents to publish in any case, oldest first.
  private var touched: [String] = []
  /// The published findings, without files that have none.
  private var published: [String: FindingsDigest] = [:]

  /// Marks findings as changed.
  mutating func fall(due uri: String? = nil, isUrgent urgent: Bool = false) {
    isDue = true
    changes += 1
    isUrgent = isUrgent || urgent
    if let uri, !touched.contains(uri) { touched.append(uri) }
  }

  /// The files to publish, edited ones first.
  ///
  /// - Parameters:
  ///   - files: files with findings.
  ///   - isOpen: whether a document is still open.
  /// - Returns: the files, and whether one of them was not edited.
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
      if published[file.uri] != digest, !answered.contains(file.uri) { news.append(file) }
    }
    let gone = published.keys.filter { known[$0] == nil && !answered.contains($0) }.sorted()
    news += gone.map { FileFindings.File(uri: $0) }
    published = known
    touched = []
    isDue = false
    isUrgent = false
    return (news, news.count > count)
  }
}

/// Identifies the findings of a file: their 64-bit FNV-1a hash and length.
struct FindingsDigest: Hashable {
  /// The result id of pull diagnostics.
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
