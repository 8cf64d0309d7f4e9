#import "LPAuthorizationRequest.h"

#import <CommonCrypto/CommonDigest.h>
#import <Security/Security.h>

#import "LPOwnClientSettings.h"

@implementation LPOwnClientSettings
@end

static const char LPAlphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static BOOL LPContainsText(NSArray<NSString *> *texts, NSString *text) {
  for (NSString *each in texts) {
    if ([each isEqualToString:text]) return YES;
  }
  return NO;
}

/// Characters of base64url, six random bits each; nil if the system has none.
static NSString *LPRandomText(size_t count) {
  uint8_t bytes[64];
  if (count > sizeof bytes) return nil;
  if (SecRandomCopyBytes(kSecRandomDefault, count, bytes) != errSecSuccess) return nil;
  NSMutableString *text = [NSMutableString string];
  for (size_t i = 0; i < count; ++i) [text appendFormat:@"%c", LPAlphabet[bytes[i] & 63]];
  return text;
}

/// The SHA-256 of a string in base64url.
static NSString *LPChallenge(NSString *verifier) {
  NSData *data = [verifier dataUsingEncoding:NSUTF8StringEncoding];
  unsigned char digest[CC_SHA256_DIGEST_LENGTH];
  CC_SHA256([data bytes], (CC_LONG)[data length], digest);
  NSMutableString *text = [NSMutableString string];
  unsigned buffer = 0;
  unsigned bits = 0;
  for (size_t i = 0; i < sizeof digest; ++i) {
    buffer = buffer << 8 | digest[i];
    for (bits += 8; bits >= 6; buffer &= (1u << bits) - 1) {
      bits -= 6;
      [text appendFormat:@"%c", LPAlphabet[buffer >> bits & 63]];
    }
  }
  if (bits > 0) [text appendFormat:@"%c", LPAlphabet[buffer << (6 - bits) & 63]];
  return text;
}

/// Appends a parameter, and encodes all but `A-Z a-z 0-9 - . _ ~` (RFC 3986 section 2.3).
static void LPAppendParameter(NSMutableString *url, NSString *name, NSString *value) {
  [url appendFormat:@"%@=", name];
  NSData *data = [value dataUsingEncoding:NSUTF8StringEncoding];
  const unsigned char *bytes = [data bytes];
  for (NSUInteger i = 0; i < [data length]; ++i) {
    const unsigned char c = bytes[i];
    const BOOL isUnreserved = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                              (c >= 'a' && c <= 'z') || c == '-' || c == '.' || c == '_' || c == '~';
    if (isUnreserved) {
      [url appendFormat:@"%c", c];
    } else {
      [url appendFormat:@"%%%02X", c];
    }
  }
}

/// The registered redirect URI, with the port if there is one; nil if it isn't registered.
static NSString *LPTarget(LPOwnClientSettings *settings, NSString *uri, uint16_t port) {
  if (uri == nil || !LPContainsText(settings.redirectURIs, uri)) return nil;
  if (port == 0) return uri;
  if (!LPContainsText(settings.loopback, uri)) return nil;
  NSUInteger length = [uri characterAtIndex:7] == '[' ? 12 : 16;
  NSMutableString *target = [NSMutableString string];
  [target appendFormat:@"%@:%u%@", [uri substringToIndex:length], (unsigned)port,
                       [uri substringFromIndex:length]];
  return target;
}

@implementation LPAuthorizationRequest

- (instancetype)initWithSettings:(LPOwnClientSettings *)settings
                     redirectURI:(NSString *)redirectURI
                          scopes:(NSArray<NSString *> *)scopes
                           state:(NSString *)state
                    codeVerifier:(NSString *)codeVerifier {
  self = [super init];
  if (self == nil) return nil;
  NSMutableString *url = [NSMutableString string];
  BOOL hasQuery = NO;
  for (NSUInteger i = 0; i < [settings.endpoint length]; ++i) {
    if ([settings.endpoint characterAtIndex:i] == '?') hasQuery = YES;
  }
  [url appendFormat:@"%@%c", settings.endpoint, hasQuery ? '&' : '?'];
  [url appendFormat:@"%@", @"response_type=code&"];
  LPAppendParameter(url, @"client_id", settings.clientID);
  LPAppendParameter(url, @"&redirect_uri", redirectURI);
  LPAppendParameter(url, @"&state", state);
  LPAppendParameter(url, @"&code_challenge", LPChallenge(codeVerifier));
  [url appendFormat:@"%@", @"&code_challenge_method=S256"];
  NSMutableString *scope = [NSMutableString string];
  for (NSString *each in scopes) {
    [scope appendFormat:[scope length] == 0 ? @"%@" : @" %@", each];
  }
  if ([scope length] > 0) LPAppendParameter(url, @"&scope", scope);
  _URL = [url copy];
  _state = [state copy];
  _codeVerifier = [codeVerifier copy];
  _redirectURI = [redirectURI copy];
  _issuer = [settings.issuer copy];
  return self;
}

+ (LPAuthorizationRequest *)requestForClient:(LPOwnClient)client
                                 environment:(LPEnvironment)environment
                                 redirectURI:(NSString *)redirectURI
                                      scopes:(NSArray<NSString *> *)scopes
                                        port:(uint16_t)port {
  LPOwnClientSettings *settings = LPFindOwnClient(client, environment);
  if (settings == nil) return nil;
  NSString *target = LPTarget(settings, redirectURI, port);
  NSArray<NSString *> *asked = scopes == nil ? settings.scopes : scopes;
  for (NSString *scope in asked) {
    if (!LPContainsText(settings.scopes, scope)) return nil;
  }
  NSString *state = LPRandomText(32);
  NSString *verifier = LPRandomText(43);
  if (target == nil || state == nil || verifier == nil) return nil;
  return [[LPAuthorizationRequest alloc] initWithSettings:settings
                                              redirectURI:target
                                                   scopes:asked
                                                    state:state
                                             codeVerifier:verifier];
}

@end
