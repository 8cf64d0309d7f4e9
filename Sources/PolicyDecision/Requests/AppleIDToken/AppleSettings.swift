import PolicyModel
import PolicyText

/// Settings of Sign in with Apple, each checked only if present.
///
/// Sources: Apple, "Creating a client secret"; Firebase, "Apple" for each platform;
/// firebase-ios-sdk `OAuthProvider.swift`.
struct AppleSettings {
  let input: JSONValue

  /// The maximum lifetime of a client secret in seconds.
  private static let longestSecret = 15_777_000.0

  private func refused(
    _ step: Step, _ rule: String, _ message: String, _ reason: DecisionReason = .settingRefused,
    channel: DecisionChannel = .clientError
  ) -> Decision {
    TraceRecorder().end(
      .deny, step, reason, channel: channel, error: rule, message: message,
      result: ["severity": "error", "rule": .string(rule)])
  }

  private func text(_ key: String) -> ExactString? { input[key]?.exactText }

  private func isBlank(_ key: String) -> Bool { input[key]?.isTruthy != true }

  /// The first error, or success.
  var decision: Decision {
    flow ?? keys ?? identifiers ?? returnURL ?? lifetime ?? scopes ?? parameters
      ?? TraceRecorder().end(
        .allow, "settings", .allowed, channel: .result, message: "the settings are valid")
  }

  private var flow: Decision? {
    guard text("platform") == "ios", let flow = text("flow"), flow.contains("OAuthProvider") else {
      return nil
    }
    return refused(
      "flow", "fatalError",
      "fatalError: on iOS `OAuthProvider(\"apple.com\")` ends the app; use ASAuthorization",
      .settingsCrash, channel: .crash)
  }

  private static let keyNames = ["team_id", "key_id", "private_key"]

  /// Checks that the three values of the key are set together; the web flow needs them and a
  /// Services ID.
  private var keys: Decision? {
    let names = Self.keyNames
    let isAsked = names.filter { input[$0] != nil }.count > 1 || input["platforms"] != nil
    guard isAsked else { return nil }
    let missing = names.filter(isBlank)
    let platforms = input["platforms"]?.texts ?? []
    let usesWeb = platforms.contains("android") || platforms.contains("web")
    if usesWeb, input["services_id"] != nil, isBlank("services_id") {
      return refused(
        "services_id", "apple-audience",
        "the web flow, which Android uses too, needs a Services ID")
    }
    let isIncomplete = !missing.isEmpty && (missing.count < names.count || usesWeb)
    guard isIncomplete else { return nil }
    return refused(
      "keys", "apple-keys-incomplete",
      "`team_id`, `key_id` and `private_key` must be set together: "
        + missing.map { "`\($0)`" }.joined(separator: ", ") + " missing")
  }

  private var identifiers: Decision? {
    for name in ["team_id", "key_id"] {
      guard let id = text(name), !id.isEmpty else { continue }
      let isRight =
        id.utf8.count == 10
        && id.utf8.allSatisfy { $0.isDigit || (0x41...0x5A).contains($0) }
      if !isRight {
        return refused(
          Step(rawValue: name), "apple-team-id-format",
          "`\(name)` must be 10 characters A-Z, 0-9, found \(id.quoted)")
      }
    }
    if let services = text("services_id"), services == text("bundle_id"), !services.isEmpty {
      return refused(
        "services_id", "apple-audience", "the Services ID is not the bundle ID of the app")
    }
    return nil
  }

  private var returnURL: Decision? {
    let urls = (input["return_url"].map { [$0] } ?? []) + (input["return_urls"]?.items ?? [])
    for url in urls.compactMap(\.exactText) {
      let parts = URIParts(url)
      let host = parts.lowerHost
      let isAddress =
        host.isEmpty || host == "localhost" || host.hasSuffix(".localhost")
        || host.hasPrefix("[") || IPv4Address.endsInNumber(Array(host.utf8)[...])
      if parts.lowerScheme != "https" || isAddress {
        return refused(
          "return_url", "apple-return-url-host",
          "an Apple return URL must use https and a domain name, not localhost or an IP address")
      }
    }
    return nil
  }

  private var lifetime: Decision? {
    guard let seconds = input["client_secret_exp_minus_iat"]?.numberValue,
      seconds > Self.longestSecret
    else { return nil }
    return TraceRecorder().end(
      .deny, "client_secret", .clientSecretLifetime, channel: .serverError,
      error: "invalid_client",
      message:
        "Apple returns invalid_client: a client secret is valid for at most 15777000 seconds "
        + "(client-secret-lifetime)")
  }

  private var scopes: Decision? {
    for scope in input["scopes"]?.texts ?? [] where scope != "name" && scope != "email" {
      return refused(
        "scopes", "apple-scope",
        "\(scope.quoted) is not an Apple scope: only `name` and `email` are")
    }
    return nil
  }

  /// Parameters without effect: a warning, not an error.
  private var parameters: Decision? {
    let names = Set(
      (input["parameters"] ?? input["custom_parameters"] ?? .null).members.map {
        ExactString($0.key)
      })
    let reserved: Set<ExactString> = [
      "client_id", "redirect_uri", "scope", "response_type", "state",
    ]
    let rule: String
    if !names.isDisjoint(with: reserved) {
      rule = "apple-reserved-parameter"
    } else if names.contains("language"), !names.contains("locale") {
      rule = "apple-locale-parameter"
    } else {
      return nil
    }
    return TraceRecorder().end(
      .allow, "parameters", .allowed, channel: .result,
      message: "a custom parameter is ignored (\(rule))",
      result: ["severity": "warning", "rule": .string(rule)])
  }

  /// The client secret's subject must fit the origin of the code: the bundle ID for native apps,
  /// the Services ID for the web and Android. (Observed.)
  var codeExchange: Decision {
    if let refusal = lifetime { return refusal }
    let isNative = text("code_from")?.asciiLowercased.isAny(of: ["native", "ios", "app"]) ?? false
    let subject = text("client_secret_sub")?.asciiLowercased ?? ""
    let isServices = subject.isAny(of: ["services", "service"])
    let isBundle = subject.isAny(of: ["bundle", "app id"])
    guard isNative ? isServices : isBundle else {
      return TraceRecorder().end(
        .allow, "client_secret", .allowed, channel: .result,
        message: "the client secret is for the app that received the code")
    }
    return TraceRecorder().end(
      .deny, "client_secret", .settingRefused, channel: .serverError,
      error: "invalid_client or invalid_grant",
      message: isNative
        ? "a code of a native app needs a client secret whose `sub` is the bundle ID"
        : "a code of the web flow needs a client secret whose `sub` is the Services ID",
      confidence: .inferred)
  }
}

extension ExactString {
  fileprivate func isAny(of words: [String]) -> Bool { words.contains { contains($0) } }
}
