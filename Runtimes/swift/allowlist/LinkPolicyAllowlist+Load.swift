extension LinkPolicyAllowlist {
  /// Why `allowlist.json` can't be loaded. Nothing of it is in effect then.
  public struct LoadError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The message.
    public let description: String

    init(_ message: String) { description = message }
  }

  /// The keys and values of a JSON object, each of which must be read.
  private struct Members {
    private var rest: [String: JSON]
    private let path: String

    init(_ value: JSON, _ path: String) throws(LoadError) {
      guard case .object(let members) = value else {
        throw LoadError("`\(path)` must be an object")
      }
      rest = members
      self.path = path
    }

    mutating func value(_ key: String) throws(LoadError) -> JSON {
      guard let value = rest.removeValue(forKey: key) else {
        throw LoadError("`\(path)` has no key `\(key)`")
      }
      return value
    }

    private func wrong(_ key: String, _ type: String) -> LoadError {
      LoadError("`\(path).\(key)` must be \(type)")
    }

    mutating func string(_ key: String) throws(LoadError) -> String {
      guard let string = try optionalString(key) else { throw wrong(key, "a string") }
      return string
    }

    mutating func optionalString(_ key: String) throws(LoadError) -> String? {
      switch try value(key) {
      case .null: return nil
      case .string(let string): return string
      default: throw wrong(key, "a string")
      }
    }

    mutating func bool(_ key: String) throws(LoadError) -> Bool {
      guard case .bool(let flag) = try value(key) else { throw wrong(key, "true or false") }
      return flag
    }

    mutating func optionalInteger(_ key: String) throws(LoadError) {
      switch try value(key) {
      case .null, .integer: return
      default: throw wrong(key, "an integer")
      }
    }

    mutating func strings(_ key: String) throws(LoadError) -> [String] {
      guard case .array(let values) = try value(key) else { throw wrong(key, "an array") }
      var strings: [String] = []
      for value in values {
        guard case .string(let string) = value else { throw wrong(key, "an array of strings") }
        strings.append(string)
      }
      return strings
    }

    mutating func array(_ key: String) throws(LoadError) -> [JSON] {
      guard case .array(let values) = try value(key) else { throw wrong(key, "an array") }
      return values
    }

    /// The index of the value among the allowed ones.
    mutating func choice(_ key: String, _ values: [String]) throws(LoadError) -> Int {
      let string = try string(key)
      guard let index = values.firstIndex(where: { isSame($0, string) }) else {
        throw wrong(key, "one of \(values.joined(separator: ", "))")
      }
      return index
    }

    mutating func object(_ key: String) throws(LoadError) -> Members {
      try Members(value(key), "\(path).\(key)")
    }

    mutating func optionalObject(_ key: String) throws(LoadError) -> Members? {
      let value = try value(key)
      return value == .null ? nil : try Members(value, "\(path).\(key)")
    }

    /// Refuses keys that were not read.
    func end() throws(LoadError) {
      if let key = rest.keys.min() { throw LoadError("`\(path)` has an unknown key `\(key)`") }
    }
  }

  private static func client(_ value: JSON, _ path: String) throws(LoadError) -> Client {
    var members = try Members(value, path)
    _ = try members.string("policy")
    var client = Client(
      id: try members.string("client_id"), key: try members.string("client"),
      redirectURIs: try members.strings("redirect_uris"))
    client.isGoogleAccountLinking =
      try members.choice("provider", ["generic", "google-account-linking"]) == 1
    client.isNative = try members.choice("type", ["web", "native"]) == 1
    client.browserRedirectURIs = try members.strings("browser_redirect_uris")
    client.postLogoutRedirectURIs = try members.strings("post_logout_redirect_uris")
    client.corsOrigins = try members.strings("cors_origins")
    client.scopes = try members.strings("scopes")
    client.responseTypes = try members.strings("response_types")
    client.grantTypes = try members.strings("grant_types")
    client.requiresState = try members.choice("state", ["optional", "required"]) == 1
    client.requiresPKCE = try members.choice("pkce", ["optional", "required"]) == 1
    client.codeChallengeMethods = try members.strings("code_challenge_methods")
    client.allowsOmittedRedirectURI = try members.bool("omit_redirect_uri")
    let auth = ["none", "client_secret_basic", "client_secret_post"]
    let method = try members.choice("token_endpoint_auth", auth)
    client.isPublic = method == 0
    client.authenticatesByHeader = method == 1
    guard try members.bool("public") == client.isPublic else {
      throw LoadError("`\(path).public` contradicts `token_endpoint_auth`")
    }
    client.assertionIntents = try members.strings("assertion_intents")
    client.issuer = try members.optionalString("issuer")
    for key in ["authorization", "token", "revocation", "end_session"] {
      _ = try members.optionalString(key + "_endpoint")
    }
    try members.optionalInteger("code_lifetime")
    var flip = try members.object("app_flip")
    if var ios = try flip.optionalObject("ios") {
      client.universalLink = try ios.string("universal_link")
      try ios.end()
    }
    if var android = try flip.optionalObject("android") {
      client.intentAction = try android.string("intent_action")
      for (index, value) in try android.array("callers").enumerated() {
        var caller = try Members(value, "\(path).app_flip.android.callers[\(index)]")
        client.callers.append(
          Caller(
            package: try caller.string("package_name"),
            certificates: try caller.strings("sha256_cert_fingerprints")))
        try caller.end()
      }
      try android.end()
    }
    try flip.end()
    try members.end()
    return client
  }
}

extension LinkPolicyAllowlist.Allowlist {
  /// Loads the clients of an environment from `allowlist.json`.
  ///
  /// - Parameters:
  ///   - json: the bytes of the file.
  ///   - sha256: the SHA-256 of the bytes in hex, from a source that you trust.
  /// - Throws: `LoadError` if the hash or the schema version differs, or if a key is missing, unknown,
  ///   or of the wrong type.
  public static func load(
    _ json: [UInt8], sha256: String, environment: LinkPolicyAllowlist.Environment
  ) throws(LinkPolicyAllowlist.LoadError) -> Self {
    let digest = LinkPolicyAllowlist.sha256(json)
    let digits = sha256.utf8.compactMap(LinkPolicyAllowlist.hexDigit)
    guard sha256.utf8.count == 64, digits.count == 64,
      zip(digest, 0..<32).allSatisfy({ digits[2 * $1] << 4 | digits[2 * $1 + 1] == $0 })
    else { throw .init("the SHA-256 of the file is not the expected one") }
    var file = try LinkPolicyAllowlist.Members(.init(json), "$")
    guard try file.value("schemaVersion") == .integer(1) else {
      throw .init("`$.schemaVersion` must be 1")
    }
    _ = try file.string("comment")
    _ = try file.strings("policies")
    var environments = try file.object("environments")
    var entries: [LinkPolicyAllowlist.Client]?
    for name in ["prod", "sandbox"] {
      var members = try environments.object(name)
      var clients: [LinkPolicyAllowlist.Client] = []
      for (index, value) in try members.array("clients").enumerated() {
        let path = "$.environments.\(name).clients[\(index)]"
        clients.append(try LinkPolicyAllowlist.client(value, path))
      }
      try members.end()
      if name == environment.rawValue { entries = clients }
    }
    try environments.end()
    try file.end()
    guard let entries else { throw .init("the file has no environment `\(environment.rawValue)`") }
    return Self(entries)
  }
}
