extension SwiftTarget {
  /// What an iOS app needs besides the decisions: it takes the link in and opens the answer.
  static func appFlipHandler(_ header: GeneratedHeader) -> Code<SwiftLanguage> {
    #"""
    // \#(header)

    #if canImport(UIKit) && !os(watchOS) && !os(tvOS)
      import Foundation
      import UIKit

      /// Handles App Flip links in an app: decides the request, asks the user, and answers Google's app.
      ///
      /// If the client is wrong, Google's page "App Flip for iOS" wants `invalid_request` at the redirect URI
      /// of the request. RFC 6749 section 4.1.2.1 forbids that for a redirect URI that isn't registered: anyone
      /// could send users and errors anywhere. This handler follows the RFC. It answers at a registered
      /// redirect URI only, and otherwise calls `unanswered` and opens nothing.
      ///
      /// In Objective-C, use `LPAppFlipHandler` (`AppFlipHandlerObjectiveC.swift`).
      ///
      /// Keep one handler and give it every universal link, from a scene delegate
      ///
      /// ```swift
      /// func scene(_ scene: UIScene, willConnectTo session: UISceneSession,
      ///            options: UIScene.ConnectionOptions) {
      ///   if let activity = options.userActivities.first, appFlip.handle(activity) { return }
      /// }
      /// func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
      ///   if appFlip.handle(userActivity) { return }
      /// }
      /// ```
      ///
      /// or, in an app without scenes, from an application delegate
      ///
      /// ```swift
      /// func application(
      ///   _ application: UIApplication, continue userActivity: NSUserActivity,
      ///   restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
      /// ) -> Bool {
      ///   appFlip.handle(userActivity)
      /// }
      /// ```
      ///
      /// SwiftUI has its own entry, and some frameworks hand universal links on as URLs:
      ///
      /// ```swift
      /// WindowGroup { ContentView().onOpenURL { url in if appFlip.handle(url) { return } } }
      /// func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
      ///   if appFlip.handle(contexts.map(\.url)) { return }
      /// }
      /// func application(
      ///   _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
      /// ) -> Bool {
      ///   appFlip.handle(url)
      /// }
      /// ```
      @MainActor
      public final class AppFlipHandler {
        /// How the user's part ended. Whatever it is, Google's app gets an answer: without one it waits.
        public enum Outcome: Sendable, Equatable {
          /// The user agreed; the authorization code of your server.
          case code(String)
          /// The user could not sign in, went back, is offline, or the server did not answer in time.
          /// Google's app goes on in the browser (`cancelled`).
          case couldNotSignIn
          /// The user declined. Google's app ends the linking (`access_denied`).
          case declined
          /// The account cannot be linked, because it is disabled for instance. Google's app ends the
          /// linking (`unrecoverable`).
          case accountUnusable
        }

        private let environment: LinkPolicyAllowlist.Environment
        private let authorize: @MainActor (LinkPolicyAllowlist.Request) async -> Outcome
        private let unanswered: @MainActor (URL?) -> Void

        /// A handler.
        ///
        /// - Parameters:
        ///   - authorize: signs the user in, shows who asks for what, and gets a code from your server
        ///     for `clientID`, `redirectURI`, `scopes` and `codeChallenge` of the request.
        ///   - unanswered: called if Google's app got no answer, so that you can tell the user. The URL is the
        ///     one that no app opened, and holds the code: never open it in a browser. It is nil if the
        ///     request names no registered redirect URI.
        public init(
          environment: LinkPolicyAllowlist.Environment,
          authorize: @escaping @MainActor (LinkPolicyAllowlist.Request) async -> Outcome,
          unanswered: @escaping @MainActor (URL?) -> Void
        ) {
          self.environment = environment
          self.authorize = authorize
          self.unanswered = unanswered
        }

        /// Takes a universal link in.
        ///
        /// - Returns: false when it is not the App Flip link: handle it as any other.
        @discardableResult
        public func handle(_ activity: NSUserActivity) -> Bool {
          guard activity.activityType == NSUserActivityTypeBrowsingWeb, let url = activity.webpageURL
          else { return false }
          return handle(url)
        }

        /// Takes the first App Flip link of several in.
        ///
        /// - Returns: false when there is none: handle them as any other.
        @discardableResult
        public func handle(_ urls: some Sequence<URL>) -> Bool {
          urls.contains { handle($0) }
        }

        /// Takes a universal link in that arrived as a URL.
        ///
        /// The link is a web address, which only the system hands to the app: what another app opens with
        /// a scheme of its own is no App Flip link.
        ///
        /// - Returns: false when it is not the App Flip link: handle it as any other.
        @discardableResult
        public func handle(_ url: URL) -> Bool {
          switch LinkPolicyAllowlist.decideAppFlip(
            url: url.absoluteString, environment: environment,
            errorDescription: "A parameter of the request is invalid or missing")
          {
          case .ignore: return false
          case .notHandled:
            // Where the answer would go is not registered: opening anything would hand it to a stranger.
            unanswered(nil)
          case .returnError(let answer, _):
            Task { await open(answer) }
          case .allow(let request):
            Task { await open(answer(to: request, await authorize(request))) }
          }
          return true
        }

        /// The URL that tells Google's app how it ended.
        private func answer(to request: LinkPolicyAllowlist.Request, _ outcome: Outcome) -> String {
          switch outcome {
          case .code(let code): request.successURL(code: code)
          case .couldNotSignIn:
            request.errorURL("cancelled", description: "The user could not sign in to the app")
          case .declined: request.errorURL("access_denied", description: "The user declined")
          case .accountUnusable:
            request.errorURL("unrecoverable", description: "The account cannot be linked")
          }
        }

        /// Opens a URL in the app that it belongs to, and never in a browser, where others could read it.
        private func open(_ text: String) async {
          // `URL` must not repair what was built.
          guard let url = URL(string: text), url.absoluteString.utf8.elementsEqual(text.utf8) else {
            return unanswered(nil)
          }
          if await !UIApplication.shared.open(url, options: [.universalLinksOnly: true]) {
            unanswered(url)
          }
        }
      }
    #endif
    """#
  }
}
