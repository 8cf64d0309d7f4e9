import PolicyModel
import PolicyText

struct ClientIdReversed: Rule {
  static let info = RuleInfo(
    "client-id-reversed", .google, .error, aliases: ["reversed-id-used"],
    summary: "Disallow reversed client IDs",
    why: "The reversed ID is the app's URL scheme. If it is used as a client ID, every sign-in "
      + "fails.",
    examples: .policy(
      bad: ExamplePolicy.googleIOS(
        "⟦com.googleusercontent.apps.581370246913-a7d2f8k1m5p9r3t6w0y4b8e2h6j1n5q9⟧"),
      good: ExamplePolicy.googleIOS(GoogleClientIDs.ios)), isFixable: true)

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for (environment, id) in context.googleClientIDs {
      guard case .reversed = GoogleClientID(id.value) else { continue }
      let right = ExactString(
        String(id.value.string.utf8.dropFirst("com.googleusercontent.apps.".utf8.count)) ?? "")
      findings.report(
        id.node, in: environment,
        "`\(DisplayText.shortened(id.value.string, to: 40))` is a URL scheme, not a client ID",
        help: "write the client ID `\(right).apps.googleusercontent.com`",
        fixes: findings.replacing(
          id.node, by: right.string + ".apps.googleusercontent.com", "reverse it", isSafe: true))
    }
  }
}

struct ClientTypeMismatch: Rule {
  static let info = RuleInfo(
    "client-type-mismatch", .google, .error,
    summary: "Require a separate client ID for each platform",
    why: "If an app uses a web client's ID, Google returns `invalid_request: Custom scheme URIs "
      + "are not allowed for 'WEB' client type`. The server client ID must be a web client's ID: "
      + "with an app's ID, Google issues no token for the server, and Android sign-in fails with "
      + "`DEVELOPER_ERROR`.",
    examples: .policy(bad: google("⟦\(GoogleClientIDs.web)⟧"), good: google(GoogleClientIDs.ios)),
    references: ["Google: Google Sign-In for iOS", "Google: Registering OAuth clients"])

  private static func google(_ id: String) -> String {
    """
    linkpolicy: 1
    name: example
    apps:
      acme-ios: { platform: ios, bundle_id: com.acme.home, team_id: R7KM2QX94T }
    providers:
      google_sign_in:
        ios:
          app: acme-ios
          client_id: { prod: \(id) }
        web:
          client_id: { prod: \(GoogleClientIDs.web) }

    """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let google = context.policy.googleSignIn else { return }
    checkAndroid(google, &findings)
    guard let ios = google.ios else { return }
    for (environment, id) in ios.clientID?.distinct ?? [] {
      let judged = environment.map { [$0] } ?? Environment.allCases
      for other in judged {
        let web = google.web?.clientID?[other]
        let server = ios.serverClientID?[other]
        guard let same = [web, server].compactMap({ $0 }).first(where: { $0.value == id.value })
        else { continue }
        findings.report(
          id.node, in: environment,
          "the iOS app uses the client ID of the web client",
          help: "register a client of type iOS in the Google Cloud console",
          notes: [findings.note("the web client", at: same.node)])
        break
      }
    }
  }

  /// Compares each client ID of the Android app with those of the other platforms.
  private func checkAndroid(_ google: GoogleSignIn, _ findings: inout Findings) {
    for (environment, ids) in google.android?.clientIDs?.distinct ?? [] {
      for id in ids {
        func same(_ values: PerEnvironment<LocatedText>?) -> LocatedText? {
          let values = (environment.map { [$0] } ?? Environment.allCases).map { values?[$0] }
          return values.compactMap { $0 }.first { $0.value == id.value }
        }
        for (name, other) in [
          ("web client", google.web?.clientID), ("iOS app", google.ios?.clientID),
        ] {
          guard let other = same(other) else { continue }
          findings.report(
            id.node, in: environment, "the Android app uses the client ID of the \(name)",
            help: "register a client of type Android in the Google Cloud console",
            notes: [findings.note("the \(name)", at: other.node)])
        }
        guard let server = same(google.ios?.serverClientID), same(google.web?.clientID) == nil
        else { continue }
        findings.report(
          server.node, in: environment,
          "`server_client_id` is the client ID of the Android app",
          help: "write the client ID of the web client",
          notes: [findings.note("the Android app", at: id.node)])
      }
    }
  }
}

