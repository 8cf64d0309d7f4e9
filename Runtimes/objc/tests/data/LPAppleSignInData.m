#import "LPAppleSignIn.h"

@implementation LPAppleSignIn

+ (BOOL)linkingNeedsConsent {
  return YES;
}

+ (NSArray<ASAuthorizationScope> *)requestedScopes {
  return @[ ASAuthorizationScopeFullName, ASAuthorizationScopeEmail ];
}

@end
