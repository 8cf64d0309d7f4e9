#import "LPGoogleScopes.h"

NS_ASSUME_NONNULL_BEGIN

/// The scopes of the policy.
@interface LPGoogleScopes (Policy)

+ (NSArray<NSString *> *)scopesForSignIn;
+ (NSArray<NSString *> *)scopesForBackup;

@end

NS_ASSUME_NONNULL_END
