import AssociationFiles
import PolicyText

/// Why an association file answers as it does, with the apps and the lines of the file.
struct AssociationExplanation {
  let tree: SourceTree

  /// An evaluated rule: its line, its apps, its pattern, and the result.
  func words(_ step: LinkRuleStep, apps: [ExactString]) -> String {
    let names = apps.prefix(3).map { DisplayText.quoted($0.string) }.joined(separator: ", ")
    let more = apps.count > 3 ? " and \(apps.count - 3) more" : ""
    let place = line(step.node).map { "line \($0)" }
    let app = apps.isEmpty ? nil : names + more
    let prefix = [place, app].compactMap { $0 }.joined(separator: ", ")
    let rule = step.node.flatMap { text(of: $0) }.map { " " + DisplayText.quoted($0) } ?? ""
    return (prefix.isEmpty ? "" : "\(prefix): ") + step.described(rule)
  }

  /// What decided about an Android app where no rule did.
  func words(_ decision: LinkDecision) -> String? {
    let app = DisplayText.quoted(decision.app.string)
    let place = line(decision.node).map { "line \($0), \(app)" } ?? app
    switch decision.basis {
    case .rule, nil: return nil
    case .noRule:
      return "\(place): none of its dynamic rules matches, the link stays in the browser"
    case .manifest(.noRules):
      return "\(place): the statement has no dynamic rules, the manifest decides"
    case .manifest(.version):
      return "\(place): Android before 15 ignores dynamic rules; the manifest decides"
    case .manifest(.faulty):
      return
        "\(place): a malformed field makes Android discard all dynamic rules, the manifest decides"
    case .notLinked: return "\(app): no statement lets it open links of this host"
    }
  }

  private func line(_ node: NodeID?) -> Int? {
    node.map { tree.source.position(of: tree.span($0).start).line }
  }

  /// The rule's source text; a component without its `comment` and braces.
  private func text(of node: NodeID) -> String? {
    guard tree.kind(node) == .scalar else {
      let span = tree.span(node)
      guard span.end - span.start <= 200, !tree.source.bytes[span.start..<span.end].contains(0x0A)
      else { return nil }
      return tree.source.text(span)
    }
    return tree.text(node).string
  }
}

extension LinkRuleStep {
  /// The step with the rule's source text after its number.
  fileprivate func described(_ text: String) -> String {
    let name = "rule \(entry).\(rule)"
    let all: String = words
    guard all.hasPrefix(name) else { return all }
    return name + text + String(all.dropFirst(name.count))
  }
}
