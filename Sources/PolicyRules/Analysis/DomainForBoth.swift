import PolicyText
import PolicyModel

extension RuleContext {
  /// The entry of a host in lower case that this policy has for one environment; nil for others.
  func domainOfOneEnvironment(_ host: ExactString) -> Domain? {
    policy.domains.first {
      $0.environment.value.environments.count == 1 && ASCII.lowercased($0.host.value) == host
    }
  }

  /// What to do where the addresses of both environments are on a host that `domains` has for one.
  func helpForBoth(_ domain: Domain) -> String {
    "write `environment: both` at \(domain.host.value.quoted), or use a host of its own"
  }

  /// A fix that gives a host to both environments; none where the layout leaves doubt.
  func servingBoth(_ domain: Domain) -> [Fix] {
    let title = "serve \(domain.host.value.quoted) in both environments"
    if let value = tree.value(of: "environment", in: domain.node) {
      guard !tree.isAlias(value) else { return [] }
      return [Fix(title, isSafe: false, edits: [.init(tree.location(value), "both")])]
    }
    guard tree.kind(domain.node) == .mapping, !tree.isAlias(domain.node),
      let first = tree.entries(domain.node).first(where: { _ in true })
    else { return [] }
    let bytes = tree.source.bytes
    let start = tree.span(domain.node).start
    let place = tree.span(first.key).start
    let text: String
    if start < bytes.count, bytes[start] == UInt8(ascii: "{") {
      text = "environment: both, "
    } else {
      let line = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      guard bytes[line..<place].allSatisfy({ $0 == 0x20 }) else { return [] }
      text = "environment: both\n" + String(repeating: " ", count: place - line)
    }
    let location = SourceLocation(file: tree.file, span: Span(place, place))
    return [Fix(title, isSafe: false, edits: [.init(location, text)])]
  }
}
