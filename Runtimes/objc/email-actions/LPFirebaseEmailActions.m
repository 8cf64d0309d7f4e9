#import "LPFirebaseEmailActions.h"

#import "LPFirebaseEmailValues.h"

#include <string.h>

static BOOL LPIsUnreserved(unichar c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

static BOOL LPIsHex(unichar c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

static BOOL LPIsRest(NSString *url, NSUInteger start) {
  const NSUInteger end = [url length];
  NSUInteger at = start;
  unichar previous = 0;
  for (; at < end && [url characterAtIndex:at] != '?' && [url characterAtIndex:at] != '#'; ++at) {
    const unichar c = [url characterAtIndex:at];
    if (at == start && c != '/') return NO;
    if (c == '/' ? previous == '/' : !LPIsUnreserved(c) || (c == '.' && previous == '/')) {
      return NO;
    }
    previous = c;
  }
  BOOL inFragment = at < end && [url characterAtIndex:at] == '#';
  for (++at; at < end; ++at) {
    const unichar c = [url characterAtIndex:at];
    if (c == '#' && !inFragment) {
      inFragment = YES;
    } else if (c == '%') {
      if (end - at < 3 || !LPIsHex([url characterAtIndex:at + 1]) ||
          !LPIsHex([url characterAtIndex:at + 2])) {
        return NO;
      }
      at += 2;
    } else if (!LPIsUnreserved(c) && (c == 0 || c > 0x7E || !strchr("!$&'()*+,;=:@/?", (char)c))) {
      return NO;
    }
  }
  return YES;
}

static BOOL LPAllowsContinueURL(LPEmailValues values, NSString *url) {
  // `isEqualToString:` compares UTF-16 code units.
  if ([url isEqualToString:values.url]) return YES;
  if ([url length] > 2048 || [url length] < [values.prefix length]) return NO;
  NSString *start = [url substringToIndex:[values.prefix length]];
  return [start isEqualToString:values.prefix] && LPIsRest(url, values.base);
}

static FIRActionCodeSettings *LPMakeSettings(LPEmailValues values, NSString *url) {
  FIRActionCodeSettings *settings = [[FIRActionCodeSettings alloc] init];
  settings.URL = [NSURL URLWithString:url];
  settings.handleCodeInApp = values.handleCodeInApp;
  // By default, the SDK sets the bundle ID of the running app.
  if (values.iOSBundleID != nil) settings.iOSBundleID = values.iOSBundleID;
  if (values.androidPackageName != nil) {
    [settings setAndroidPackageName:values.androidPackageName
              installIfNotAvailable:values.androidInstall
                     minimumVersion:values.androidMinimumVersion];
  }
  settings.linkDomain = values.linkDomain;
  return settings.URL == nil ? nil : settings;
}

@implementation LPFirebaseEmailActions

+ (FIRActionCodeSettings *)settingsForAction:(LPEmailAction)action
                                 environment:(LPEnvironment)environment {
  LPEmailValues values = {0};
  if (!LPFindEmailValues(action, environment, &values)) return nil;
  return LPMakeSettings(values, values.url);
}

+ (FIRActionCodeSettings *)settingsForAction:(LPEmailAction)action
                                 environment:(LPEnvironment)environment
                                 continueURL:(NSString *)continueURL {
  LPEmailValues values = {0};
  if (!LPFindEmailValues(action, environment, &values)) return nil;
  return LPAllowsContinueURL(values, continueURL) ? LPMakeSettings(values, continueURL) : nil;
}

+ (NSString *)continueURLForAction:(LPEmailAction)action environment:(LPEnvironment)environment {
  LPEmailValues values = {0};
  return LPFindEmailValues(action, environment, &values) ? values.url : nil;
}

+ (BOOL)isContinueURLAllowed:(NSString *)url
                   forAction:(LPEmailAction)action
                 environment:(LPEnvironment)environment {
  LPEmailValues values = {0};
  return LPFindEmailValues(action, environment, &values) && LPAllowsContinueURL(values, url);
}

@end
