#import <Foundation/Foundation.h>

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

@end

NS_ASSUME_NONNULL_END

#import "LPGoogleScopesData.h"
