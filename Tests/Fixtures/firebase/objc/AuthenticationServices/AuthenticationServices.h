// Declarations of AuthenticationServices that generated code uses, as in Apple's SDK.
#pragma once
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

typedef NSString *ASAuthorizationScope;
extern ASAuthorizationScope const ASAuthorizationScopeFullName;
extern ASAuthorizationScope const ASAuthorizationScopeEmail;

@interface ASAuthorizationAppleIDRequest : NSObject
@property(nonatomic, copy, nullable) NSArray<ASAuthorizationScope> *requestedScopes;
@property(nonatomic, copy, nullable) NSString *nonce;
@end

NS_ASSUME_NONNULL_END