struct ProjectNumberMismatch: Rule {
  static let info = RuleInfo(
    "project-number-mismatch", .google, .error,
    summary: "Require client IDs and apps from the Firebase project",
    why: "Firebase rejects tokens issued to another project's client unless you add that client to "
      + "its allowlist. The Firebase app ID of an app also has the project number, and its "
      + "platform (a warning).",
    examples: .policy(
      bad: ExamplePolicy.googleIOS("⟦\(GoogleClientIDs.ios)⟧", number: "999370246913"),
      good: ExamplePolicy.googleIOS(GoogleClientIDs.ios, number: "581370246913")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    let wrong = wrongNumbers(context, &findings)
    if wrong.isEmpty { checkApps(context, &findings) }
    for (environment, id) in context.googleClientIDs {
      let environments = environment.map { [$0] } ?? Environment.allCases
      let numbers = environments.compactMap { context.policy.firebase?.projectNumber?[$0] }
      guard let number = GoogleClientID.project(of: id.value), !numbers.isEmpty,
        !numbers.contains(where: { $0.value == number || wrong.contains($0.node) })
      else { continue }
      findings.report(
        id.node, in: environment,
        "client ID belongs to project \(number.quoted), but `project_number` is "
          + "\(numbers[0].value.quoted)",
        help: "use a client of the Firebase project",
        notes: [findings.note("the project number", at: numbers[0].node)])
    }
  }

  /// Checks Firebase app IDs: `1:PROJECT_NUMBER:ios:HASH`.
  private func checkApps(_ context: RuleContext, _ findings: inout Findings) {
    let numbers = context.policy.firebase?.projectNumber
    for app in context.policy.apps {
      guard let id = app.firebaseAppID, let isApple = app.platform?.value.isApple else { continue }
      let parts = id.value.utf8.split(separator: UInt8(ascii: ":")).map {
        ExactString(decoding: $0)
      }
      guard parts.count == 4 else { continue }
      let platform: ExactString = isApple ? "ios" : "android"
      let known = [numbers?.prod, numbers?.sandbox].compactMap { $0 }
      if parts[2] != platform, ["ios", "android", "web"].contains(parts[2]) {
        findings.report(
          id.node, severity: .warning,
          "app \(app.id.value.quoted) has the Firebase app ID of an app for \(parts[2])",
          help: "copy the one for \(platform) from the Firebase console > Project settings")
      } else if let number = known.first, !known.contains(where: { $0.value == parts[1] }) {
        findings.report(
          id.node, severity: .warning,
          "Firebase app ID belongs to project \(parts[1].quoted), but `project_number` is "
            + "\(number.value.quoted)",
          help: "copy it from the Firebase project of this policy",
          notes: [findings.note("the project number", at: number.node)])
      }
    }
  }

  /// Reports project numbers that differ from the one in all of several client IDs, and returns them.
  private func wrongNumbers(_ context: RuleContext, _ findings: inout Findings) -> [NodeID] {
    var wrong: [NodeID] = []
    for (environment, number) in context.policy.firebase?.projectNumber?.distinct ?? [] {
      let ids = context.googleClientIDs.filter {
        environment == nil || $0.environment == environment
      }
      guard ids.count > 1, let project = GoogleClientID.project(of: ids[0].id.value),
        project != number.value,
        ids.allSatisfy({ GoogleClientID.project(of: $0.id.value) == project })
      else { continue }
      wrong.append(number.node)
      findings.report(
        number.node, in: environment,
        "`project_number` is \(number.value.quoted), but all client IDs belong to project "
          + "\(project.quoted)",
        help: "write \(project.quoted), or use clients of the Firebase project",
        notes: [findings.note("the first client ID", at: ids[0].id.node)])
    }
    return wrong
  }
}

struct ServerClientProjectMismatch: Rule {
  static let info = RuleInfo(
    "server-client-project-mismatch", .google, .error, aliases: ["server-client-project"],
    summary: "Require app and server clients from the same project",
    why: "Google returns `invalid_audience: The audience client and the client need to be in the "
      + "same project`.",
    examples: .policy(
      bad: ExamplePolicy.googleIOS(
        GoogleClientIDs.ios,
        server: "⟦999370246913-k3v9x2m7q0b8n4c6z1l5h7j2g9f4d8s3.apps.googleusercontent.com⟧"),
      good: ExamplePolicy.googleIOS(GoogleClientIDs.ios, server: GoogleClientIDs.web)),
    hides: ["project-number-mismatch"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let ios = context.policy.googleSignIn?.ios else { return }
    for (environment, server) in ios.serverClientID?.distinct ?? [] {
      for judged in environment.map({ [$0] }) ?? Environment.allCases {
        guard let id = ios.clientID?[judged],
          let number = GoogleClientID.project(of: id.value),
          let other = GoogleClientID.project(of: server.value), number != other
        else { continue }
        findings.report(
          server.node, in: environment,
          "`client_id` and `server_client_id` belong to different projects (\(number.quoted), "
            + "\(other.quoted))",
          help: "use two clients of the same Google Cloud project",
          notes: [findings.note("the `client_id`", at: id.node)])
        break
      }
    }
  }
}

struct UrlSchemeMalformed: Rule {
  static let info = RuleInfo(
    "url-scheme-malformed", .google, .error,
    summary: "Require valid URL schemes",
    why: "A URL scheme starts with a letter and has only letters, digits, `.`, `-` and `+`. App "
      + "Store Connect rejects an app with any other scheme (ITMS-90158).",
    examples: .policy(
      bad: ExamplePolicy.googleIOS(GoogleClientIDs.ios, schemes: "[\(scheme), ⟦acme_home⟧]"),
      good: ExamplePolicy.googleIOS(GoogleClientIDs.ios, schemes: "[\(scheme), acme-home]")),
    references: ["RFC 3986 section 3.1"])

