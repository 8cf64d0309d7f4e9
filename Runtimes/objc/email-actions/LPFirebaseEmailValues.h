#import "LPEnvironment.h"
#import "LPFirebaseEmailActionsData.h"

/// The settings of an action in one environment. Its strings are literals, which live as long as the program.
typedef struct {
  NSString *__unsafe_unretained url;
  /// The URL up to its query.
  NSString *__unsafe_unretained prefix;
  /// The length of `prefix` without a final slash; 0 if only `url` is allowed.
  NSUInteger base;
  BOOL handleCodeInApp;
  NSString *__unsafe_unretained iOSBundleID;
  NSString *__unsafe_unretained androidPackageName;
  BOOL androidInstall;
  NSString *__unsafe_unretained androidMinimumVersion;
  NSString *__unsafe_unretained linkDomain;
} LPEmailValues;

/// Fills the settings of an action; NO if the environment does not have it.
BOOL LPFindEmailValues(LPEmailAction action, LPEnvironment environment, LPEmailValues *found);
