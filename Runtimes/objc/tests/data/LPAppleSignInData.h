#import "LPAppleSignIn.h"

/// The settings of a policy.
@interface LPAppleSignIn : LPAppleSignInSettings
@end
