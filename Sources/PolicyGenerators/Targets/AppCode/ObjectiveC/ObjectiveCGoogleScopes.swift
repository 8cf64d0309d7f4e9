/// `LPGoogleScopes.h` and `.m`: what to ask Google for, and what is still missing.
enum ObjectiveCGoogleScopes {
  static func files(
    _ code: GoogleScopeCode, _ header: GeneratedHeader, _ writer: AppCode.Writer
  ) -> [GeneratedFile] {
    let declarations = code.features.map { feature -> Code<ObjectiveCLanguage> in
      "+ (NSArray<NSString *> *)scopesFor\(feature.name, .pascal);"
    }
    let methods = code.features.map { feature -> Code<ObjectiveCLanguage> in
      let scopes = feature.scopes.map { scope -> Code<ObjectiveCLanguage> in "\(literal: scope)," }
      return """
        + (NSArray<NSString *> *)scopesFor\(feature.name, .pascal) {
          return @[
            \(lines: scopes)
          ];
        }
        """
    }
    return [
      writer.file("LPGoogleScopes.h", interface(declarations, header)),
      writer.file("LPGoogleScopes.m", implementation(methods, header)),
    ]
  }

  private static func interface(
    _ declarations: [Code<ObjectiveCLanguage>], _ header: GeneratedHeader
  ) -> Code<ObjectiveCLanguage> {
    #"""
    // \#(header)

    #import <Foundation/Foundation.h>

    NS_ASSUME_NONNULL_BEGIN

    /// The scopes to ask Google for: at sign-in, and when a feature is used.
    @interface LPGoogleScopes : NSObject

    \#(lines: declarations)

    /// The scopes that were not granted, in their order; all of them for nil, which is what the SDK has
    /// where the server named none.
    ///
    /// A sign-in that succeeds does not mean that all was granted: users may untick scopes. Texts are
    /// compared as they are; Google grants `email` and `profile` under their long names.
    + (NSArray<NSString *> *)missing:(NSArray<NSString *> *)scopes
                             granted:(nullable NSArray<NSString *> *)granted;

    @end

    NS_ASSUME_NONNULL_END
    """#
  }

  private static func implementation(
    _ methods: [Code<ObjectiveCLanguage>], _ header: GeneratedHeader
  ) -> Code<ObjectiveCLanguage> {
    #"""
    // \#(header)

    #import "LPGoogleScopes.h"

    static NSString *LPCanonicalScope(NSString *scope) {
      if ([scope isEqualToString:@"email"]) return @"https://www.googleapis.com/auth/userinfo.email";
      if ([scope isEqualToString:@"profile"]) {
        return @"https://www.googleapis.com/auth/userinfo.profile";
      }
      return scope;
    }

    @implementation LPGoogleScopes

    \#(.joined(methods, by: "\n\n"))

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

    @end
    """#
  }
}
