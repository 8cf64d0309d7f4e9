import PolicyText
import PolicyModel

/// Google's apps that send App Flip requests for a trial.
struct TestTool: Console {
  let report: ReportContext
  let document: PolicyDocument
  let environment: Environment

  var pages: [ConsolePage] {
    document.policy.clients.flatMap { client -> [ConsolePage] in
      guard client.clientID?[environment] != nil else { return [] }
      return [ios(client), android(client)].compactMap { $0 }
    }
  }

  private func ios(_ client: Client) -> ConsolePage? {
    guard client.appFlipIOS?.universalLink?[environment] != nil else { return nil }
    var page = ConsolePage("iOS: \(client.id.value)")
    page.add("Universal link", value(client.appFlipIOS?.universalLink))
    addRequest(client, to: &page)
    return page
  }

  private func android(_ client: Client) -> ConsolePage? {
    guard let flip = client.appFlipAndroid, flip.intentAction?[environment] != nil else {
      return nil
    }
    let app = app(flip.app?[environment])
    var page = ConsolePage("Android: \(client.id.value)")
    page.add("Package", value(app, \.packageName))
    page.add("App signature", fingerprints(app, \.sha256Fingerprints))
    page.add("Intent action", value(flip.intentAction))
    addRequest(client, to: &page)
    return page
  }

  private func addRequest(_ client: Client, to page: inout ConsolePage) {
    page.add("Client ID", value(client.clientID))
    page.add("Scopes", values(client.scopes))
    // App Flip answers at these only; the address of the browser is another one.
    let addresses = (client.redirectURIs?[environment] ?? []).filter {
      URIParts($0.value).pathStarts(with: "/a/")
    }
    page.add("Redirect URI", values(addresses))
  }
}

extension URIParts {
  /// True when the path begins with these bytes.
  fileprivate func pathStarts(with prefix: String) -> Bool {
    bytes(path).starts(with: prefix.utf8)
  }
}
