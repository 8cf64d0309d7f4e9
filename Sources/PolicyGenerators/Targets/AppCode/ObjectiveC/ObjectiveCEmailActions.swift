import PolicyDiagnostics

/// `LPFirebaseEmailActions.h` and `.m`: `FIRActionCodeSettings` for apps of Apple's platforms.
enum ObjectiveCEmailActions {
  static func files(
    _ code: EmailActionCode, _ header: GeneratedHeader, _ writer: AppCode.Writer
  ) -> [GeneratedFile] {
    [
      writer.file("LPFirebaseEmailActions.h", interface(code, header)),
      writer.file("LPFirebaseEmailActions.m", implementation(code, header)),
    ]
  }

  private static func interface(
    _ code: EmailActionCode, _ header: GeneratedHeader
  ) -> Code<ObjectiveCLanguage> {
    let names = code.actions.map { action -> Code<ObjectiveCLanguage> in
      "LPEmailAction\(action.name, .pascal),"
    }
    return #"""
      // \#(header)

      #import <FirebaseAuth/FirebaseAuth.h>
      #import <Foundation/Foundation.h>

      #import "LPEnvironment.h"

      NS_ASSUME_NONNULL_BEGIN

      /// What an email is for.
      typedef NS_ENUM(NSInteger, LPEmailAction) {
        \#(lines: names)
      };

      /// Settings of the emails that Firebase Authentication sends, by action and environment.
      @interface LPFirebaseEmailActions : NSObject

      /// Settings with the registered continue URL; nil where the environment does not have the action.
      + (nullable FIRActionCodeSettings *)settingsForAction:(LPEmailAction)action
                                                environment:(LPEnvironment)environment;

      /// Settings with a continue URL made at run time; nil unless it is allowed.
      + (nullable FIRActionCodeSettings *)settingsForAction:(LPEmailAction)action
                                                environment:(LPEnvironment)environment
                                                continueURL:(NSString *)continueURL;

      /// The registered continue URL; nil where the environment does not have the action.
      + (nullable NSString *)continueURLForAction:(LPEmailAction)action
                                      environment:(LPEnvironment)environment;

      /// True for the registered URL, and for one that continues its path or has its own query or
      /// fragment.
      ///
      /// Scheme, host and path of the registered URL must be the same. Further path segments contain only
      /// letters, digits and `-._~` and don't start with a dot; query and fragment contain what RFC 3986
      /// allows.
      + (BOOL)isContinueURLAllowed:(NSString *)url
                         forAction:(LPEmailAction)action
                       environment:(LPEnvironment)environment;

      @end

      NS_ASSUME_NONNULL_END
      """#
  }

  private static func implementation(
    _ code: EmailActionCode, _ header: GeneratedHeader
  ) -> Code<ObjectiveCLanguage> {
    #"""
    // \#(header)

    #import "LPFirebaseEmailActions.h"

    #include <string.h>

    typedef struct {
      NSString *__unsafe_unretained url;
      NSString *__unsafe_unretained prefix;
      NSUInteger base;
      BOOL handleCodeInApp;
      NSString *__unsafe_unretained iOSBundleID;
      NSString *__unsafe_unretained androidPackageName;
      BOOL androidInstall;
      NSString *__unsafe_unretained androidMinimumVersion;
      NSString *__unsafe_unretained linkDomain;
    } LPEmailValues;

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

    /// Literals live as long as the program: a structure of them owns nothing.
    static BOOL LPFindEmailValues(LPEmailAction action, LPEnvironment environment,
                                  LPEmailValues *found) {
      switch (environment) {
        case LPEnvironmentProd:
          switch (action) {
            \#(lines: table(code, .prod))
          }
          break;
        case LPEnvironmentSandbox:
          switch (action) {
            \#(lines: table(code, .sandbox))
          }
          break;
      }
      return NO;
    }

    static BOOL LPAllowsContinueURL(LPEmailValues values, NSString *url) {
      // Code units decide, not what looks or sorts alike.
      if ([url isEqualToString:values.url]) return YES;
      if ([url length] > 2048 || [url length] < [values.prefix length]) return NO;
      NSString *start = [url substringToIndex:[values.prefix length]];
      return [start isEqualToString:values.prefix] && LPIsRest(url, values.base);
    }

    static FIRActionCodeSettings *LPMakeSettings(LPEmailValues values, NSString *url) {
      FIRActionCodeSettings *settings = [[FIRActionCodeSettings alloc] init];
      settings.URL = [NSURL URLWithString:url];
      settings.handleCodeInApp = values.handleCodeInApp;
      // Without one, the SDK names the app that runs.
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
    """#
  }

  private static func table(
    _ code: EmailActionCode, _ environment: Environment
  ) -> [Code<ObjectiveCLanguage>] {
    code.actions.map { action in
      guard let settings = action.settings[environment] else {
        return """
          case LPEmailAction\(action.name, .pascal):
            return NO;
          """
      }
      return """
        case LPEmailAction\(action.name, .pascal):
          \(lines: values(settings))
          return YES;
        """
    }
  }

  private static func values(
    _ settings: EmailActionCode.Settings
  ) -> [Code<ObjectiveCLanguage>] {
    var lines: [Code<ObjectiveCLanguage>] = [
      "found->url = \(literal: settings.url);", "found->prefix = \(literal: settings.prefix);",
      "found->base = \(settings.base.utf16.count);",
    ]
    if settings.handleCodeInApp { lines.append("found->handleCodeInApp = YES;") }
    if let bundle = settings.iosBundleID {
      lines.append("found->iOSBundleID = \(literal: bundle);")
    }
    if let android = settings.android {
      lines.append("found->androidPackageName = \(literal: android.package);")
      if android.install { lines.append("found->androidInstall = YES;") }
      if let version = android.minimumVersion {
        lines.append("found->androidMinimumVersion = \(literal: version);")
      }
    }
    if let domain = settings.linkDomain { lines.append("found->linkDomain = \(literal: domain);") }
    return lines
  }
}
