/// Where somebody serves the documentation site of linkpolicy; links to rules begin with it.
///
/// There is no default: no host is ours to promise.
public struct DocumentationBase: Sendable, Equatable {
  /// The address of the site with a `/` at its end.
  public let url: String

  /// A base from what a user wrote; nil for anything but an absolute `http` or `https` URL without user,
  /// query and fragment, whose characters mean nothing to HTML, Markdown and terminals.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard
      let scheme = ["https://", "http://"].first(where: { bytes.starts(with: $0.utf8) }),
      bytes.allSatisfy({ PercentEncoding.isUnreserved($0) || "/:%[]".utf8.contains($0) })
    else { return nil }
    let authority = bytes.dropFirst(scheme.utf8.count).prefix { $0 != UInt8(ascii: "/") }
    guard let first = authority.first, first != UInt8(ascii: ":") else { return nil }
    url = bytes.last == UInt8(ascii: "/") ? text : text + "/"
  }

  /// The page of a rule; every alias has one too, which leads to it.
  public func page(of rule: RuleID) -> String { "\(url)rules/\(rule.rawValue)/" }
}

extension RuleInfo {
  /// The page of a rule: on the site where one is known, else relative to the repository.
  public static func url(_ id: RuleID, at documentation: DocumentationBase?) -> String {
    documentation?.page(of: id) ?? url(id)
  }
}
