/// Text of a certain form.
package struct StringShape: Sendable {
  /// The form that is checked here; everything finer is the business of rules.
  package enum Form: Sendable {
    case any
    /// Words for people, which decide nothing.
    case prose
    /// `[A-Za-z0-9][A-Za-z0-9._-]*`
    case identifier
    /// An identifier, or `other-policy/identifier`.
    case appReference
    /// The name of an environment variable: letters, digits and `_`, no digit first.
    case variableName
    /// The name of a file or secret: one line, and nothing that is plainly a secret itself.
    case secretName
  }
  package var form = Form.any
  package var example: String?

  package init(_ form: Form = .any, example: String? = nil) {
    self.form = form
    self.example = example
  }

  /// The form as an ECMA-262 regular expression.
  package var pattern: String? {
    switch form {
    case .any, .prose: nil
    case .identifier: "^[A-Za-z0-9][A-Za-z0-9._-]*$"
    case .appReference: "^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)?$"
    case .variableName: "^[A-Za-z_][A-Za-z0-9_]*$"
    case .secretName:
      #"^(?![\s\S]*\n)(?!\#(Self.secretPrefixes.joined(separator: "|")))"#
    }
  }

  /// True when the bytes have the form.
  package func accepts(_ text: ArraySlice<UInt8>) -> Bool {
    switch form {
    case .any, .prose: return true
    case .identifier: return Self.isIdentifier(text)
    case .appReference:
      guard let slash = text.firstIndex(of: UInt8(ascii: "/")) else {
        return Self.isIdentifier(text)
      }
      return Self.isIdentifier(text[..<slash]) && Self.isIdentifier(text[(slash + 1)...])
    case .variableName:
      guard let first = text.first, !(0x30...0x39).contains(first) else { return false }
      return text.allSatisfy { Self.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
    case .secretName:
      return !text.contains(0x0A) && !Self.secretPrefixes.contains { text.starts(with: $0.utf8) }
    }
  }

  /// How a PEM block, a client secret of Google and a signed token start.
  private static let secretPrefixes = ["-----BEGIN", "GOCSPX-", "eyJ"]

  private static func isIdentifier(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, isAlphanumeric(first) else { return false }
    return text.allSatisfy {
      isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_")
        || $0 == UInt8(ascii: "-")
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
