// Declarations of GoogleSignIn that generated code uses, as in version 8 of the SDK.
#pragma once
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

@interface GIDGoogleUser : NSObject
@property(nonatomic, readonly, nullable) NSArray<NSString *> *grantedScopes;
- (void)refreshTokensIfNeededWithCompletion:(void (^)(GIDGoogleUser *_Nullable user,
                                                      NSError *_Nullable error))completion;
@end

NS_ASSUME_NONNULL_END
