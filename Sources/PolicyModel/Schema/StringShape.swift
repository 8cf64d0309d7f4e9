import PolicyText

/// A string's syntax and meaning.
package struct StringShape: Sendable {
  /// The syntax that the structure check requires. Rules check everything else.
  package enum Form: Sendable {
    case any
    /// Text for people.
    case prose
    /// `[A-Za-z0-9][A-Za-z0-9._-]*`
    case identifier
    /// An identifier, or `other-policy/identifier`.
    case appReference
    /// The name of an environment variable: letters, digits and `_`, no digit first.
    case variableName
    /// The name of a file or secret: one line that doesn't start like a secret.
    case secretName
  }
  /// The meaning of the value, for completions and hovers in editors.
  package enum Role: Sendable {
    case redirectURI
    /// A URL or URI that receives no authorization codes.
    case url
    case origin
    case host
    case fingerprint
    case clientID
    case scope
    case feature
    /// The key of a client.
    case client
  }
  package var form = Form.any
  package var example: String?
  package var role: Role?
  /// If not empty, a string without wildcards must be one of them.
  package var values: [EnumerationValue] = []
  /// For keys of a dictionary: the page or file that contains the key. Only keys with this may be
  /// `TODO`.
  package var whereToFind: String?

  package init(
    _ form: Form = .any, example: String? = nil, role: Role? = nil,
    values: [EnumerationValue] = [], whereToFind: String? = nil
  ) {
    self.form = form
    self.example = example
    self.role = role
    self.values = values
    self.whereToFind = whereToFind
  }

  /// The form as an ECMA-262 regular expression.
  package var pattern: String? {
    switch form {
    case .any where !values.isEmpty: "[*?]|^(\(values.map(\.name).joined(separator: "|")))$"
    case .any, .prose: nil
    case .identifier: "^[A-Za-z0-9][A-Za-z0-9._-]*$"
    case .appReference: "^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)?$"
    case .variableName: "^[A-Za-z_][A-Za-z0-9_]*$"
    case .secretName:
      #"^(?![\s\S]*\n)(?!\#(Self.secretPrefixes.joined(separator: "|")))"#
    }
  }

  package func accepts(_ text: ArraySlice<UInt8>) -> Bool {
    switch form {
    case .any where !values.isEmpty:
      return text.contains { "*?".utf8.contains($0) }
        || values.contains { $0.name.utf8.elementsEqual(text) }
    case .any, .prose: return true
    case .identifier: return Self.isIdentifier(text)
    case .appReference:
      guard let slash = text.firstIndex(of: UInt8(ascii: "/")) else {
        return Self.isIdentifier(text)
      }
      return Self.isIdentifier(text[..<slash]) && Self.isIdentifier(text[(slash + 1)...])
    case .variableName:
      guard let first = text.first, !first.isDigit else { return false }
      return text.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
    case .secretName:
      return !text.contains(0x0A) && !Self.secretPrefixes.contains { text.starts(with: $0.utf8) }
    }
  }

  /// Prefixes of PEM blocks, Google client secrets and JWTs.
  private static let secretPrefixes = ["-----BEGIN", "GOCSPX-", "eyJ"]

  private static func isIdentifier(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, first.isAlphanumeric else { return false }
    return text.allSatisfy {
      $0.isAlphanumeric || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_")
        || $0 == UInt8(ascii: "-")
    }
  }
}
