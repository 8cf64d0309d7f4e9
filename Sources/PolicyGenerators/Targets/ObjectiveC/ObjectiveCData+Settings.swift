// The email actions and the clients of your authorization server: settings per environment.

extension ObjectiveCData {
  func emailActions(_ code: EmailActionCode) -> RuntimePart<ObjectiveCLanguage> {
    let names = code.actions.map { action -> Code in
      "\(prefix)EmailAction\(action.name, .pascal),"
    }
    let cases = code.actions.map { action -> Code in
      """
      case \(prefix)EmailAction\(action.name, .pascal):
        \(perEnvironment(found: "YES") { values(action.settings[$0]) })
        return NO;
      """
    }
    return part(
      "email-actions", "FirebaseEmailActions",
      interface: """
        #import <Foundation/Foundation.h>

        /// The purpose of an email.
        typedef NS_ENUM(NSInteger, \(prefix)EmailAction) {
          \(lines: names)
        };
        """,
      implementation: """
        #import "\(prefix)FirebaseEmailValues.h"

        BOOL \(prefix)FindEmailValues(\(prefix)EmailAction action, \(prefix)Environment environment,
                               \(prefix)EmailValues *found) {
          switch (action) {
            \(lines: cases)
          }
          return NO;
        }
        """)
  }

  private func values(_ settings: EmailActionCode.Settings?) -> [Code]? {
    guard let settings else { return nil }
    var lines: [Code] = [
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

  func authorizationRequests(_ code: OwnClientCode) -> RuntimePart<ObjectiveCLanguage> {
    let names = code.clients.map { client -> Code in "\(prefix)OwnClient\(client.name, .pascal)," }
    let constants = code.clients.map { client -> Code in
      let uris = client.redirectURIs.map { uri -> Code in
        """
        static NSString *const \(prefix)RedirectURI\(client.name, .pascal)\(uri.name, .pascal) =
            \(literal: uri.text);
        """
      }
      return """
        /// The redirect URIs of the client `\(word: client.label)` in both environments.
        \(lines: uris)
        """
    }
    let cases = code.clients.map { client -> Code in
      """
      case \(prefix)OwnClient\(client.name, .pascal):
        \(perEnvironment(found: "found") { settings(client.settings[$0]) })
        return nil;
      """
    }
    return part(
      "authorization-requests", "AuthorizationRequest",
      interface: """
        #import <Foundation/Foundation.h>

        /// The clients of the authorization server that are apps.
        typedef NS_ENUM(NSInteger, \(prefix)OwnClient) {
          \(lines: names)
        };

        \(.joined(constants, by: "\n\n"))
        """,
      implementation: """
        #import "\(prefix)OwnClientSettings.h"

        \(prefix)OwnClientSettings *\(prefix)FindOwnClient(\(prefix)OwnClient client, \(prefix)Environment environment) {
          \(prefix)OwnClientSettings *found = [[\(prefix)OwnClientSettings alloc] init];
          switch (client) {
            \(lines: cases)
          }
          return nil;
        }
        """)
  }

  private func settings(_ settings: OwnClientCode.Settings?) -> [Code]? {
    guard let settings else { return nil }
    func list(_ texts: [String]) -> Code { array(texts.map { "\(literal: $0)" }) }
    var lines: [Code] = [
      "found.endpoint = \(literal: settings.endpoint);",
      "found.clientID = \(literal: settings.clientID);",
      "found.redirectURIs = \(list(settings.redirectURIs.map(\.text)));",
      "found.loopback = \(list(settings.redirectURIs.filter(\.takesPort).map(\.text)));",
      "found.scopes = \(list(settings.scopes));",
    ]
    if let issuer = settings.issuer { lines.append("found.issuer = \(literal: issuer);") }
    return lines
  }
}
