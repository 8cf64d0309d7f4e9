#import <AuthenticationServices/AuthenticationServices.h>
#import <Foundation/Foundation.h>

#if __has_include(<FirebaseAuth/FirebaseAuth.h>)
#import <FirebaseAuth/FirebaseAuth.h>
#endif

NS_ASSUME_NONNULL_BEGIN

/// A nonce that ties Apple's ID token to one attempt to sign in: make one for each.
///
/// Apple gets `SHA256`; Firebase gets `raw` and compares:
/// `+[FIROAuthProvider appleCredentialWithIDToken:rawNonce:fullName:]`.
@interface LPAppleNonce : NSObject

/// Keep it in the app until Apple has responded.
@property(nonatomic, readonly, copy) NSString *raw;

/// The SHA-256 of `raw` in lowercase hex.
@property(nonatomic, readonly, copy) NSString *SHA256;

/// 32 characters of 64: 192 random bits; nil if the system has none.
+ (nullable LPAppleNonce *)randomNonce;

/// A nonce that you made before. Raises `NSInvalidArgumentException` if it is empty.
- (instancetype)initWithRaw:(NSString *)raw NS_DESIGNATED_INITIALIZER;
- (instancetype)init NS_UNAVAILABLE;

@end

/// Sign in with Apple on Apple's platforms. The subclasses in `LPAppleSignInData.h` have the settings of
/// the policy.
@interface LPAppleSignInSettings : NSObject

/// YES if the user must consent before you link an Apple account to other data.
@property(class, nonatomic, readonly) BOOL linkingNeedsConsent;

/// The scopes to request.
@property(class, nonatomic, readonly, copy) NSArray<ASAuthorizationScope> *requestedScopes;

/// Prepares a request. Keep the nonce until Apple has responded. Raises `NSInvalidArgumentException` if the
/// nonce is nil, as that of `randomNonce` can be.
+ (void)prepareRequest:(ASAuthorizationAppleIDRequest *)request nonce:(LPAppleNonce *)nonce;

@end

#if __has_include(<FirebaseAuth/FirebaseAuth.h>)
/// Apple accounts that belong to another user.
@interface LPAppleLinking : NSObject

/// The credential to sign in with, by `-[FIRAuth signInWithCredential:completion:]`, if
/// `-[FIRUser linkWithCredential:completion:]` failed because the Apple account belongs to another
/// user; nil for other errors. Apple's token can't be used twice.
+ (nullable FIRAuthCredential *)updatedCredentialFromError:(NSError *)error;

@end
#endif

NS_ASSUME_NONNULL_END

#import "LPAppleSignInData.h"
