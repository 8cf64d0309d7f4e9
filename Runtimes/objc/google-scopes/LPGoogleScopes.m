#import "LPGoogleScopes.h"

static NSString *LPCanonicalScope(NSString *scope) {
  if ([scope isEqualToString:@"email"]) return @"https://www.googleapis.com/auth/userinfo.email";
  if ([scope isEqualToString:@"profile"]) {
    return @"https://www.googleapis.com/auth/userinfo.profile";
  }
  return scope;
}

@implementation LPGoogleScopes

+ (NSArray<NSString *> *)missing:(NSArray<NSString *> *)scopes
                         granted:(NSArray<NSString *> *)granted {
  NSMutableSet<NSString *> *known = [NSMutableSet set];
  for (NSString *scope in granted) [known addObject:LPCanonicalScope(scope)];
  NSMutableArray<NSString *> *missing = [NSMutableArray array];
  for (NSString *scope in scopes) {
    if (![known containsObject:LPCanonicalScope(scope)]) [missing addObject:scope];
  }
  return missing;
}

#if __has_include(<GoogleSignIn/GoogleSignIn.h>)
+ (void)missing:(NSArray<NSString *> *)scopes
     refreshing:(GIDGoogleUser *)user
     completion:(void (^)(NSArray<NSString *> *, NSError *))completion {
  [user refreshTokensIfNeededWithCompletion:^(GIDGoogleUser *refreshed, NSError *error) {
    if (error) {
      completion(nil, error);
    } else {
      completion([self missing:scopes granted:refreshed.grantedScopes], nil);
    }
  }];
}
#endif

@end
