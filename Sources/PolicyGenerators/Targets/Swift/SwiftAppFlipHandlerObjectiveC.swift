extension SwiftTarget {
  /// The handler of App Flip links for apps in Objective-C: a class that the Swift header of the app declares.
  static func appFlipHandlerObjectiveC(_ header: GeneratedHeader) -> Code<SwiftLanguage> {
    #"""
    // \#(header)

    #if canImport(ObjectiveC) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
      import Foundation

      /// What the user did, and how Google's app is told.
      @objc(LPAppFlipOutcome)
      public enum AppFlipOutcome: Int, Sendable {
        /// The user agreed: pass the authorization code of your server.
        case code
        /// The user could not sign in, went back, is offline, or the server did not answer in time.
        case couldNotSignIn
        /// The user declined.
        case declined
        /// The account cannot be linked, because it is disabled for instance.
        case accountUnusable
      }

      /// An App Flip request that agrees with the policy.
      @objc(LPAppFlipRequest)
      public final class AppFlipRequest: NSObject, Sendable {
        private let request: LinkPolicyAllowlist.Request

        init(_ request: LinkPolicyAllowlist.Request) { self.request = request }

        /// Who asks.
        @objc public var clientID: String { request.clientID }
        /// The registered redirect URI.
        @objc public var redirectURI: String { request.redirectURI }
        /// What is asked for; all of it is registered.
        @objc public var scopes: [String] { request.scopes }
        /// Part of what to keep with the code (RFC 7636).
        @objc public var codeChallenge: String? { request.codeChallenge }
      }

      /// `AppFlipHandler` for Objective-C. Import the Swift header of the app, and keep one handler:
      ///
      /// ```objc
      /// self.appFlip = [[LPAppFlipHandler alloc]
      ///     initWithEnvironment:@"prod"
      ///               authorize:^(LPAppFlipRequest *request,
      ///                           void (^finish)(LPAppFlipOutcome, NSString *)) {
      ///                 // Sign the user in, show who asks for what, get a code from your server.
      ///                 finish(LPAppFlipOutcomeCode, code);
      ///               }
      ///              unanswered:^(NSURL *url) { /* Tell the user; never open the URL. */ }];
      ///
      /// - (BOOL)application:(UIApplication *)application
      ///     continueUserActivity:(NSUserActivity *)activity
      ///       restorationHandler:(void (^)(NSArray<id<UIUserActivityRestoring>> *))handler {
      ///   return [self.appFlip handleURL:activity.webpageURL];
      /// }
      /// ```
      @MainActor @objc(LPAppFlipHandler)
      public final class AppFlipObjectiveCHandler: NSObject {
        /// Ends the user's part, with the code of the outcome `code`. Every call after the first is ignored.
        public typealias Finish = @MainActor (AppFlipOutcome, String?) -> Void

        private let handler: AppFlipHandler

        /// A handler; nil if the environment is not `prod` or `sandbox`, or not compiled in.
        ///
        /// - Parameters:
        ///   - authorize: signs the user in, asks for consent, and calls its second argument in any case.
        ///   - unanswered: called if Google's app got no answer, as in `AppFlipHandler`.
        @objc public init?(
          environment: String,
          authorize: @escaping @MainActor (AppFlipRequest, @escaping Finish) -> Void,
          unanswered: @escaping @MainActor (URL?) -> Void
        ) {
          guard let environment = LinkPolicyAllowlist.Environment(rawValue: environment) else {
            return nil
          }
          handler = AppFlipHandler(
            environment: environment,
            authorize: { request in
              await withCheckedContinuation { continuation in
                var pending: CheckedContinuation<AppFlipHandler.Outcome, Never>? = continuation
                authorize(AppFlipRequest(request)) { outcome, code in
                  pending?.resume(returning: Self.outcome(outcome, code))
                  pending = nil
                }
              }
            },
            unanswered: unanswered)
        }

        /// Takes a universal link in.
        ///
        /// - Returns: false if it is not the App Flip link: handle it as any other.
        @objc(handleURL:)
        public func handle(_ url: URL?) -> Bool {
          guard let url else { return false }
          return handler.handle(url)
        }

        /// A code that is missing or empty is no code.
        private static func outcome(
          _ outcome: AppFlipOutcome, _ code: String?
        ) -> AppFlipHandler.Outcome {
          switch outcome {
          case .code: code.flatMap { $0.isEmpty ? nil : .code($0) } ?? .couldNotSignIn
          case .couldNotSignIn: .couldNotSignIn
          case .declined: .declined
          case .accountUnusable: .accountUnusable
          }
        }
      }
    #endif
    """#
  }
}
