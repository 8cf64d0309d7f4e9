#if canImport(ObjectiveC) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import Foundation

  /// The result of the user's sign-in, see `AppFlipHandler.Outcome`.
  @objc(LPAppFlipOutcome)
  public enum AppFlipOutcome: Int, Sendable {
    /// The user agreed: pass the authorization code of your server.
    case code
    /// The user could not sign in, went back, is offline, or the server did not respond in time.
    case couldNotSignIn
    /// The user declined.
    case declined
    /// The account cannot be linked, for example because it is disabled.
    case accountUnusable
  }

  /// An allowed App Flip request.
  @objc(LPAppFlipRequest)
  public final class AppFlipRequest: NSObject, Sendable {
    private let request: LinkPolicyAllowlist.Request

    init(_ request: LinkPolicyAllowlist.Request) { self.request = request }

    /// The client that sent the request.
    @objc public var clientID: String { request.clientID }
    /// The registered redirect URI.
    @objc public var redirectURI: String { request.redirectURI }
    /// The requested scopes, all of them registered.
    @objc public var scopes: [String] { request.scopes }
    /// The code challenge (RFC 7636). Keep it with the code.
    @objc public var codeChallenge: String? { request.codeChallenge }
  }

  /// `AppFlipHandler` for Objective-C. Import the Swift header of the app, and keep one handler:
  ///
  /// ```objc
  /// self.appFlip = [[LPAppFlipHandler alloc]
  ///     initWithEnvironment:@"prod"
  ///               authorize:^(LPAppFlipRequest *request,
  ///                           void (^finish)(LPAppFlipOutcome, NSString *)) {
  ///                 // Sign the user in, ask for consent, get a code from your server.
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
    /// Reports the result, with the code for the outcome `code`. Calls after the first are ignored.
    public typealias Finish = @MainActor (AppFlipOutcome, String?) -> Void

    private let handler: AppFlipHandler

    /// A handler; nil if the environment is not `prod` or `sandbox`, or not compiled in.
    ///
    /// - Parameters:
    ///   - authorize: signs the user in, asks for consent, and calls its second argument in any case.
    ///   - unanswered: called if Google's app got no response, as in `AppFlipHandler`.
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

    /// Handles a universal link.
    ///
    /// - Returns: false if it is not the App Flip link. Handle it as any other link.
    @objc(handleURL:)
    public func handle(_ url: URL?) -> Bool {
      guard let url else { return false }
      return handler.handle(url)
    }

    /// A missing or empty code means that the user could not sign in.
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
