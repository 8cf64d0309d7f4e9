import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// Runs the generated handler of App Flip links with declarations of UIKit.
struct SwiftAppFlipHandlerTests {
  /// Runs the handler for several links, and prints what it opened, reported and returned.
  private static let program = #"""
    import Foundation
    import UIKit

    @main @MainActor struct Main {
      static func main() async {
        let good =
          "https://partner.example/flip?client_id=google-client-1&state=a%2Bb&scope=devices"
          + "&redirect_uri=https%3A%2F%2Foauth-redirect.googleusercontent.com%2Fa%2Fcom.google.OPA"
        let outcomes: [(String, AppFlipHandler.Outcome)] = [
          ("code", .code("x y")), ("empty code", .code("")), ("offline", .couldNotSignIn()),
          ("declined", .declined()), ("disabled", .accountUnusable()),
          ("own text 1", .couldNotSignIn(description: "No network")),
          ("own text 2", .declined(description: "Not now")),
          ("own text 3", .accountUnusable(description: "Blocked & gone")),
        ]
        for (name, outcome) in outcomes { await show(name, good, outcome) }
        await show("wrong client", good.replacingOccurrences(of: "client-1", with: "client-2"))
        await show("foreign target", good.replacingOccurrences(of: "com.google.OPA", with: "com.evil"))
        await show("no state", good.replacingOccurrences(of: "state=", with: "x="))
        await show("another scope", good.replacingOccurrences(of: "=devices", with: "=secret"))
        await show("another link", "https://partner.example/orders?client_id=google-client-1")
        await show("no link", nil)
        await show("no web page", good, type: "com.example.edit")
        await show("as a URL", good, .code("x"), asURL: true)
        await show("another URL", "com.acme:/x", asURL: true)
        UIApplication.shared.hasTaker = false
        await show("nobody takes it", good, .code("x"))
        print(AppFlipHandler.Outcome.code("SECRET"), AppFlipHandler.Outcome.declined(description: "a"))
      }

      static func show(
        _ name: String, _ link: String?, _ outcome: AppFlipHandler.Outcome = .code("never"),
        type: String = NSUserActivityTypeBrowsingWeb, asURL: Bool = false
      ) async {
        let log = Log()
        let handler = AppFlipHandler(
          environment: .prod,
          authorize: { request in
            log.lines.append("asked for \(request.clientID) \(request.scopes)")
            return outcome
          },
          unanswered: { log.lines.append("unanswered \($0?.absoluteString ?? "-")") })
        let activity = NSUserActivity(activityType: type)
        activity.webpageURL = link.flatMap { URL(string: $0) }
        UIApplication.shared.opened = []
        let url = link.flatMap { URL(string: $0) }
        let urls = [URL(string: "com.acme:/first"), url].compactMap { $0 }
        let isHandled = asURL ? handler.handle(urls) : handler.handle(activity)
        for _ in 0..<100 { await Task.yield() }
        print(name, isHandled, log.lines + UIApplication.shared.opened)
      }
    }

