/// `LPAppleSignIn.h` and `.m`: the nonce and the request of Sign in with Apple.
enum ObjectiveCAppleSignIn {
  static func files(
    _ providers: [AppleSignInCode], _ header: GeneratedHeader, _ writer: AppCode.Writer
  ) -> [GeneratedFile] {
    [
      writer.file("LPAppleSignIn.h", interface(providers, header)),
      writer.file("LPAppleSignIn.m", implementation(providers, header)),
    ]
  }

  private static func name(_ code: AppleSignInCode) -> Code<ObjectiveCLanguage> {
    code.name.map { "LPAppleSignIn\($0, .pascal)" } ?? "LPAppleSignIn"
  }

  private static func interface(
    _ providers: [AppleSignInCode], _ header: GeneratedHeader
  ) -> Code<ObjectiveCLanguage> {
    let interfaces = providers.map { code -> Code<ObjectiveCLanguage> in
      """
      /// Sign in with Apple on Apple's platforms.
      @interface \(name(code)) : NSObject

      /// Whether the user must consent before an Apple account is linked to other data: ask first.
      @property(class, nonatomic, readonly) BOOL linkingNeedsConsent;

      /// Asks for what the policy says; keep the nonce until Apple has answered. Without one, as
      /// `randomNonce` can be, it raises `NSInvalidArgumentException`.
      + (void)prepareRequest:(ASAuthorizationAppleIDRequest *)request nonce:(LPAppleNonce *)nonce;

      @end
      """
    }
    return #"""
      // \#(header)

      #import <AuthenticationServices/AuthenticationServices.h>
      #import <Foundation/Foundation.h>

      #if __has_include(<FirebaseAuth/FirebaseAuth.h>)
      #import <FirebaseAuth/FirebaseAuth.h>
      #endif

      NS_ASSUME_NONNULL_BEGIN

      /// A nonce ties the ID token of Apple to one attempt to sign in: make one for each.
      ///
      /// Apple gets `SHA256`; Firebase gets `raw` and compares:
      /// `+[FIROAuthProvider appleCredentialWithIDToken:rawNonce:fullName:]`.
      @interface LPAppleNonce : NSObject

      /// What stays in the app until Apple has answered.
      @property(nonatomic, readonly, copy) NSString *raw;

      /// The SHA-256 of `raw` in lower-case hex.
      @property(nonatomic, readonly, copy) NSString *SHA256;

      /// 32 characters of 64, which are 192 random bits; nil where the system has none.
      + (nullable LPAppleNonce *)randomNonce;

      /// A nonce that was made before.
      - (instancetype)initWithRaw:(NSString *)raw NS_DESIGNATED_INITIALIZER;
      - (instancetype)init NS_UNAVAILABLE;

      @end

      \#(.joined(interfaces, by: "\n\n"))

      #if __has_include(<FirebaseAuth/FirebaseAuth.h>)
      /// Apple accounts that belong to another user.
      @interface LPAppleLinking : NSObject

      /// The credential to sign in with, by `-[FIRAuth signInWithCredential:completion:]`, if
      /// `-[FIRUser linkWithCredential:completion:]` failed because the Apple account belongs to another
      /// user; nil for other errors. Apple's token can't be used twice.
      + (nullable FIRAuthCredential *)updatedCredentialFromError:(NSError *)error;

      @end
      #endif

      NS_ASSUME_NONNULL_END
      """#
  }

  private static func implementation(
    _ providers: [AppleSignInCode], _ header: GeneratedHeader
  ) -> Code<ObjectiveCLanguage> {
    let implementations = providers.map { code -> Code<ObjectiveCLanguage> in
      let scopes = code.scopes.compactMap { scope -> Code<ObjectiveCLanguage>? in
        switch scope {
        case "name": "ASAuthorizationScopeFullName"
        case "email": "ASAuthorizationScopeEmail"
        default: nil
        }
      }
      let consent: Code<ObjectiveCLanguage> = code.needsConsent ? "YES" : "NO"
      return """
        @implementation \(name(code))

        + (BOOL)linkingNeedsConsent {
          return \(consent);
        }

        + (void)prepareRequest:(ASAuthorizationAppleIDRequest *)request nonce:(LPAppleNonce *)nonce {
          // Callers can pass nil all the same, and then nothing would tie the token to this attempt.
          if (nonce == nil) [NSException raise:NSInvalidArgumentException format:@"no nonce"];
          request.requestedScopes = @[ \(.joined(scopes, by: ", ")) ];
          request.nonce = nonce.SHA256;
        }

        @end
        """
    }
    return #"""
      // \#(header)

      #import "LPAppleSignIn.h"

      #import <CommonCrypto/CommonDigest.h>
      #import <Security/Security.h>

      @implementation LPAppleNonce

      + (LPAppleNonce *)randomNonce {
        static const char alphabet[] =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
        uint8_t bytes[32];
        if (SecRandomCopyBytes(kSecRandomDefault, sizeof bytes, bytes) != errSecSuccess) return nil;
        NSMutableString *raw = [NSMutableString string];
        for (size_t i = 0; i < sizeof bytes; ++i) [raw appendFormat:@"%c", alphabet[bytes[i] & 63]];
        return [[LPAppleNonce alloc] initWithRaw:raw];
      }

      - (instancetype)initWithRaw:(NSString *)raw {
        // The hash of nothing is the same for everybody.
        if ([raw length] == 0) [NSException raise:NSInvalidArgumentException format:@"no nonce"];
        self = [super init];
        if (self != nil) _raw = [raw copy];
        return self;
      }

      - (NSString *)SHA256 {
        NSData *data = [_raw dataUsingEncoding:NSUTF8StringEncoding];
        unsigned char digest[CC_SHA256_DIGEST_LENGTH];
        CC_SHA256([data bytes], (CC_LONG)[data length], digest);
        NSMutableString *hex = [NSMutableString string];
        for (size_t i = 0; i < sizeof digest; ++i) [hex appendFormat:@"%02x", digest[i]];
        return hex;
      }

      @end

      \#(.joined(implementations, by: "\n\n"))

      #if __has_include(<FirebaseAuth/FirebaseAuth.h>)
      @implementation LPAppleLinking

      + (FIRAuthCredential *)updatedCredentialFromError:(NSError *)error {
        if (![error.domain isEqualToString:FIRAuthErrorDomain]) return nil;
        if (error.code != FIRAuthErrorCodeCredentialAlreadyInUse) return nil;
        return error.userInfo[FIRAuthErrorUserInfoUpdatedCredentialKey];
      }

      @end
      #endif
      """#
  }
}
