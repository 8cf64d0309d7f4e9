package import PolicyText

/// A request to Firebase to send an email, or to apply the code of an email.
public struct EmailActionRequest: Sendable {
  /// The SDK that sends the request.
  public enum SDK: String, Sendable, CaseIterable {
    case js, ios, rest, emulator
    case adminNode = "admin-node"
    case adminGo = "admin-go"
    /// All checks of the client pass, so the server decides.
    case any
  }

  /// Operations other than sending.
  package enum Operation: String, Sendable, CaseIterable {
    /// An app sends the code of the link.
    case apply
  }

  package var context: RequestContext
  package var sdk: SDK
  /// The settings object with `requestType`, with the names of any SDK or of REST.
  package var input: JSONValue
  /// The action of the policy, such as `sign_in`, whose settings replace those of `input`.
  package var action: ExactString?
  /// nil to send an email.
  package var operation: Operation?

  /// The names of actions in policies and their `requestType`.
  package static let actions: [(name: String, requestType: String)] = [
    ("verify_email", "VERIFY_EMAIL"), ("reset_password", "PASSWORD_RESET"),
    ("sign_in", "EMAIL_SIGNIN"), ("change_email", "VERIFY_AND_CHANGE_EMAIL"),
  ]
}

extension CompiledPolicy {
  /// The settings of an action; nil if no policy has it.
  package func emailAction(
    _ name: ExactString, in context: RequestContext
  ) -> CompiledEmailAction? {
    provider(.firebase, in: context)?.firebase?.emailActions.first { $0.name.value == name }
  }

  /// Decides the checks of the SDK and the server, and the link that is sent or returned.
  ///
  /// Sources: the SDKs; the Auth emulator; messages of the server in public issues. The server
  /// isn't open source: the order of its checks is inferred.
  package func decide(_ request: EmailActionRequest) -> Decision {
    var settings = EmailActionSettings(request.input)
    let action = request.action.flatMap { emailAction($0, in: request.context) }
    if let action { settings = EmailActionSettings(action) }
    let facts = firebaseFacts(request.context)
    var recorder = TraceRecorder(request.context)
    if let action {
      recorder.note(
        "settings", "the settings are those of \(action.name.value.quoted)", at: action.name.anchor)
    }
    if request.operation == .apply {
      return EmailActionCode(
        sdk: request.sdk, requestType: settings.requestType, facts: facts
      ).decision(recorder)
    }
    if let refusal = EmailActionClient(sdk: request.sdk, settings: settings).refusal {
      return recorder.end(
        .deny, "client", refusal.reason, channel: refusal.isCrash ? .crash : .clientError,
        error: refusal.error, message: refusal.message, source: action?.name.anchor)
    }
    recorder.pass("client", "the \(request.sdk.rawValue) client sends the request")
    if request.sdk == .ios, settings.iosBundleID == nil, settings.isGiven {
      let own = facts.value("apps")?["ios"]
      settings.iosBundleID = own?.exactText ?? own?.texts?.first ?? "com.example.app"
      recorder.note("client", "the iOS SDK sends the bundle ID of the app")
    }
    if let text = settings.serverError {
      return FirebaseServerError(message: text).decision(
        recorder, sdk: request.sdk, step: "server", confidence: .certain, source: nil)
    }
    return EmailActionServer(sdk: request.sdk, settings: settings, facts: facts)
      .decision(recorder, source: action?.url?.anchor)
  }
}