  private static let scheme =
    "com.googleusercontent.apps.581370246913-a7d2f8k1m5p9r3t6w0y4b8e2h6j1n5q9"

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for (environment, schemes) in context.policy.googleSignIn?.ios?.urlSchemes?.distinct ?? [] {
      for scheme in schemes {
        // Other rules report an empty scheme, a placeholder and a misspelled client ID.
        guard let first = scheme.value.utf8.first,
          Placeholder.find(inIdentifier: scheme.value) == nil,
          !scheme.value.hasPrefix("com.googleusercontent.apps."),
          !first.isLetter
            || !scheme.value.utf8.allSatisfy({
              $0.isLetter || $0.isDigit || ".-+".utf8.contains($0)
            })
        else { continue }
        findings.report(
          scheme.node, in: environment,
          "\(scheme.value.quoted) is not a valid URL scheme, so the App Store rejects the app",
          help: "start with a letter, and use only letters, digits, `.`, `-` and `+`")
      }
    }
  }
}

struct UrlSchemeMissing: Rule {
  static let info = RuleInfo(
    "url-scheme-missing", .google, .error, aliases: ["reversed-mismatch"],
    summary: "Require the reversed client ID as a URL scheme",
    why: "Without the scheme, Google Sign-In throws an exception at sign-in.",
    examples: .policy(
      bad: ExamplePolicy.googleIOS(GoogleClientIDs.ios, schemes: "⟦[com.acme.home]⟧"),
      good: ExamplePolicy.googleIOS(
        GoogleClientIDs.ios,
        schemes: "[com.googleusercontent.apps.581370246913-a7d2f8k1m5p9r3t6w0y4b8e2h6j1n5q9]")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let ios = context.policy.googleSignIn?.ios, let schemes = ios.urlSchemes else { return }
    for (environment, id) in ios.clientID?.distinct ?? [] {
      // The old format, with digits only, is reversed in the same way.
      let ending = ".apps.googleusercontent.com"
      switch GoogleClientID(id.value) {
      case .current: break
      case .legacy where id.value.hasSuffix(ending): break
      default: continue
      }
      let name = id.value.utf8.dropLast(ending.utf8.count)
      let wanted = "com.googleusercontent.apps." + (String(name) ?? "")
      for other in environment.map({ [$0] }) ?? Environment.allCases {
        guard let list = schemes[other],
          // The SDK compares in lowercase.
          !list.contains(where: { Array($0.value.utf8)[...].matches(wanted) })
        else { continue }
        let node =
          schemes.isShared
          ? schemes.node : context.tree.value(of: other.rawValue, in: schemes.node) ?? schemes.node
        findings.report(
          node, in: environment,
          "`url_schemes` lacks the reversed client ID, so Google Sign-In fails",
          help: "add `\(wanted)` to `url_schemes`",
          notes: [findings.note("the `client_id`", at: id.node)])
        break
      }
    }
  }
}
