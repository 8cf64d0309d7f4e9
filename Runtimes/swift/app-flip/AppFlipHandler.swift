#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import Foundation
  import UIKit

  /// Handles App Flip links in an app: decides the request, asks the user, and responds to Google's app.
  ///
  /// If the client is wrong, Google's page "App Flip for iOS" asks for `invalid_request` at the redirect URI
  /// of the request. RFC 6749 section 4.1.2.1 forbids that for a redirect URI that isn't registered: anyone
  /// could send users and errors anywhere. This handler follows the RFC. It responds at a registered
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
  /// SwiftUI and some frameworks deliver universal links as URLs:
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
    /// The result of the user's sign-in. Google's app waits for a response in every case.
    ///
    /// A `description` is sent as `error_description` instead of the handler's own text, for example
    /// `.declined(description: "Not now")`. RFC 6749 section 4.1.2.1 allows ASCII without `"` and `\`.
    /// Printing an outcome doesn't show the code.
    public enum Outcome: Sendable, Equatable {
      /// The user agreed; the authorization code of your server. An empty code is `couldNotSignIn`.
      case code(String)
      /// The user could not sign in, went back, is offline, or the server did not respond in time.
      /// Google's app continues in the browser (`cancelled`).
      case couldNotSignIn(description: String? = nil)
      /// The user declined. Google's app ends the linking (`access_denied`).
      case declined(description: String? = nil)
      /// The account cannot be linked, for example because it is disabled. Google's app ends the
      /// linking (`unrecoverable`).
      case accountUnusable(description: String? = nil)
    }

    private let environment: LinkPolicyAllowlist.Environment
    private let authorize: @MainActor (LinkPolicyAllowlist.Request) async -> Outcome
    private let unanswered: @MainActor (URL?) -> Void

    /// A handler.
    ///
    /// - Parameters:
    ///   - authorize: signs the user in, asks for consent, and gets a code from your server
    ///     for `clientID`, `redirectURI`, `scopes` and `codeChallenge` of the request.
    ///   - unanswered: called if Google's app got no response, so that you can tell the user. The URL is the
    ///     one that no app opened. It contains the code: never open it in a browser. It is nil if the
    ///     request has no registered redirect URI.
    public init(
      environment: LinkPolicyAllowlist.Environment,
      authorize: @escaping @MainActor (LinkPolicyAllowlist.Request) async -> Outcome,
      unanswered: @escaping @MainActor (URL?) -> Void
    ) {
      self.environment = environment
      self.authorize = authorize
      self.unanswered = unanswered
    }

    /// Handles a universal link.
    ///
    /// - Returns: false if it is not the App Flip link. Handle it as any other link.
    @discardableResult
    public func handle(_ activity: NSUserActivity) -> Bool {
      guard activity.activityType == NSUserActivityTypeBrowsingWeb, let url = activity.webpageURL
      else { return false }
      return handle(url)
    }

    /// Handles the first App Flip link of several.
    ///
    /// - Returns: false if there is none. Handle them as any other links.
    @discardableResult
    public func handle(_ urls: some Sequence<URL>) -> Bool {
      urls.contains { handle($0) }
    }

    /// Handles a universal link that arrived as a URL.
    ///
    /// Only the system delivers web URLs to the app. A URL with a custom scheme, which any app can
    /// open, is never an App Flip link.
    ///
    /// - Returns: false if it is not the App Flip link. Handle it as any other link.
    @discardableResult
    public func handle(_ url: URL) -> Bool {
      switch LinkPolicyAllowlist.decideAppFlip(
        url: url.absoluteString, environment: environment,
        errorDescription: { $0.appFlipDescription })
      {
      case .ignore: return false
      case .notHandled:
        // The redirect URI isn't registered: any app or site could receive the response.
        unanswered(nil)
      case .returnError(let target, _, _):
        Task { await open(target) }
      case .allow(let request):
        Task { await open(response(to: request, await authorize(request))) }
      }
      return true
    }

    /// The URL that tells Google's app the result.
    private func response(to request: LinkPolicyAllowlist.Request, _ outcome: Outcome) -> String {
      switch outcome {
      case .code(""): response(to: request, .couldNotSignIn())
      case .code(let code): request.successURL(code: code)
      case .couldNotSignIn(let text):
        request.errorURL("cancelled", description: text ?? "The user could not sign in to the app")
      case .declined(let text):
        request.errorURL("access_denied", description: text ?? "The user declined")
      case .accountUnusable(let text):
        request.errorURL("unrecoverable", description: text ?? "The account cannot be linked")
      }
    }

    /// Opens a URL in the app that it belongs to, never in a browser.
    private func open(_ text: String) async {
      // `URL` must not change the string.
      guard let url = URL(string: text), url.absoluteString.utf8.elementsEqual(text.utf8) else {
        return unanswered(nil)
      }
      if await !UIApplication.shared.open(url, options: [.universalLinksOnly: true]) {
        unanswered(url)
      }
    }
  }

  extension AppFlipHandler.Outcome: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
  {
    /// The outcome without the code.
    public var description: String {
      switch self {
      case .code: "code([redacted])"
      case .couldNotSignIn(let text): "couldNotSignIn(\(text ?? "nil"))"
      case .declined(let text): "declined(\(text ?? "nil"))"
      case .accountUnusable(let text): "accountUnusable(\(text ?? "nil"))"
      }
    }
    /// The outcome without the code.
    public var debugDescription: String { description }
    /// The outcome without the code.
    public var customMirror: Mirror { Mirror(self, children: ["outcome": description]) }
  }
#endif
