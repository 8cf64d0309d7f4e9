import Foundation
import HTTPTypes
import Hummingbird

/// An authorization server with Hummingbird, guarded by the generated allowlist.
///
/// linkpolicy decides which requests are valid; `Store` keeps codes and tokens in memory.
@main
struct Server {
  // From the configuration, never from a request.
  let clients: LinkPolicyAllowlist.Allowlist
  let secrets: [String: String]
  let store = Store()

  // A real server asks for a sign-in first, and protects the form against CSRF.
  private static let page = "<form method=post><button name=consent value=yes>Allow</button></form>"

  func authorize(_ request: Request) async throws -> Response {
    // The query as it arrived: the allowlist decodes it once.
    switch clients.decideAuthorization(rawQuery: request.uri.query ?? "") {
    case .localError(let error, let reason):
      // Never a redirect: the redirect URI is not one of ours.
      log("refused: \(reason)")
      return response(.badRequest, [.contentType: "text/plain"], error)
    case .redirectError(let target, _, _):
      return redirect(target)
    case .allow(let allowed):
      if request.method == .get { return response(.ok, [.contentType: "text/html"], Self.page) }
      let form = try await String(buffer: request.body.collect(upTo: 65_536))
      guard form == "consent=yes" else { return redirect(allowed.errorURL("access_denied")) }
      return await redirect(allowed.successURL(code: store.add(allowed)))
    }
  }

  func token(_ request: Request) async throws -> Response {
    let isPreflight = request.method == .options
    let cors = fields(
      clients.corsHeaders(origin: request.headers[.origin], preflight: isPreflight))
    if isPreflight { return Response(status: .noContent, headers: cors) }
    let form = try await request.body.collect(upTo: 65_536)
    let decision = clients.decideToken(
      rawForm: Array(form.readableBytesView), authorization: request.headers[.authorization])
    switch decision {
    case .error(let error): return response(error, cors)
    case .allow(let allowed):
      switch await store.tokens(allowed, secret: secrets[allowed.clientID]) {
      case .error(let error): return response(error, cors)
      case .tokens(let tokens):
        let body = try String(decoding: JSONEncoder().encode(tokens), as: UTF8.self)
        return response(.ok, cors + json, body)
      }
    }
  }

  func logout(_ request: Request) -> Response {
    // A real server ends the session and checks id_token_hint.
    // Hummingbird keeps `+`, which is a space in a form.
    let query = (request.uri.query ?? "").replacing("+", with: "%20")
    let items = URLComponents(string: "?\(query)")?.queryItems ?? []
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
    let target = clients.postLogoutURL(
      clientID: value("client_id") ?? "", uri: value("post_logout_redirect_uri") ?? "",
      state: value("state"))
    return target.map(redirect) ?? response(.ok, [:], "signed out")
  }

  func orders(_ request: Request) async -> Response {
    await store.isAuthorized(request.headers[.authorization], scope: "orders")
      ? response(.ok, json, #"{"orders":["1001"]}"#)
      : response(.unauthorized, json, #"{"error":"invalid_token"}"#)
  }

  private let json: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]

  private func redirect(_ target: String) -> Response {
    Response(status: .seeOther, headers: [.location: target])
  }

  private func response(_ error: LinkPolicyAllowlist.TokenError, _ cors: HTTPFields) -> Response {
    log("refused: \(error.reason)")
    return response(
      HTTPResponse.Status(code: error.status), cors + fields(error.headers), error.body)
  }

  private func response(
    _ status: HTTPResponse.Status, _ headers: HTTPFields, _ text: String
  ) -> Response {
    Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  private func fields(_ headers: [LinkPolicyAllowlist.Header]) -> HTTPFields {
    var fields = HTTPFields()
    for header in headers { HTTPField.Name(header.name).map { fields[$0] = header.value } }
    return fields
  }

  private func log(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }

  static func main() async throws {
    let variables = ProcessInfo.processInfo.environment
    let environment = LinkPolicyAllowlist.Environment(
      rawValue: variables["SHOP_ENVIRONMENT"] ?? "prod")
    guard let environment, let port = variables["PORT"].flatMap(Int.init) else {
      fatalError("SHOP_ENVIRONMENT or PORT is wrong")
    }
    let server = Server(
      clients: LinkPolicyAllowlist.allowlist(environment),
      secrets: ["partner-prod": variables["PARTNER_SECRET"] ?? ""])
    let router = Router()
    router.get("authorize") { request, _ in try await server.authorize(request) }
    router.post("authorize") { request, _ in try await server.authorize(request) }
    router.post("token") { request, _ in try await server.token(request) }
    router.on("token", method: .options) { request, _ in try await server.token(request) }
    router.get("logout") { request, _ in server.logout(request) }
    router.get("orders") { request, _ in await server.orders(request) }
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
    try await application.runService()
  }
}

/// The fields of both; those of `right` replace those of `left`.
private func + (left: HTTPFields, right: HTTPFields) -> HTTPFields {
  var fields = left
  for field in right { fields[field.name] = field.value }
  return fields
}
