import PolicyModel
import PolicyText

/// Clients that Java or Kotlin code registers in Spring: `RegisteredClient.withId("…").clientId("shop")…`, or with Spring
/// Security OAuth `.withClient("shop")…`. No code is run: arguments that aren't literals or constants of the file are variables.
struct SpringCode {
  private let source: ImportSource
  private let tokens: [GradleToken]
  /// The literals of constants.
  private let constants: [ExactString: GradleToken]

  /// A call in a chain: `.name(arguments)`.
  private struct Call {
    var name: ExactString
    var arguments: [SourceString]
    /// All arguments.
    var location: SourceLocation
  }

  init?(_ source: ImportSource) {
    guard source.path.hasSuffix(".java") || source.path.hasSuffix(".kt"),
      source.mentions("RegisteredClient.withId") || source.mentions(".withClient(")
    else { return nil }
    self.source = source
    let tokens = GradleToken.tokens(of: source.file.bytes).filter { $0.kind != .newline }
    self.tokens = tokens
    let named = tokens.indices.filter {
      tokens[$0].kind == .word && tokens.isMark("=", at: $0 + 1)
        && tokens.at($0 + 2)?.kind == .literal(isPlain: true) && !tokens.isMark("+", at: $0 + 3)
        && ["String", "val"].contains(tokens.at($0 - 1)?.text)
    }
    constants = Dictionary(named.map { (tokens[$0].text, tokens[$0 + 2]) }) { first, _ in first }
  }

  /// The clients of the file.
  var clients: [SourceClient] {
    var clients: [SourceClient] = []
    var index = 0
    while index < tokens.count {
      let isNew =
        tokens[index].text == "withId" && tokens.at(index - 2)?.text == "RegisteredClient"
      guard tokens[index].kind == .word, isNew || tokens[index].text == "withClient",
        tokens.isMark(".", at: index - 1)
      else {
        index += 1
        continue
      }
      let start = tokens[index].span.start
      var calls: [Call] = []
      while let (call, end) = call(at: index) {
        calls.append(call)
        index = end
        guard tokens.isMark(".", at: end), tokens.at(end + 1)?.text != "withClient" else { break }
        index += 1
      }
      index += 1
      guard !calls.isEmpty else { continue }
      let end = tokens.at(index - 2)?.span.end ?? start
      clients.append(client(calls, at: source.location(SourceSpan(start, max(start, end)))))
    }
    return clients
  }

  /// The call at a name, and the position after it; nil for other code.
  private func call(at start: Int) -> (Call, end: Int)? {
    guard let name = tokens.at(start), name.kind == .word, tokens.isMark("(", at: start + 1) else {
      return nil
    }
    var depth = 0
    var index = start + 1
    var arguments: [SourceString] = []
    var first = start + 2
    while let token = tokens.at(index) {
      if case .mark(let byte) = token.kind {
        if "([{".utf8.contains(byte) { depth += 1 }
        if ")]}".utf8.contains(byte) { depth -= 1 }
        if depth == 0 || depth == 1 && byte == UInt8(ascii: ",") {
          if let argument = argument(first..<index) { arguments.append(argument) }
          first = index + 1
        }
      }
      index += 1
      if depth == 0 { break }
    }
    let span = SourceSpan(tokens[start + 1].span.end, tokens[index - 1].span.start)
    let location = source.location(SourceSpan(span.start, max(span.start, span.end)))
    return (Call(name: name.text, arguments: arguments, location: location), index)
  }

  /// A sum of literals and names. A name that isn't a constant is a variable, and so is any other expression.
  private func argument(_ range: Range<Int>) -> SourceString? {
    guard let first = tokens[range].first, let last = tokens[range].last else { return nil }
    let location = source.location(SourceSpan(first.span.start, last.span.end))
    var text = ""
    for part in tokens[range].split(whereSeparator: { $0.isMark("+") }) {
      let name = part.last { $0.kind == .word }?.text ?? "value"
      if part.count == 1, part.first?.kind == .literal(isPlain: true) {
        text += part.first?.text.string ?? ""
      } else if part.allSatisfy({ $0.kind == .word || $0.isMark(".") }) {
        let full = part.map { $0.kind == .word ? $0.text.string : "." }.joined()
        text += (constants[name]?.text ?? Self.libraryConstants[name])?.string ?? "${\(full)}"
      } else {
        return SourceString(ExactString("${\(name.string)}"), at: location)
      }
    }
    return SourceString(ExactString(text), at: location)
  }

  /// Constants of `AuthorizationGrantType`, `ClientAuthenticationMethod` and `OidcScopes`.
  private static let libraryConstants: [ExactString: ExactString] = [
    "AUTHORIZATION_CODE": "authorization_code", "REFRESH_TOKEN": "refresh_token",
    "CLIENT_CREDENTIALS": "client_credentials", "PASSWORD": "password", "IMPLICIT": "implicit",
    "DEVICE_CODE": "urn:ietf:params:oauth:grant-type:device_code",
    "TOKEN_EXCHANGE": "urn:ietf:params:oauth:grant-type:token-exchange",
    "JWT_BEARER": "urn:ietf:params:oauth:grant-type:jwt-bearer",
    "CLIENT_SECRET_BASIC": "client_secret_basic", "CLIENT_SECRET_POST": "client_secret_post",
    "CLIENT_SECRET_JWT": "client_secret_jwt", "PRIVATE_KEY_JWT": "private_key_jwt", "NONE": "none",
    "OPENID": "openid", "PROFILE": "profile", "EMAIL": "email", "ADDRESS": "address",
    "PHONE": "phone",
  ]

  private func client(_ calls: [Call], at location: SourceLocation) -> SourceClient {
    func values(_ names: ExactString...) -> [SourceString] {
      calls.filter { names.contains($0.name) }.flatMap(\.arguments)
    }
    var client = SourceClient(at: location)
    client.id = values("clientId", "withClient").first
    client.name = values("clientName").first
    let methods = values("clientAuthenticationMethod")
    client.secret = calls.first { $0.name == "clientSecret" || $0.name == "secret" }?.location
    client.isPublic =
      methods.isEmpty ? client.secret == nil : methods.allSatisfy { $0.value == "none" }
    client.authenticationMethod = methods.first { $0.value != "client_secret_post" }
    client.redirectURIs = values("redirectUri", "redirectUris")
    client.postLogoutRedirectURIs = values("postLogoutRedirectUri")
    client.scopes = values("scope", "scopes")
    client.grantTypes = values("authorizationGrantType", "authorizedGrantTypes")
    let settings = calls.first { $0.name == "clientSettings" }
    if let settings, requiresPKCE(settings.location.span) {
      client.requiresPKCE = settings.location
    }
    return client
  }

  /// Whether `requireProofKey(true)` is in a part of the file.
  private func requiresPKCE(_ span: SourceSpan) -> Bool {
    tokens.indices.contains {
      tokens[$0].text == "requireProofKey" && tokens.at($0 + 2)?.text == "true"
        && span.start <= tokens[$0].span.start && tokens[$0].span.end <= span.end
    }
  }
}
