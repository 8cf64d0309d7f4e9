package import PolicyModel
package import PolicyText

/// Converts values of policies to path components that can't lead out of the output directory.
package enum OutputPath {
  /// In bytes; all common file systems support this length.
  private static let maximumComponentLength = 255

  /// The folder of a host in lower case, because hosts in requests may have any case.
  package static func host(
    _ host: ExactString, at anchor: SourceAnchor? = nil
  ) throws(GeneratorError) -> String {
    let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isHost =
      host.utf8.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.count) && label.first != UInt8(ascii: "-")
          && label.last != UInt8(ascii: "-")
          && label.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
      }
    guard isHost else {
      throw GeneratorError(
        "a host must be ASCII letters, digits and hyphens with dots between them, found \(DisplayText.quoted(host.string))",
        at: anchor)
    }
    return String(decoding: host.utf8.map { ASCII.lowercased($0) }, as: UTF8.self)
  }

  /// The folder of a key (`[A-Za-z0-9][A-Za-z0-9._-]*`), unchanged.
  package static func id(
    _ id: ExactString, at anchor: SourceAnchor? = nil
  ) throws(GeneratorError) -> String {
    let isSafe =
      id.utf8.count <= maximumComponentLength && (id.utf8.first.map(\.isAlphanumeric) ?? false)
      && id.utf8.allSatisfy {
        $0.isAlphanumeric || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_")
          || $0 == UInt8(ascii: "-")
      }
    guard isSafe else {
      throw GeneratorError(
        "a key that names a folder must be letters, digits, `.`, `_` and `-`, found \(DisplayText.quoted(id.string))",
        at: anchor)
    }
    return id.string
  }

  /// True for a relative path that doesn't leave its folder.
  package static func isSafe(_ path: String) -> Bool {
    let components = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return components.allSatisfy { component in
      (1...maximumComponentLength).contains(component.count) && !component.elementsEqual(".".utf8)
        && !component.elementsEqual("..".utf8)
        && component.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
    }
  }
}
