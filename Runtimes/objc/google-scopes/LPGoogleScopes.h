#import <Foundation/Foundation.h>

#if __has_include(<GoogleSignIn/GoogleSignIn.h>)
#import <GoogleSignIn/GoogleSignIn.h>
#endif

NS_ASSUME_NONNULL_BEGIN

/// The scopes to request from Google: at sign-in, and when a feature is used.
@interface LPGoogleScopes : NSObject

/// The scopes that were not granted, in their order. `granted` is nil if the server named no scopes: then
/// no scope was granted.
///
/// Users can decline scopes, so a successful sign-in does not mean that all of them are granted. Strings are
/// compared exactly; Google grants `email` and `profile` under their long names.
+ (NSArray<NSString *> *)missing:(NSArray<NSString *> *)scopes
                         granted:(nullable NSArray<NSString *> *)granted;

#if __has_include(<GoogleSignIn/GoogleSignIn.h>)
/// Refreshes the user's tokens if they are about to expire, then passes the scopes that are not granted, or
/// the error of the refresh, for example if the user withdrew access: sign in again.
///
/// Call it before each use of a Google API: if nothing is missing, `user.accessToken` is good for a minute at
/// least.
+ (void)missing:(NSArray<NSString *> *)scopes
     refreshing:(GIDGoogleUser *)user
     completion:(void (^)(NSArray<NSString *> *_Nullable missing, NSError *_Nullable error))completion;
#endif

@end

NS_ASSUME_NONNULL_END

#import "LPGoogleScopesData.h"
