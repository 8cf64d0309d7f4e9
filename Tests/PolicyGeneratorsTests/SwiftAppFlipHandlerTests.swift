import Foundation
import PolicyDecision
import PolicyGenerators
import PolicyTestSupport
import Testing

/// The generated handler of App Flip links, run against declarations of UIKit.
struct SwiftAppFlipHandlerTests {
  /// Runs the handler over links; prints what it opened, said and returned.
  private static let program = #"""
    import Foundation
    import UIKit

    @main @MainActor struct Main {
      static func main() async {
        let good =
          "https://partner.example/flip?client_id=google-client-1&state=a%2Bb&scope=devices"
          + "&redirect_uri=https%3A%2F%2Foauth-redirect.googleusercontent.com%2Fa%2Fcom.google.OPA"
        let outcomes: [(String, AppFlipHandler.Outcome)] = [
          ("code", .code("x y")), ("offline", .couldNotSignIn), ("declined", .declined),
          ("disabled", .accountUnusable),
        ]
        for (name, outcome) in outcomes { await show(name, good, outcome) }
        await show("wrong client", good.replacingOccurrences(of: "client-1", with: "client-2"))
        await show("foreign target", good.replacingOccurrences(of: "com.google.OPA", with: "com.evil"))
        await show("no state", good.replacingOccurrences(of: "state=", with: "x="))
        await show("another link", "https://partner.example/orders?client_id=google-client-1")
        await show("no link", nil)
        await show("no web page", good, type: "com.example.edit")
        await show("as a URL", good, .code("x"), asURL: true)
        await show("another URL", "com.acme:/x", asURL: true)
        UIApplication.shared.hasTaker = false
        await show("nobody takes it", good, .code("x"))
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
    offline true ["asked for google-client-1 [\"devices\"]", "https://oauth-redirect.googleusercontent.com/a/com.google.OPA?error=cancelled&state=a%2Bb"]
    declined true ["asked for google-client-1 [\"devices\"]", "https://oauth-redirect.googleusercontent.com/a/com.google.OPA?error=access_denied&state=a%2Bb"]
    disabled true ["asked for google-client-1 [\"devices\"]", "https://oauth-redirect.googleusercontent.com/a/com.google.OPA?error=unrecoverable&state=a%2Bb"]
    wrong client true ["https://oauth-redirect.googleusercontent.com/a/com.google.OPA?error=invalid_request&state=a%2Bb"]
    foreign target true []
    no state true ["https://oauth-redirect.googleusercontent.com/a/com.google.OPA?error=invalid_request"]
    another link false []
    no link false []
    no web page false []
    as a URL true ["asked for google-client-1 [\"devices\"]", "https://oauth-redirect.googleusercontent.com/a/com.google.OPA?code=x&state=a%2Bb"]
    another URL false []
    nobody takes it true ["asked for google-client-1 [\"devices\"]", "unanswered https://oauth-redirect.googleusercontent.com/a/com.google.OPA?code=x&state=a%2Bb"]

    """#

  @Test func `every outcome is answered at the registered address, and nothing else is opened`()
    throws
  {
    let swiftc = try #require(Tool.path("swiftc"), "swiftc is not installed")
    try Tool.withTemporaryDirectory { directory in
      try Trial.decisions().write(SwiftTarget(), to: directory)
      try Data(Self.program.utf8).write(to: directory.appending(path: "Main.swift"))
      let uikit = Fixtures.root.appending(path: "Tests/Fixtures/uikit/UIKit.swift").path
      for arguments in [
        [
          "-parse-as-library", "-module-name", "UIKit", "-emit-module", "-emit-library", "-static",
          "-o", "libUIKit.a", uikit,
        ],
        [
          "-swift-version", "6", "-strict-memory-safety", "-warnings-as-errors",
          "-parse-as-library", "-I", ".", "-L", ".", "-lUIKit", "LinkPolicyAllowlist.swift",
          "AppFlipHandler.swift", "Main.swift", "-o", "app",
        ],
      ] {
        let build = try Tool.run(swiftc, arguments, in: directory)
        #expect(build.status == 0 && build.output.isEmpty, "\(build.output)")
      }
      let run = try Tool.run(directory.appending(path: "app").path, [])
      #expect(run.output == Self.expected)
    }
  }

  @Test func `a policy without App Flip links gets no handler`() throws {
    let files = try SwiftTarget().files(for: Trial.many().input)
    #expect(!files.contains { $0.path.hasSuffix("AppFlipHandler.swift") })
  }
}
