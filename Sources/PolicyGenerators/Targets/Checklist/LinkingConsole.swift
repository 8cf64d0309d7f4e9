import PolicyText
import PolicyModel

/// The page where Google learns of our authorization server.
struct LinkingConsole: Console {
  let report: ReportContext
  let document: PolicyDocument
  let environment: Environment

  var pages: [ConsolePage] {
    document.policy.clients
      .filter {
        $0.provider?.value == .googleAccountLinking && $0.clientID?[environment] != nil
      }
      .map(page)
  }

  private func page(_ client: Client) -> ConsolePage {
    let ours = document.policy.authorizationServer
    var page = ConsolePage("Account linking: \(client.id.value)")
    page.add("Client ID", value(client.clientID))
    if let node = client.clientSecret?[environment] {
      page.add(
        "Client secret",
        secret(document.secretReference(node), document.anchor(Located(true, node))))
    }
    page.add("Transmit client ID and secret via HTTP basic auth header", authentication(client))
    page.add(
      "Authorization URL",
      value(client.server?.authorizationEndpoint ?? ours?.authorizationEndpoint))
    page.add("Token URL", value(client.server?.tokenEndpoint ?? ours?.tokenEndpoint))
    page.add(
      "Token revocation URL",
      value(client.server?.revocationEndpoint ?? ours?.revocationEndpoint))
    page.add("Scopes", values(client.scopes))
    if let streamlined = client.streamlinedLinking {
      page.add("Google client ID of streamlined linking", value(streamlined.googleClientID))
      page.add("Intents of streamlined linking", values(streamlined.intents))
    }
    page.add("App Flip, iOS: universal link", value(client.appFlipIOS?.universalLink))
    if let flip = client.appFlipAndroid {
      let app = app(flip.app?[environment])
      page.add("App Flip, Android: application ID", value(app, \.packageName))
      page.add("App Flip, Android: app signature", fingerprints(app, \.sha256Fingerprints))
      page.add("App Flip, Android: authorization intent", value(flip.intentAction))
    }
    return page
  }

  /// A switch of the console; a client without a secret has nothing to transmit.
  private func authentication(_ client: Client) -> [PageText] {
    let method = client.tokenEndpointAuth
    let line = method.map { report.line(document.anchor($0)) } ?? []
    switch method?.value.string {
    case "basic": return [.text("on")] + line
    case "none": return []
    default:
      return client.clientSecret?[environment] == nil && method == nil ? [] : [.text("off")] + line
    }
  }
}
