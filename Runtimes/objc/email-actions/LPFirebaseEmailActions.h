#import <FirebaseAuth/FirebaseAuth.h>
#import <Foundation/Foundation.h>

#import "LPEnvironment.h"
#import "LPFirebaseEmailActionsData.h"

NS_ASSUME_NONNULL_BEGIN

/// Settings of the emails that Firebase Authentication sends, by action and environment.
@interface LPFirebaseEmailActions : NSObject

/// Settings with the registered continue URL; nil if the environment does not have the action.
+ (nullable FIRActionCodeSettings *)settingsForAction:(LPEmailAction)action
                                          environment:(LPEnvironment)environment;

/// Settings with a continue URL made at run time; nil unless it is allowed.
+ (nullable FIRActionCodeSettings *)settingsForAction:(LPEmailAction)action
                                          environment:(LPEnvironment)environment
                                          continueURL:(NSString *)continueURL;

/// The registered continue URL; nil if the environment does not have the action.
+ (nullable NSString *)continueURLForAction:(LPEmailAction)action
                                environment:(LPEnvironment)environment;

/// Returns YES for the registered URL, and for one that extends its path or has its own query or fragment.
///
/// Scheme, host, and path must be those of the registered URL. Further path segments contain only letters,
/// digits, and `-._~` and don't start with a dot; query and fragment contain what RFC 3986 allows.
+ (BOOL)isContinueURLAllowed:(NSString *)url
                   forAction:(LPEmailAction)action
                 environment:(LPEnvironment)environment;

@end

NS_ASSUME_NONNULL_END
