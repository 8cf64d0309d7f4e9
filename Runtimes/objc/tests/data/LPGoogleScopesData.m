#import "LPGoogleScopes.h"

@implementation LPGoogleScopes (Policy)

+ (NSArray<NSString *> *)scopesForSignIn {
  return @[ @"email", @"profile" ];
}

+ (NSArray<NSString *> *)scopesForBackup {
  return @[ @"https://www.googleapis.com/auth/drive.file" ];
}

@end
