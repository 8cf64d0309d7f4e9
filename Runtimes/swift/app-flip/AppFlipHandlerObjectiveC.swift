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
    /// The code challenge (RFC 7636), also in `issuedCodeJSON`.
    @objc public var codeChallenge: String? { request.codeChallenge }
    /// `S256` or `plain`; nil without a challenge.
    @objc public var codeChallengeMethod: String? { request.issuedCode.codeChallengeMethod }
    /// What your server keeps with the code for `TokenRequest.verify`, as JSON: send it when you ask for the
    /// code. `IssuedCode` of the generated code reads it; in TypeScript, rename the members (`clientId`).
    ///
    /// In Objective-C: `[request issuedCodeJSONAndReturnError:&error]`.
    @objc public func issuedCodeJSON() throws -> Data {
      try JSONEncoder().encode(request.issuedCode)
    }
  }

  /// `AppFlipHandler` for Objective-C.
  ///
  /// An app without Swift needs:
  ///
  /// * Xcode 16 (Swift 6) or later, and the generated `.swift` files in the app's target: Xcode compiles
  ///   them. The app needs no Swift file of its own and no bridging header; decline Xcode's offer of one.
  /// * The build settings `SWIFT_VERSION = 6.0` and `CLANG_ENABLE_MODULES = YES`.
  /// * The classes public, as they are by default (option `access` of the target `swift`).
  /// * `#import "NAME-Swift.h"` in `.m` files, where NAME is the product's module name
  ///   (`SWIFT_OBJC_INTERFACE_HEADER_NAME`). In headers, write `@class LPAppFlipHandler;`.
  /// * The associated domain `applinks:` of the App Flip link, as with Swift.
  ///
  /// Keep one handler:
  ///
  /// ```objc
  /// self.appFlip = [[LPAppFlipHandler alloc]
  ///     initWithEnvironment:@"prod"
  ///               authorize:^(LPAppFlipRequest *request,
  ///                           void (^finish)(LPAppFlipOutcome, NSString *, NSString *)) {
  ///                 // Sign the user in, ask for consent, get a code from your server.
  ///                 finish(LPAppFlipOutcomeCode, code, nil);
  ///                 // Or: finish(LPAppFlipOutcomeDeclined, nil, @"Not now");
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
    /// Reports the result: the outcome, the code for the outcome `code`, and for another one a text instead
    /// of the handler's own (`error_description`), or nil. Calls after the first are ignored.
    public typealias Finish =
      @MainActor (
        _ outcome: AppFlipOutcome, _ code: String?, _ description: String?
      ) -> Void

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
            authorize(AppFlipRequest(request)) { outcome, code, description in
              pending?.resume(returning: Self.outcome(outcome, code, description))
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
      _ outcome: AppFlipOutcome, _ code: String?, _ description: String?
    ) -> AppFlipHandler.Outcome {
      switch outcome {
      case .code: .code(code ?? "")
      case .couldNotSignIn: .couldNotSignIn(description: description)
      case .declined: .declined(description: description)
      case .accountUnusable: .accountUnusable(description: description)
      }
    }
  }
#endif
