import PolicyModel
import PolicyText

/// Interactive Google Sign-In on iOS: the checks of the SDK in its order, then those of Google's server.
struct GoogleInteractiveSignIn {
  let input: JSONValue
  /// The policy's settings, which replace those missing in the request.
  let policy: CompiledGoogleSignIn?

  private var clientID: (text: ExactString?, source: SourceAnchor?) {
    if let given = input["client_id"] ?? input["ios_client_id"] { return (given.exactText, nil) }
    return (policy?.iosClientID?.value, policy?.iosClientID?.anchor)
  }

  /// Whether the request has no client, so it is about the policy's.
  private var isPolicyAsked: Bool {
    input["client_id"] == nil && input["ios_client_id"] == nil
  }

  private var schemes: [ExactString]? {
    if let given = input["url_schemes"] { return given.texts ?? [] }
    guard isPolicyAsked, let policy else { return nil }
    if policy.statesURLSchemes { return policy.urlSchemes.map(\.value) }
    // `generate` writes it to the app's Info.plist.
    return policy.iosClientID.map { [GoogleURLScheme.reversed($0.value)] }
  }

  private var isSchemeGenerated: Bool {
    input["url_schemes"] == nil && isPolicyAsked && policy?.statesURLSchemes == false
  }

  private var serverClientID: ExactString? {
    if let given = input["server_client_id"] { return given.exactText }
    return isPolicyAsked ? policy?.serverClientID?.value : nil
  }

  /// The project numbers of the two clients, if the request has them instead of client IDs.
  private var projects: (mine: ExactString, server: ExactString)? {
    let numbers = input.members.filter { ExactString($0.key).contains("project") }
    guard
      let server = numbers.first(where: { ExactString($0.key).contains("server") })?.value
        .exactText,
      let mine = numbers.first(where: { !ExactString($0.key).contains("server") })?.value.exactText
    else { return nil }
    return (mine, server)
  }

  var decision: Decision {
    var recorder = TraceRecorder()
    let (id, source) = clientID
    if id == nil, let projects, projects.mine != projects.server {
      return otherProject(recorder, projects.mine, projects.server, nil)
    }
    func exception(_ step: Step, _ reason: DecisionReason, _ message: String) -> Decision {
      recorder.end(
        .deny, step, reason, channel: .crash, error: "NSException",
        message: "NSException: \(message)", source: source)
    }
    guard let id else {
      return exception(
        "client_id", .clientIDMissing,
        "No active configuration. Make sure GIDClientID is set in Info.plist.")
    }
    guard !id.isEmpty else {
      return exception(
        "client_id", .clientIDMissing, "You must specify |clientID| in |GIDConfiguration|")
    }
    recorder.pass("client_id", "the client ID is \(id.quoted)", at: source)
    let presenter =
      input["presenter"] ?? input["presenting_view_controller"] ?? input["presentingViewController"]
    if let presenter, !presenter.isTruthy {
      return exception(
        "presenter", .presenterMissing, "|presentingViewController| must be set.")
    }
    let scheme = GoogleURLScheme.reversed(id)
    if let schemes {
      guard schemes.contains(where: { $0.asciiLowercased == scheme }) else {
        return exception(
          "url_schemes", .urlSchemeMissing,
          "Your app is missing support for the following URL schemes: \(scheme.string)")
      }
      recorder.pass(
        "url_schemes",
        isSchemeGenerated
          ? "the policy has no `url_schemes`: `generate` writes \(scheme.quoted) into the Info.plist"
          : "the app registers \(scheme.quoted)")
    } else {
      recorder.note("url_schemes", "unknown, so not checked")
    }
    var decision = server(&recorder, id, source)
    // Without the schemes, it is unknown whether the app gets the response.
    if schemes == nil, decision.outcome == .allow { decision.confidence = .inferred }
    return decision
  }

  /// Errors that Google's server shows.
  private func server(
    _ recorder: inout TraceRecorder, _ id: ExactString, _ source: SourceAnchor?
  ) -> Decision {
    func refused(_ step: Step, _ reason: DecisionReason, _ error: String, _ message: String)
      -> Decision
    {
      recorder.end(
        .deny, step, reason, channel: .serverError, error: error, message: message,
        source: source)
    }
    if let type = input["client_type"]?.exactText, type.asciiLowercased != "ios" {
      return refused(
        "client_type", .clientTypeMismatch, "invalid_request",
        "Google returns 400: Custom scheme URIs are not allowed for "
          + "'\(DisplayText.visible(type.string).uppercased())' client type")
    }
    if case .reversed = GoogleClientID(id) {
      return refused(
        "client_id", .clientIDInvalid, "invalid_request",
        "\(id.quoted) is a reversed client ID: Google rejects the scheme as invalid")
    }
    if let server = serverClientID {
      if let type = input["server_client_type"]?.exactText, type.asciiLowercased != "web" {
        return refused(
          "server_client_id", .clientTypeMismatch, "invalid_audience",
          "the server client ID must be a web client")
      }
      if let mine = GoogleClientID.project(of: id), let other = GoogleClientID.project(of: server),
        mine != other
      {
        return otherProject(recorder, mine, other, source)
      }
      recorder.pass("server_client_id", "the server client ID is of the same project")
    }
    return recorder.end(
      .allow, .outcome, .allowed, channel: .result, message: "the sign-in starts", source: source,
      result: "ok")
  }

  private func otherProject(
    _ recorder: TraceRecorder, _ mine: ExactString, _ other: ExactString, _ source: SourceAnchor?
  ) -> Decision {
    recorder.end(
      .deny, "server_client_id", .projectMismatch, channel: .serverError,
      error: "invalid_audience",
      message: "The audience client and the client need to be in the same project: "
        + "\(mine.quoted), \(other.quoted)", source: source)
  }
}

/// The use of a Google ID token with Firebase: its audience must belong to the project.
struct GoogleTokenAudience {
  let input: JSONValue
  /// The project number in the policy.
  let projectNumber: ExactString?

  var decision: Decision {
    let audience = input["aud"]?.exactText ?? input["token_aud"]?.exactText
    let number =
      input["token_aud_project"]?.exactText ?? audience.flatMap { GoogleClientID.project(of: $0) }
    let project = input["firebase_project_number"]?.exactText ?? projectNumber
    let listed = input["allow_listed"]?.texts ?? input["whitelisted_client_ids"]?.texts ?? []
    let isListed =
      input["allow_listed"]?.boolValue ?? audience.map { listed.contains($0) } ?? false
    if isListed || (number != nil && number == project) {
      return TraceRecorder().end(
        .allow, "aud", .allowed, channel: .result,
        message: isListed
          ? "the client ID is allow-listed in the project" : "the token is of the same project",
        result: "ok")
    }
    return TraceRecorder().end(
      .deny, "aud", .projectMismatch, channel: .serverError, error: "invalid-credential",
      message: "INVALID_IDP_RESPONSE: the audience "
        + "\((audience ?? number ?? "").quoted) is not authorized to be used in the project with "
        + "project_number \((project ?? "").quoted)")
  }
}
