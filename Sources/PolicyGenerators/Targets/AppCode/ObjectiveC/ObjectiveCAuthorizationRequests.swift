import PolicyDiagnostics

/// `LPAuthorizationRequest.h` and `.m`: what an app asks our own authorization server.
enum ObjectiveCAuthorizationRequests {
  static func files(
    _ code: OwnClientCode, _ header: GeneratedHeader, _ writer: AppCode.Writer
  ) -> [GeneratedFile] {
    [
      writer.file("LPAuthorizationRequest.h", interface(code, header)),
      writer.file("LPAuthorizationRequest.m", implementation(code, header)),
    ]
  }

  private static func interface(
    _ code: OwnClientCode, _ header: GeneratedHeader
  ) -> Code<ObjectiveCLanguage> {
    let names = code.clients.map { client -> Code<ObjectiveCLanguage> in
      let uris = client.redirectURIs.map { uri -> Code<ObjectiveCLanguage> in
        """
        static NSString *const LPRedirectURI\(client.name, .pascal)\(uri.name, .pascal) =
            \(literal: uri.text);
        """
      }
      return """
        /// Redirect URIs of the client `\(word: client.label)`, those of both environments.
        \(lines: uris)
        """
    }
    let clients = code.clients.map { client -> Code<ObjectiveCLanguage> in
      "LPOwnClient\(client.name, .pascal),"
    }
    return #"""
      // \#(header)

      #import <Foundation/Foundation.h>

      #import "LPEnvironment.h"

      NS_ASSUME_NONNULL_BEGIN

      /// The clients of our own authorization server.
      typedef NS_ENUM(NSInteger, LPOwnClient) {
        \#(lines: clients)
      };

      \#(.joined(names, by: "\n\n"))

      /// A request to our own authorization server: keep it until the answer is there.
      ///
      /// Send the user to `URL`, with `ASWebAuthenticationSession` for instance. The answer is for this
      /// request where its `state` is that of the request and its `iss` is `issuer`.
      @interface LPAuthorizationRequest : NSObject

      /// Where to send the user.
      @property(nonatomic, readonly, copy) NSString *URL;

      /// What the answer must repeat: without it anybody's answer could be taken for ours.
      @property(nonatomic, readonly, copy) NSString *state;

      /// Goes to the token endpoint with the code, and nowhere before.
      @property(nonatomic, readonly, copy) NSString *codeVerifier;

      /// Goes to the token endpoint with the code.
      @property(nonatomic, readonly, copy) NSString *redirectURI;

      /// What the answer says as `iss` (RFC 9207); nil where our server says nothing.
      @property(nonatomic, readonly, copy, nullable) NSString *issuer;

      /// A request with a new state and a new proof key; nil where the environment does not have the
      /// redirect URI or a scope, and where the system has no random bits.
      ///
      /// - Parameters:
      ///   - redirectURI: one of the constants, or a text that is registered, unit for unit; nil is none.
      ///   - scopes: nil for all that are registered.
      ///   - port: where the app listens, for a loopback redirect URI (RFC 8252 section 7.3); else 0.
      + (nullable LPAuthorizationRequest *)requestForClient:(LPOwnClient)client
                                                environment:(LPEnvironment)environment
                                                redirectURI:(nullable NSString *)redirectURI
                                                     scopes:(nullable NSArray<NSString *> *)scopes
                                                       port:(uint16_t)port;

      - (instancetype)init NS_UNAVAILABLE;

      @end

      NS_ASSUME_NONNULL_END
      """#
  }

  private static func implementation(
    _ code: OwnClientCode, _ header: GeneratedHeader
  ) -> Code<ObjectiveCLanguage> {
    #"""
    // \#(header)

    #import "LPAuthorizationRequest.h"

    #import <CommonCrypto/CommonDigest.h>
    #import <Security/Security.h>

    @interface LPOwnClientSettings : NSObject
    @property(nonatomic, copy) NSString *endpoint;
    @property(nonatomic, copy) NSString *clientID;
    @property(nonatomic, copy) NSArray<NSString *> *redirectURIs;
    /// Those that may get a port.
    @property(nonatomic, copy) NSArray<NSString *> *loopback;
    @property(nonatomic, copy) NSArray<NSString *> *scopes;
    @property(nonatomic, copy) NSString *issuer;
    @end

    @implementation LPOwnClientSettings
    @end

    static const char LPAlphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    /// nil where the environment does not have the client.
    static LPOwnClientSettings *LPFindOwnClient(LPOwnClient client, LPEnvironment environment) {
      LPOwnClientSettings *found = [[LPOwnClientSettings alloc] init];
      switch (environment) {
        case LPEnvironmentProd:
          switch (client) {
            \#(lines: table(code, .prod))
          }
          break;
        case LPEnvironmentSandbox:
          switch (client) {
            \#(lines: table(code, .sandbox))
          }
          break;
      }
      return nil;
    }

    static BOOL LPContainsText(NSArray<NSString *> *texts, NSString *text) {
      for (NSString *each in texts) {
        if ([each isEqualToString:text]) return YES;
      }
      return NO;
    }

    /// Characters of 64, six random bits each; nil where the system has none.
    static NSString *LPRandomText(size_t count) {
      uint8_t bytes[64];
      if (count > sizeof bytes) return nil;
      if (SecRandomCopyBytes(kSecRandomDefault, count, bytes) != errSecSuccess) return nil;
      NSMutableString *text = [NSMutableString string];
      for (size_t i = 0; i < count; ++i) [text appendFormat:@"%c", LPAlphabet[bytes[i] & 63]];
      return text;
    }

    /// The SHA-256 of a text in base64url.
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

    /// Leaves `A-Z a-z 0-9 - . _ ~` (RFC 3986 section 2.3).
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

    /// The registered text, with the port where it may have one; nil where it is not registered.
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
    """#
  }

  private static func table(
    _ code: OwnClientCode, _ environment: Environment
  ) -> [Code<ObjectiveCLanguage>] {
    code.clients.map { client in
      guard let settings = client.settings[environment] else {
        return """
          case LPOwnClient\(client.name, .pascal):
            return nil;
          """
      }
      func list(_ texts: [String]) -> Code<ObjectiveCLanguage> {
        texts.isEmpty ? "@[]" : "@[ \(.joined(texts.map { "\(literal: $0)" }, by: ", ")) ]"
      }
      var lines: [Code<ObjectiveCLanguage>] = [
        "found.endpoint = \(literal: settings.endpoint);",
        "found.clientID = \(literal: settings.clientID);",
        "found.redirectURIs = \(list(settings.redirectURIs.map(\.text)));",
        "found.loopback = \(list(settings.redirectURIs.filter(\.takesPort).map(\.text)));",
        "found.scopes = \(list(settings.scopes));",
      ]
      if let issuer = settings.issuer { lines.append("found.issuer = \(literal: issuer);") }
      return """
        case LPOwnClient\(client.name, .pascal):
          \(lines: lines)
          return found;
        """
    }
  }
}
