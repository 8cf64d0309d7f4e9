package import PolicyText
import PolicyModel

/// A request about Google's client IDs and the URL schemes of apps.
public struct GoogleClientRequest: Sendable {
  /// Uses of a client ID.
  public enum Operation: String, Sendable, CaseIterable {
    /// The URL scheme of an iOS client ID.
    case reverse
    /// Interactive sign-in on iOS.
    case signIn
    /// The use of a Google ID token with Firebase.
    case firebaseSignIn
    /// The URL scheme for responses of Firebase's web sign-in on iOS.
    case webOAuthScheme
    /// The rule `client-id-format`.
    case format
  }

  package var context: RequestContext
  package var operation: Operation
  package var input: JSONValue
}

extension CompiledPolicy {
  /// Decides the request.
  ///
  /// Sources: GoogleSignIn-iOS `GIDSignIn.m`, `GIDSignInCallbackSchemes.m`; firebase-ios-sdk
  /// `OAuthProvider.swift`; messages of Google's server in public issues.
  package func decide(_ request: GoogleClientRequest) -> Decision {
    let google = provider(.googleSignIn, in: request.context)?.googleSignIn
    switch request.operation {
    case .reverse:
      let id =
        request.input.exactText ?? request.input["client_id"]?.exactText
        ?? google?.iosClientID?.value ?? ""
      let scheme = GoogleURLScheme.reversed(id)
      return TraceRecorder().end(
        .allow, "client_id", .allowed, channel: .result,
        message: "the URL scheme of \(id.quoted) is \(scheme.quoted)",
        source: google?.iosClientID.flatMap { $0.value == id ? $0.anchor : nil },
        result: .string(scheme.string))
    case .signIn: return GoogleInteractiveSignIn(input: request.input, policy: google).decision
    case .firebaseSignIn:
      let number = firebaseFacts(request.context).text("firebase_project_number")
      return GoogleTokenAudience(input: request.input, projectNumber: number).decision
    case .webOAuthScheme: return GoogleURLScheme.forWeb(request.input)
    case .format:
      let id = request.input.exactText ?? request.input["client_id"]?.exactText ?? ""
      return GoogleURLScheme.format(id)
    }
  }
}

/// URL schemes of apps for Google's responses.
enum GoogleURLScheme {
  /// Reverses the components between dots, in lower case.
  static func reversed(_ clientID: ExactString) -> ExactString {
    let parts = clientID.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return ExactString(decoding: Array(parts.reversed().joined(separator: [UInt8(ascii: ".")])))
      .asciiLowercased
  }

  /// The reversed client ID if the app registers it, or else a scheme made from the app's ID.
  static func forWeb(_ input: JSONValue) -> Decision {
    let schemes = (input["url_schemes"] ?? input["registered_schemes"])?.texts?
      .map(\.asciiLowercased)
    let clientID = input["client_id"]?.exactText
    let reversed = input["reversed_client_id"]?.exactText ?? clientID.map { Self.reversed($0) }
    let isRegistered =
      input["reversed_client_id_registered"]?.boolValue
      ?? reversed.map { schemes?.contains($0.asciiLowercased) ?? false } ?? false
    let appID = input["google_app_id"]?.exactText ?? ""
    let made = ExactString(
      decoding: Array("app-".utf8)
        + appID.utf8.map { $0 == UInt8(ascii: ":") ? UInt8(ascii: "-") : $0 })
    let scheme = isRegistered ? reversed ?? "" : made
    let isMissingByRequest = !isRegistered && input["app_scheme_registered"] == false
    if isMissingByRequest || schemes.map({ !$0.contains(scheme.asciiLowercased) }) ?? false {
      return TraceRecorder().end(
        .deny, "url_schemes", .urlSchemeMissing, channel: .crash, error: "fatalError",
        message:
          "the app does not register the URL scheme \(scheme.quoted), so the iOS SDK terminates it",
        result: .string(scheme.string))
    }
    return TraceRecorder().end(
      .allow, "url_schemes", .allowed, channel: .result,
      message: isRegistered
        ? "web sign-in returns to the reversed client ID"
        : "web sign-in returns to \(scheme.quoted)", result: .string(scheme.string))
  }

  /// The rule `client-id-format`.
  static func format(_ id: ExactString) -> Decision {
    let problem: String?
    switch GoogleClientID(id) {
    case .current: problem = nil
    case .legacy:
      return TraceRecorder().end(
        .allow, "client_id", .allowed, channel: .result,
        message: "client ID \(id.quoted) has the old form of digits only",
        result: ["severity": "warning", "rule": "client-id-format"])
    case .reversed: problem = "\(id.quoted) is a reversed client ID (a URL scheme)"
    case nil:
      problem =
        "\(id.quoted) is not a Google client ID, which has the form "
        + "`NUMBER-LETTERS.apps.googleusercontent.com`"
    }
    return TraceRecorder().end(
      problem == nil ? .allow : .deny, "client_id", problem == nil ? .allowed : .clientIDInvalid,
      channel: .result, error: problem == nil ? nil : "client-id-format",
      message: problem ?? "\(id.quoted) has the form of a Google client ID",
      result: problem == nil ? "ok" : ["severity": "error", "rule": "client-id-format"])
  }
}
