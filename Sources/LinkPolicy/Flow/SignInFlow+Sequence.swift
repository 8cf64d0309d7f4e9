package import PolicyGenerators
import PolicyModel
import PolicyText

extension SignInFlow {
  /// The steps under other assumptions.
  package struct Variant: Sendable {
    /// The name of the case.
    var name: String
    var steps: [Step]
  }

  private var isFlip: Bool { kind == .appFlipIOS || kind == .appFlipAndroid }

  /// The flow as messages between its participants, with a branch for each case.
  package var sequence: SequenceDiagram {
    let app = steps.filter { !Self.isFallback($0) }
    let fallback = steps.filter(Self.isFallback)
    let places = source.map(Self.place)
    var start = [
      SequenceDiagram.Arrow(
        from: "User", to: isFlip ? "Google app" : starter, label: begins, place: places)
    ]
    var branches: [SequenceDiagram.Branch] = []
    func add(_ name: String, _ steps: [Step], _ continuation: String? = nil) {
      guard !steps.isEmpty || continuation != nil else { return }
      branches.append(
        SequenceDiagram.Branch(
          name: name, arrows: steps.flatMap { arrows($0) }, continuation: continuation))
    }
    if isFlip {
      add("app installed, the user agrees", app)
      add("app not installed", fallback)
    } else if variants.isEmpty {
      start += steps.flatMap { arrows($0) }
    } else {
      // Steps that all cases share come first.
      let shared = variants.map { common(steps, $0.steps) }.min() ?? 0
      start += steps.prefix(shared).flatMap { arrows($0) }
      add("the user agrees", Array(steps.dropFirst(shared)))
      for variant in variants { add(variant.name, Array(variant.steps.dropFirst(shared))) }
    }
    if isFlip {
      for variant in variants {
        let own = variant.steps.filter { !Self.isFallback($0) }
        let returns = variant.steps.contains(where: Self.isFallback)
        add(
          variant.name, Array(own.dropFirst(common(app, own))),
          returns ? "continues in the browser, as if the app is not installed" : nil)
      }
    }
    return SequenceDiagram(title: id, start: start, branches: branches)
  }

  private static func isFallback(_ step: Step) -> Bool { step.name.hasPrefix("browser: ") }

  /// The number of equal steps at the start.
  private func common(_ one: [Step], _ other: [Step]) -> Int {
    zip(one, other).prefix {
      $0.request.text().utf8.elementsEqual($1.request.text().utf8) && $0.outcome == $1.outcome
    }.count
  }

  /// The first lane after the user.
  private var starter: String {
    guard let step = steps.first else { return "Your app" }
    return lanes(of: step).from == "User" ? lanes(of: step).to : lanes(of: step).from
  }

  private var begins: String {
    switch kind {
    case .appFlipIOS, .appFlipAndroid: "links the account"
    case .emailAction: "asks for an email"
    case .authorize, .googleSignIn, .apple: "signs in"
    }
  }

  private func arrows(_ step: Step) -> [SequenceDiagram.Arrow] {
    // No app is expected to open the response.
    let isResponse = step.name.utf8.firstRange(of: "response".utf8) != nil
    if isResponse, step.outcome == .completes { return [] }
    let lanes = self.lanes(of: step)
    let outcome = ReportFlow.Outcome(rawValue: step.outcome.rawValue) ?? .completes
    let place = (step.source ?? source).map(Self.place)
    let name = step.name.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? step.name
    let url = step.request["url"]?.stringValue.map { " \(Self.shortened($0))" } ?? ""
    var arrows = [
      SequenceDiagram.Arrow(
        from: lanes.from, to: lanes.to, label: name + url, place: place, outcome: outcome)
    ]
    if let target = step.answer["target"]?.stringValue, outcome != .breaks {
      let error = step.answer["error"]?.stringValue
      arrows.append(
        SequenceDiagram.Arrow(
          from: lanes.to, to: lanes.back,
          label: "\(error ?? "response") to \(Self.shortened(target))", place: place,
          outcome: outcome, isRefusal: error != nil && outcome == .completes))
    } else if let error = step.answer["error"]?.stringValue, outcome != .breaks {
      arrows.append(
        SequenceDiagram.Arrow(
          from: lanes.to, to: lanes.back, label: error, place: place, outcome: outcome,
          isRefusal: outcome == .completes))
    }
    return arrows
  }

  /// The sender and the receiver of a request, and the receiver of the response.
  private func lanes(of step: Step) -> (from: String, to: String, back: String) {
    let (client, app) = (isFlip ? "Google app" : "Client \(subject)", "Your app")
    switch RequestKind(rawValue: step.request["kind"]?.stringValue ?? "") {
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

  private static func place(_ source: SourceReference) -> SequenceDiagram.Place {
    SequenceDiagram.Place(file: ExactString(source.file), line: source.line)
  }

  /// A URL without `https://` and without its query, which the steps show.
  private static func shortened(_ url: String) -> String {
    let path = url.prefix { $0 != "?" }
    return String(path.hasPrefix("https://") ? path.dropFirst(8) : path)
  }
}

extension SignInFlow {
  /// The flow as a Mermaid diagram.
  public var mermaid: String { sequence.mermaid }
  /// The flow as an SVG file.
  public var svg: String { sequence.drawing().file }
}
