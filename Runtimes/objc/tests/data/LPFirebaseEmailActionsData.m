#import "LPFirebaseEmailValues.h"

BOOL LPFindEmailValues(LPEmailAction action, LPEnvironment environment,
                       LPEmailValues *found) {
  switch (action) {
    case LPEmailActionSignIn:
      if (environment == LPEnvironmentProd) {
        found->url = @"https://app.acme.example/finish";
        found->prefix = @"https://app.acme.example/finish";
        found->base = 31;
        found->handleCodeInApp = YES;
        found->iOSBundleID = @"example.home";
        found->androidPackageName = @"example.home.android";
        found->androidInstall = YES;
        found->androidMinimumVersion = @"12";
        return YES;
      }
      if (environment == LPEnvironmentSandbox) {
        found->url = @"http://localhost:5000/finish";
        found->prefix = @"http://localhost:5000/finish";
        found->base = 28;
        found->handleCodeInApp = YES;
        found->iOSBundleID = @"example.home";
        found->androidPackageName = @"example.home.android";
        found->androidInstall = YES;
        found->androidMinimumVersion = @"12";
        return YES;
      }
      return NO;
    case LPEmailActionResetPassword:
      if (environment == LPEnvironmentProd) {
        found->url = @"https://app.acme.example/";
        found->prefix = @"https://app.acme.example/";
        found->base = 24;
        return YES;
      }
      return NO;
  }
  return NO;
}
