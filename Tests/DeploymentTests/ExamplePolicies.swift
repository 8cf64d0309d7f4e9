import Foundation
import LinkPolicy
import PolicyTestSupport

/// The policy for the examples of deployment rules, and servers that agree with it.
enum ExamplePolicies {
  static let registered = ["https://www.acme.example/callback"]

  static let text = Fixtures.policy("deployment-examples")

  static let project = Project([InputFile(name: "Policies/acme.yaml", text: text)])

  /// The generated files of a project's hosts, by URL.
  static func generated(_ project: Project) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for file in try project.generatedFiles(targets: ["aasa", "assetlinks"], environment: .prod) {
      let parts = file.path.split(separator: "/").dropFirst(2)
      files["https://\(parts.joined(separator: "/"))"] = file.bytes
    }
    return files
  }
}

/// Servers that agree with the policy, except for the responses in a transcript.
struct ExampleServers: Fetcher {
  let transcript: ExampleTranscript
  let generated: [String: [UInt8]]

  func responses(to requests: [ObservedRequest]) -> [ObservedResult] {
    requests.map { request in
      transcript.answer(to: request, generated: generated[request.url.string])
        ?? ObservedResult(url: request.url, time: 0, .response(standard(request)))
    }
  }

  private func standard(_ request: ObservedRequest) -> ObservedResponse {
    let url = request.url.string
    func json(_ text: String) -> ObservedResponse {
      ObservedResponse(
        status: 200, headers: [.init("content-type", "application/json")], body: Array(text.utf8))
    }
    if let file = generated[url] { return json(String(decoding: file, as: UTF8.self)) }
    switch url {
    case "https://app-site-association.cdn-apple.com/a/v1/www.acme.example":
      let origin =
        generated["https://www.acme.example/.well-known/apple-app-site-association"] ?? []
      return json(String(decoding: origin, as: UTF8.self))
    case "https://auth.acme.example/.well-known/openid-configuration": return json(Self.metadata)
    case "https://auth.acme.example/keys": return json(#"{"keys":[{"kty":"EC","crv":"P-256"}]}"#)
    case "https://auth.acme.example/__/auth/handler":
      return ObservedResponse(
        status: 200, headers: [.init("content-type", "text/html")],
        body: Array(#"<html><script src="handler.js">"#.utf8))
    case "https://auth.acme.example/__/firebase/init.json":
      return json(#"{"projectId":"acme-prod","apiKey":"AIza-example"}"#)
    default: break
    }
    if url.contains("/v1/projects?") {
      return json(
        #"{"authorizedDomains":["acme.example","auth.acme.example","acme-prod.firebaseapp.com","acme-prod.web.app"]}"#
      )
    }
    if url.contains("assetlinks:check") { return json(#"{"linked":true}"#) }
    if url.contains("statements:list") { return json("{}") }
    if url.contains("/authorize?") { return authorization(request) }
    return ObservedResponse(status: 404, headers: [], body: [])
  }

  private func authorization(_ request: ObservedRequest) -> ObservedResponse {
    let error: String? =
      switch ExampleTranscript.label(request) {
      case "registered": "login_required"
      case "response type token": "unsupported_response_type"
      case "no code challenge": "invalid_request"
      default: nil
      }
    guard let error else { return ObservedResponse(status: 400, headers: [], body: []) }
    let location = ExampleTranscript.filled("{uri}?error=\(error)&state={state}", request)
    return ObservedResponse(status: 302, headers: [.init("location", location)], body: [])
  }

  static let metadata = """
    {"issuer":"https://auth.acme.example","authorization_endpoint":"https://auth.acme.example/authorize",
    "token_endpoint":"https://auth.acme.example/token","code_challenge_methods_supported":["S256"],
    "token_endpoint_auth_methods_supported":["none"],"jwks_uri":"https://auth.acme.example/keys",
    "authorization_response_iss_parameter_supported":true}
    """
}
