#import <Foundation/Foundation.h>

#import "LPAuthorizationRequestData.h"
#import "LPEnvironment.h"

NS_ASSUME_NONNULL_BEGIN

/// A request to your authorization server. Keep it until the response arrives.
///
/// Send the user to `URL`, for example with `ASWebAuthenticationSession`. The response belongs to this
/// request if its `state` and `iss` equal `state` and `issuer`.
@interface LPAuthorizationRequest : NSObject

/// The URL to send the user to.
@property(nonatomic, readonly, copy) NSString *URL;

/// The response must have it: otherwise a response to someone else's request could be injected.
@property(nonatomic, readonly, copy) NSString *state;

/// Send it to the token endpoint with the code, and nowhere else.
@property(nonatomic, readonly, copy) NSString *codeVerifier;

/// Send it to the token endpoint with the code.
@property(nonatomic, readonly, copy) NSString *redirectURI;

/// The `iss` of the response (RFC 9207); nil if the server sends none.
@property(nonatomic, readonly, copy, nullable) NSString *issuer;

/// A request with a new state and code verifier; nil if the environment does not have the redirect URI or
/// a scope, or if the system has no random bits.
///
/// - Parameters:
///   - redirectURI: one of the constants, or an equal string.
///   - scopes: nil for all registered ones.
///   - port: the port that the app listens on, for a loopback redirect URI (RFC 8252 section 7.3); else 0.
+ (nullable LPAuthorizationRequest *)requestForClient:(LPOwnClient)client
                                          environment:(LPEnvironment)environment
                                          redirectURI:(nullable NSString *)redirectURI
                                               scopes:(nullable NSArray<NSString *> *)scopes
                                                 port:(uint16_t)port;

- (instancetype)init NS_UNAVAILABLE;

@end

NS_ASSUME_NONNULL_END