    @MainActor final class Log { var lines: [String] = [] }
    """#

  private static let expected = #"""
    code true ["asked for google-client-1 [\"devices\"]", "https://oauth-redirect.googleusercontent.com/a/com.google.OPA?code=x%20y&state=a%2Bb"]
    empty code true ["asked for google-client-1 [\"devices\"]", "https://oauth-redirect.googleusercontent.com/a/com.google.OPA?error=cancelled&error_description=The%20user%20could%20not%20sign%20in%20to%20the%20app&state=a%2Bb"]
    offline true ["asked for google-client-1 [\"devices\"]", "https://oauth-redirect.googleusercontent.com/a/com.google.OPA?error=cancelled&error_description=The%20user%20could%20not%20sign%20in%20to%20the%20app&state=a%2Bb"]
    declined true ["asked for google-client-1 [\"devices\"]", "https://oauth-redirect.googleusercontent.com/a/com.google.OPA?error=access_denied&error_description=The%20user%20declined&state=a%2Bb"]
    disabled true ["asked for google-client-1 [\"devices\"]", "https://oauth-redirect.googleusercontent.com/a/com.google.OPA?error=unrecoverable&error_description=The%20account%20cannot%20be%20linked&state=a%2Bb"]
    own text 1 true ["asked for google-client-1 [\"devices\"]", "https://oauth-redirect.googleusercontent.com/a/com.google.OPA?error=cancelled&error_description=No%20network&state=a%2Bb"]
    own text 2 true ["asked for google-client-1 [\"devices\"]", "https://oauth-redirect.googleusercontent.com/a/com.google.OPA?error=access_denied&error_description=Not%20now&state=a%2Bb"]
    own text 3 true ["asked for google-client-1 [\"devices\"]", "https://oauth-redirect.googleusercontent.com/a/com.google.OPA?error=unrecoverable&error_description=Blocked%20%26%20gone&state=a%2Bb"]
    wrong client true ["https://oauth-redirect.googleusercontent.com/a/com.google.OPA?error=invalid_request&error_description=The%20app%20does%20not%20know%20the%20client%20of%20the%20request&state=a%2Bb"]
    foreign target true ["unanswered -"]
    no state true ["https://oauth-redirect.googleusercontent.com/a/com.google.OPA?error=invalid_request&error_description=The%20request%20has%20no%20state"]
    another scope true ["https://oauth-redirect.googleusercontent.com/a/com.google.OPA?error=invalid_request&error_description=The%20request%20asks%20for%20access%20that%20the%20app%20does%20not%20offer&state=a%2Bb"]
    another link false []
    no link false []
    no web page false []
    as a URL true ["asked for google-client-1 [\"devices\"]", "https://oauth-redirect.googleusercontent.com/a/com.google.OPA?code=x&state=a%2Bb"]
    another URL false []
    nobody takes it true ["asked for google-client-1 [\"devices\"]", "unanswered https://oauth-redirect.googleusercontent.com/a/com.google.OPA?code=x&state=a%2Bb"]
    code([redacted]) declined(a)

    """#

  /// The same program for the Objective-C class.
  private static let objectiveCProgram = #"""
    import Foundation
    import UIKit

    @main @MainActor struct Main {
      static func main() async {
        let good =
          "https://partner.example/flip?client_id=google-client-1&state=s&scope=devices"
          + "&redirect_uri=https%3A%2F%2Foauth-redirect.googleusercontent.com%2Fa%2Fcom.google.OPA"
        await show("code", good, .code, "x y", "ignored")
        await show("no code", good, .code, nil)
        await show("empty code", good, .code, "")
        await show("could not sign in", good, .couldNotSignIn, nil)
        await show("declined", good, .declined, "ignored")
        await show("unusable", good, .accountUnusable, nil)
        await show("own text 1", good, .couldNotSignIn, nil, "No network")
        await show("own text 2", good, .declined, nil, "Not now")
        await show("own text 3", good, .accountUnusable, nil, "Blocked")
        let challenge = String(repeating: "c", count: 43)
        await show("PKCE", good + "&code_challenge_method=S256&code_challenge=" + challenge, .code, "x")
        await show("foreign", good.replacingOccurrences(of: "com.google.OPA", with: "com.evil"), .code, "x")
        await show("another link", "https://partner.example/orders", .code, "x")
        await show("no link", nil, .code, "x")
        print(
          AppFlipObjectiveCHandler(
            environment: "test", authorize: { _, _ in }, unanswered: { _ in }) == nil)
      }

      static func show(
        _ name: String, _ link: String?, _ outcome: AppFlipOutcome, _ code: String?,
        _ description: String? = nil
      ) async {
        UIApplication.shared.opened = []
        let log = Log()
        let handler = AppFlipObjectiveCHandler(
          environment: "prod",
          authorize: { request, finish in
            log.lines.append("\(request.clientID) \(request.scopes) \(request.redirectURI.count)")
            if let challenge = request.codeChallenge {
              let json = try? JSONDecoder().decode(
                LinkPolicyAllowlist.IssuedCode.self, from: request.issuedCodeJSON())
              log.lines.append(
                "\(json?.clientID ?? "-") \(json?.codeChallenge == challenge)"
                  + " \(request.codeChallengeMethod ?? "-") \(json?.codeChallengeMethod ?? "-")")
            }
            finish(outcome, code, description)
            finish(.declined, nil, nil)
          },
          unanswered: { log.lines.append("unanswered \($0?.absoluteString ?? "-")") })
        let isHandled = handler?.handle(link.flatMap { URL(string: $0) })
        for _ in 0..<100 { await Task.yield() }
        let opened = UIApplication.shared.opened.map { $0.split(separator: "?")[1] }
        print(name, isHandled ?? false, log.lines, opened)
      }
    }

