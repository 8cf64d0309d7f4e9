import PolicyText

/// The Cognito client that AWS Amplify creates: literals of `amplify/auth/resource.ts`, and `amplify_outputs.json`.
package enum AmplifyFormat: ImportFormat {
  package static let name = "amplify"
  package static let summary = "AWS Amplify sign-in (auth/resource.ts, amplify_outputs.json)"
  package static let usualNames = [
    "amplify/auth/resource.ts", "amplify/auth/resource.js", "amplify_outputs*.json",
  ]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    if source.looksLikeJSON {
      guard let root = source.jsonRoot(mentioning: "user_pool_client_id") else { return .no }
      return root["auth"]?["oauth"]?.has("redirect_sign_in_uri") == true ? .yes : .no
    }
    return source.mentions("@aws-amplify/backend") && source.mentions("externalProviders")
      && source.script(after: "defineAuth(") != nil ? .yes : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    if source.looksLikeJSON {
      guard let auth = imported.root(of: source.json)?["auth"], let oauth = auth["oauth"] else {
        return
      }
      let keys = ClientKeys(
        redirectURIs: "redirect_sign_in_uri", postLogoutRedirectURIs: "redirect_sign_out_uri",
        scopes: "scopes")
      var client = SourceClient(oauth, keys)
      client.id = auth.string("user_pool_client_id")
      add(client, to: &imported)
    } else if let form = source.script(after: "defineAuth("), let root = imported.root(of: form),
      let providers = root["loginWith"]?["externalProviders"]
    {
      let keys = ClientKeys(
        redirectURIs: "callbackUrls", postLogoutRedirectURIs: "logoutUrls", scopes: "scopes")
      var client = SourceClient(providers, keys)
      client.name = SourceString("amplify", at: providers.location)
      client.scopes = client.scopes.map { scope in
        scope.replaced(by: Self.scopes[scope.value] ?? scope.value)
      }
      add(client, to: &imported)
    }
  }

  /// The scopes that Amplify writes in capitals.
  private static let scopes: [ExactString: ExactString] = [
    "PHONE": "phone", "EMAIL": "email", "OPENID": "openid", "PROFILE": "profile",
    "COGNITO_ADMIN": "aws.cognito.signin.user.admin",
  ]

  /// Amplify's client is public and uses the code flow.
  private static func add(_ client: SourceClient, to imported: inout ImportedValues) {
    var client = client
    client.isPublic = true
    client.responseTypes = [SourceString("code", at: client.location)]
    client.add(to: &imported)
  }
}

extension ImportSource {
  /// The object literal after the last copy of a string; nil if another expression follows it.
  func script(after text: String) -> Form? {
    let text = Array(text.utf8)
    var found: Int?
    var start = 0
    while let range = file.bytes.firstRange(of: text, in: start..<file.bytes.count) {
      found = range.upperBound
      start = range.upperBound
    }
    guard let found else { return nil }
    return literal(at: found)
  }

  /// The object literal that a script exports: directly, as a constant, or as the result of an arrow function without
  /// statements; nil if code computes it.
  var exportedObject: Form? {
    for text in ["export default", "module.exports ="] {
      if let range = range(of: text, from: 0) { return expression(at: range.upperBound) }
    }
    return nil
  }

  private func range(of text: String, from start: Int) -> Range<Int>? {
    file.bytes.firstRange(of: Array(text.utf8), in: start..<file.bytes.count)
  }

  private func expression(at start: Int) -> Form? {
    let bytes = file.bytes[start...].drop { " \t\r\n".utf8.contains($0) }
    guard let first = bytes.first else { return nil }
    if first == UInt8(ascii: "{") { return literal(at: bytes.startIndex) }
    if first == UInt8(ascii: "(") {
      guard let arrow = range(of: "=>", from: bytes.startIndex) else { return nil }
      let result = file.bytes[arrow.upperBound...].drop { " \t\r\n".utf8.contains($0) }
      return result.first == UInt8(ascii: "(") ? literal(at: result.startIndex + 1) : nil
    }
    let name = String(
      decoding: bytes.prefix { PercentEncoding.isUnreserved($0) && $0 != UInt8(ascii: ".") },
      as: UTF8.self)
    guard !name.isEmpty, let constant = range(of: "const \(name)", from: 0),
      let equals = range(of: "=", from: constant.upperBound), equals.upperBound < start
    else { return nil }
    return expression(at: equals.upperBound)
  }

  private func literal(at start: Int) -> Form? {
    let open = file.bytes[start...].firstIndex { !" \t\r\n".utf8.contains($0) }
    guard let open, file.bytes[open] == UInt8(ascii: "{") else { return nil }
    return form(LiteralReader.script(file, at: open, file: id, limits: limits))
  }
}
