import LinkPolicy
import PolicyDecision

// Measures one decision after policy and request have been read: `swift run -c release decision-benchmark`.

/// Two hundred clients with two redirect URIs each.
let clients = (0..<200).map { number in
  """
    shop-\(number):
      provider: generic
      type: web
      client_id: { prod: shop-\(number)-prod, sandbox: shop-\(number)-sandbox }
      client_secret: { env: SHOP_\(number)_SECRET }
      redirect_uris:
        prod: [https://login.shop-\(number).acme.example/cb, https://www.shop-\(number).acme.example/cb]
        sandbox: [https://login.shop-\(number).sandbox.acme.example/cb]
      scopes: [devices, profile]

  """
}
let text = "linkpolicy: 1\nname: bench\nclients:\n" + clients.joined()
let project = Project([
  InputFile(
    source: SourceFile(name: "bench.yaml", bytes: Array(text.utf8)), kind: .policy,
    isExplicit: true)
])
let policy = project.compiled

/// Allowed and denied requests, nine to one.
let requests = (0..<1_000).map { number in
  var parameters = AuthorizationParameters()
  parameters[.clientID] = .value(ExactString("shop-\(number % 200)-prod"))
  let path = number % 10 == 0 ? "other" : "cb"
  parameters[.redirectURI] = .value(
    ExactString("https://www.shop-\(number % 200).acme.example/\(path)"))
  parameters[.responseType] = .value("code")
  parameters[.state] = .value("s")
  parameters[.scope] = .value("devices profile")
  return Result<AuthorizationParameters, UnreadableRequest>.success(parameters)
}

let clock = ContinuousClock()
let context = RequestContext()
var allowed = 0
var times: [Double] = []
for _ in 0..<21 {
  allowed = 0
  let time = clock.measure {
    for request in requests where policy.judge(request, context).isAllowed { allowed += 1 }
  }
  times.append(Double(time.components.attoseconds) / 1e9 / Double(requests.count))
}
times.sort()
print("\(requests.count) decisions, \(allowed) allowed: \(Int(times[10])) ns each (median of 21)")
if allowed != 900 { print("expected 900 allowed") }
