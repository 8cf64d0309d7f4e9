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
  // The hash of an empty string is the same for every attempt.
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

@implementation LPAppleSignInSettings

+ (BOOL)linkingNeedsConsent {
  return YES;
}

+ (NSArray<ASAuthorizationScope> *)requestedScopes {
  return @[];
}

+ (void)prepareRequest:(ASAuthorizationAppleIDRequest *)request nonce:(LPAppleNonce *)nonce {
  // Callers can pass nil in spite of the annotation, and then nothing ties the token to this attempt.
  if (nonce == nil) [NSException raise:NSInvalidArgumentException format:@"no nonce"];
  request.requestedScopes = self.requestedScopes;
  request.nonce = nonce.SHA256;
}

@end

#if __has_include(<FirebaseAuth/FirebaseAuth.h>)
@implementation LPAppleLinking

+ (FIRAuthCredential *)updatedCredentialFromError:(NSError *)error {
  if (![error.domain isEqualToString:FIRAuthErrorDomain]) return nil;
  if (error.code != FIRAuthErrorCodeCredentialAlreadyInUse) return nil;
  return error.userInfo[FIRAuthErrorUserInfoUpdatedCredentialKey];
}

@end
#endif
