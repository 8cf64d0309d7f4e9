/// What stays the same of a finding when lines move and lists are reordered: the identity in
/// baselines, and the fingerprint for services that follow findings over time.
package struct FindingKey: Sendable, Hashable {
  /// The rule.
  package var rule: RuleID
  /// The file, as its repository knows it.
  package var file: ExactString
  /// The logical path with `[]` for the places in lists.
  package var path: ExactString
  /// The marked bytes, cut, with secrets replaced.
  package var value: ExactString
  /// The message.
  package var message: ExactString

  /// Values are truncated to this length.
  private static let longestValue = 512

  /// A key from its parts, as a baseline holds them.
  package init(rule: RuleID, file: String, path: String, value: String, message: String) {
    self.rule = rule
    self.file = ExactString(file)
    self.path = ExactString(path)
    self.value = ExactString(value)
    self.message = ExactString(message)
  }

  /// The key of a finding of a report, in a file that its repository knows under a name.
  ///
  /// - Parameter showsSecrets: with the bytes as they are, to be compared and never written.
  package init(
    _ diagnostic: Diagnostic, in report: Report, file: String, showsSecrets: Bool = false
  ) {
    let span = diagnostic.location.span
    let source = report.sources[diagnostic.location.file.index]
    let cut = Span(span.start, min(span.end, span.start + Self.longestValue))
    let value =
      if showsSecrets {
        source.text(cut)
      } else if report.hidden.overlaps(diagnostic.location) {
        Redactions.replacement
      } else {
        report.hidden.text(cut, of: source, diagnostic.location.file)
      }
    self.init(
      rule: diagnostic.rule, file: file, path: Self.withoutIndices(diagnostic.path),
      value: value, message: diagnostic.message)
  }

  /// A logical path with `[]` for `[12]`; keys in brackets are JSON strings and stay.
  static func withoutIndices(_ path: String) -> String {
    var output: [UInt8] = []
    var isQuoted = false
    var isEscaped = false
    var isIndex = false
    for byte in path.utf8 {
      if isQuoted {
        output.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isQuoted = false
        }
        continue
      }
      if byte == UInt8(ascii: "\"") { isQuoted = true }
      isIndex = byte == UInt8(ascii: "[") || (isIndex && (0x30...0x39).contains(byte))
      if !isIndex || byte == UInt8(ascii: "[") { output.append(byte) }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// 32 hexadecimal digits, the same on every machine: FNV-1a from two starting points.
  ///
  /// - Parameter occurrence: tells findings with the same key apart, from 0.
  package func fingerprint(occurrence: Int = 0) -> String {
    var low = FNV64()
    var high: UInt64 = 0x8422_2325_CBF2_9CE4
    func add(_ byte: UInt8) {
      low.add(byte)
      high = (high ^ UInt64(byte)) &* 0x100_0000_01B3
      high = high << 23 | high >> 41
    }
    let parts = [
      ExactString(rule.rawValue), file, path, value, message, ExactString(String(occurrence)),
    ]
    for part in parts {
      for byte in part.utf8 { add(byte) }
      // No UTF-8 holds this byte, so parts cannot run into each other.
      add(0xFF)
    }
    return FNV64.digits(of: high) + FNV64.digits(of: low.value)
  }
}

extension Report {
  /// The stable fingerprint of each finding, in order, different for different findings.
  func fingerprints(_ repositoryPath: (String) -> String) -> [String] {
    var seen: [FindingKey: Int] = [:]
    return diagnostics.map { diagnostic in
      let file = repositoryPath(sources[diagnostic.location.file.index].name)
      let key = FindingKey(diagnostic, in: self, file: file)
      let occurrence = seen[key, default: 0]
      seen[key] = occurrence + 1
      return key.fingerprint(occurrence: occurrence)
    }
  }
}
