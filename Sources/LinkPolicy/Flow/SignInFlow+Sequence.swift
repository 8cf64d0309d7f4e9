package import PolicyGenerators
import PolicyModel
import PolicyText

extension SignInFlow {
  /// The flow as messages between its parties.
  package var sequence: SequenceDiagram {
    var items: [SequenceDiagram.Item] = []
    var branch = ""
    let isFlip = kind == .appFlipIOS || kind == .appFlipAndroid
    for step in steps {
      let parts = step.name.split(separator: ": ", maxSplits: 1)
      var next = parts.count == 2 ? String(parts[0]) : ""
      if isFlip {
        next = next == "browser" ? "not installed, or the user cancels" : "app installed"
      }
      // A response that no app opens is what everybody expects.
      let isResponse = step.name.utf8.firstRange(of: "response".utf8) != nil
      if isResponse, step.outcome == .completes { continue }
      if next != branch {
        items.append(.branch(next.isEmpty ? "afterwards" : next))
        branch = next
      }
      let name = String(parts.last ?? "")
      let request = RequestKind(rawValue: step.request["kind"]?.stringValue ?? "")
      let lanes = self.lanes(of: request)
      let outcome = ReportFlow.Outcome(rawValue: step.outcome.rawValue) ?? .completes
      let place = step.source.map { "\(Self.fileName($0.file)):\($0.line)" }
      let url = step.request["url"]?.stringValue.map { " \(Self.shortened($0))" } ?? ""
      items.append(
        .arrow(
          from: lanes.from, to: lanes.to, label: name + url, place: place, outcome: outcome))
      if let target = step.answer["target"]?.stringValue, outcome != .breaks {
        items.append(
          .arrow(
            from: lanes.to, to: lanes.back, label: "response to \(Self.shortened(target))",
            place: nil, outcome: outcome))
      }
    }
    return SequenceDiagram(title: id, items: items)
  }

  /// Who sends a request of a flow, who receives it, and who gets the response.
  private func lanes(of request: RequestKind?) -> (from: String, to: String, back: String) {
    let isFlip = kind == .appFlipIOS || kind == .appFlipAndroid
    let (client, app) = (isFlip ? "Google app" : "Client \(subject)", "Your app")
    switch request {
    case .authorize: return ("Browser", "Your server", client)
    case .appFlipIOS, .appFlipAndroid: return (client, app, client)
    case .universalLink, .appLink:
      return (isFlip ? client : kind == .emailAction ? "User" : "Browser", app, app)
    case .token, .postLogout: return (client, "Your server", client)
    case .emailAction: return (app, "Firebase", "User")
    case .emailLink: return ("User", app, app)
    case .continueURL: return ("Firebase", "Browser", "Browser")
    case .webOrigin: return ("Browser", "Firebase", "Browser")
    case .googleClient, .scopes, .tokenRefresh: return (app, "Google", app)
    case .appleIDToken: return (app, "Apple", app)
    case .accountLink, .authDomain: return (app, "Firebase", app)
    case nil: return ("User", app, app)
    }
  }

  private static func fileName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// A URL without its query, which the steps show.
  private static func shortened(_ url: String) -> String { String(url.prefix { $0 != "?" }) }
}

extension SignInFlow {
  /// The flow in the language of Mermaid.
  public var mermaid: String { sequence.mermaid }
  /// The flow as an SVG file.
  public var svg: String { sequence.drawing.file }
}