    @MainActor final class Log { var lines: [String] = [] }
    """#

  private static let objectiveCExpected = #"""
    code true ["google-client-1 [\"devices\"] 61"] ["code=x%20y&state=s"]
    no code true ["google-client-1 [\"devices\"] 61"] ["error=cancelled&error_description=The%20user%20could%20not%20sign%20in%20to%20the%20app&state=s"]
    empty code true ["google-client-1 [\"devices\"] 61"] ["error=cancelled&error_description=The%20user%20could%20not%20sign%20in%20to%20the%20app&state=s"]
    could not sign in true ["google-client-1 [\"devices\"] 61"] ["error=cancelled&error_description=The%20user%20could%20not%20sign%20in%20to%20the%20app&state=s"]
    declined true ["google-client-1 [\"devices\"] 61"] ["error=access_denied&error_description=The%20user%20declined&state=s"]
    unusable true ["google-client-1 [\"devices\"] 61"] ["error=unrecoverable&error_description=The%20account%20cannot%20be%20linked&state=s"]
    own text 1 true ["google-client-1 [\"devices\"] 61"] ["error=cancelled&error_description=No%20network&state=s"]
    own text 2 true ["google-client-1 [\"devices\"] 61"] ["error=access_denied&error_description=Not%20now&state=s"]
    own text 3 true ["google-client-1 [\"devices\"] 61"] ["error=unrecoverable&error_description=Blocked&state=s"]
    PKCE true ["google-client-1 [\"devices\"] 61", "google-client-1 true S256 S256"] ["code=x&state=s"]
    foreign true ["unanswered -"] []
    another link false [] []
    no link false [] []
    true

    """#

  @Test func `every outcome opens the registered URI and nothing else`() throws {
    #expect(try Self.run(Self.program) == Self.expected)
  }

  @Test func `the Objective-C class gives the handler's results, and each only once`() throws {
    #expect(try Self.run(Self.objectiveCProgram) == Self.objectiveCExpected)
  }

  @Test func `everything that Objective-C needs has an Objective-C name`() throws {
    let files = try SwiftTarget.files(for: ConformanceCase.decisions().input)
    let file = files.first { $0.path.hasSuffix("AppFlipHandlerObjectiveC.swift") }
    let text = String(decoding: try #require(file).bytes, as: UTF8.self)
    for name in ["LPAppFlipOutcome", "LPAppFlipRequest", "LPAppFlipHandler", "handleURL:"] {
      #expect(text.contains("@objc(\(name))"))
    }
    for line in text.split(separator: "\n")
    where ["public var", "public init", "func issuedCodeJSON"].contains(where: line.contains) {
      #expect(line.contains("@objc public"), "\(line)")
    }
  }

  /// Compiles a program with the generated files and runs it. Linux has no Objective-C runtime, so
  /// attributes for it are removed.
  private static func run(_ program: String) throws -> String {
    let swiftc = try #require(Tool.path("swiftc"), "swiftc is not installed")
    return try Tool.withTemporaryDirectory { directory in
      try ConformanceCase.decisions().write(SwiftTarget.self, to: directory)
      try Data(program.utf8).write(to: directory.appending(path: "Main.swift"))
      let bridge = directory.appending(path: "AppFlipHandlerObjectiveC.swift")
      let text = try String(contentsOf: bridge, encoding: .utf8)
        .replacing("canImport(ObjectiveC) && ", with: "")
        .replacing(#/@objc(\([A-Za-z:]+\))?/#, with: "")
      try Data(text.utf8).write(to: bridge)
      let uikit = Fixtures.root.appending(path: "Tests/Fixtures/uikit/UIKit.swift").path
      for arguments in try [
        [
          "-parse-as-library", "-module-name", "UIKit", "-emit-module", "-emit-library", "-static",
          "-o", "libUIKit.a", uikit,
        ],
        [
          "-swift-version", "6", "-strict-memory-safety", "-warnings-as-errors",
          "-parse-as-library", "-I", ".", "-L", ".", "-lUIKit", "-o", "app",
        ] + SwiftProgram.sources(in: directory),
      ] {
        let build = try Tool.run(swiftc, arguments, in: directory)
        #expect(build.status == 0 && build.output.isEmpty, "\(build.output)")
      }
      return try Tool.run(directory.appending(path: "app").path, []).output
    }
  }

  @Test func `a policy without App Flip links gets no handler`() throws {
    let files = try SwiftTarget.files(for: ConformanceCase.many().input)
    #expect(!files.contains { $0.path.contains("AppFlipHandler") })
  }
}
