/// The identity of a finding for baselines and fingerprints (SARIF, GitLab). It stays the same if
/// lines move, lists are reordered or messages change.
package struct FindingKey: Sendable, Hashable {
  package var rule: RuleID
  /// The path of the file in its repository.
  package var file: ExactString
  /// The path in the document, with `[]` for list indices.
  package var path: ExactString
  /// At most 512 of the marked bytes; `Redactions.replacement` if they are secret.
  package var value: ExactString

  private static let maximumLength = 512

  /// - Parameter showsSecrets: keeps secret bytes, for comparison with old baselines; never write
  ///   such a key.
  package init(
    _ diagnostic: Diagnostic, in report: Report, file: String, showsSecrets: Bool = false
  ) {
    let span = diagnostic.location.span
    let source = report.sources[diagnostic.location.file.index]
    let cut = SourceSpan(span.start, min(span.end, span.start + Self.maximumLength))
    rule = diagnostic.rule
    self.file = ExactString(file)
    path = ExactString(Self.withoutIndices(diagnostic.path))
    let text =
      if showsSecrets {
        source.text(cut)
      } else if report.hidden.overlaps(diagnostic.location) {
        Redactions.replacement
      } else {
        report.hidden.text(cut, of: source, diagnostic.location.file)
      }
    value = ExactString(text)
  }

  /// The path with `[]` instead of `[12]`; quoted keys in brackets stay.
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
      isIndex = byte == UInt8(ascii: "[") || (isIndex && byte.isDigit)
      if !isIndex || byte == UInt8(ascii: "[") { output.append(byte) }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// 32 hexadecimal digits: FNV-1a from two starting points.
  ///
  /// - Parameter occurrence: the number of earlier findings with the same key.
  package func fingerprint(occurrence: Int = 0) -> String {
    var low = FNV64()
    var high: UInt64 = 0x8422_2325_CBF2_9CE4
    func add(_ byte: UInt8) {
      low.add(byte)
      high = (high ^ UInt64(byte)) &* 0x100_0000_01B3
      high = high << 23 | high >> 41
    }
    let parts = [ExactString(rule.rawValue), file, path, value, ExactString(String(occurrence))]
    for part in parts {
      for byte in part.utf8 { add(byte) }
      // UTF-8 never contains this byte, so it separates the parts.
      add(0xFF)
    }
    return FNV64.digits(of: high) + FNV64.digits(of: low.value)
  }
}

extension Report {
  /// The stable and unique fingerprint of each finding, in order.
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

/// FNV-1a with 64 bits, the same on every machine. It detects accidental differences, but isn't
/// secure against intentional collisions.
package struct FNV64: Sendable {
  /// The hash of the bytes so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the hash of zero bytes.
  package init() {}

  /// Adds a byte.
  package mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// A hash as 16 hexadecimal digits.
  package static func digits(of value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
