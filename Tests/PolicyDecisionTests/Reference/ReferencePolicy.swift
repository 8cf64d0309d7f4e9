import PolicyText

/// The values of a policy for the reference engine, in plain types.
struct ReferencePolicy {
  /// An OAuth client. Values are by environment (`prod`, `sandbox`); an environment may be absent.
  struct Client {
    var key: String
    var isNative: Bool
    /// Whether it is a Google account linking client. App Flip then uses only its `/a/` URIs.
    var isLinking = false
    var clientID: [String: String]
    var redirectURIs: [String: [String]]
    var scopes: [String]
    var needsState: Bool
    var needsPKCE: Bool
    var mayOmitRedirectURI: Bool
    /// nil if the policy doesn't set it.
    var grantTypes: [String]?
    var isWithoutCodes: Bool { grantTypes.map { !$0.contains("authorization_code") } ?? false }
    var issuer: [String: String]
    var universalLink: [String: String]
    var intentAction: [String: String]
    var callers: [(package: String, certificates: [String])]
  }

  var clients: [Client]

  /// The policy in YAML, of which JSON is a subset.
  var yaml: String {
    let clients = clients.map { ($0.key, $0.json) }
    let root: [(key: String, value: JSONValue)] = [
      ("linkpolicy", 1), ("name", "reference"),
      (
        "apps",
        [
          "ios": ["platform": "ios", "bundle_id": "com.acme", "team_id": "R7KM2QX94T"],
          "android": ["platform": "android", "package_name": "com.acme"],
        ]
      ),
      ("clients", .object(clients.map { (key: $0.0, value: $0.1) })),
    ]
    return JSONValue.object(root).text(.pretty)
  }
}

extension ReferencePolicy.Client {
  fileprivate var json: JSONValue {
    var entries: [(key: String, value: JSONValue)] = [
      ("provider", isLinking ? "google-account-linking" : "generic"),
      ("type", isNative ? "native" : "web"),
      ("client_id", texts(clientID)),
      (
        "redirect_uris",
        .object(
          redirectURIs.sorted { $0.key < $1.key }.map {
            (key: $0.key, value: .array($0.value.map(JSONValue.string)))
          })
      ),
      ("scopes", .array(scopes.map(JSONValue.string))),
      ("state", needsState ? "required" : "optional"),
      ("pkce", needsPKCE ? "required" : "optional"),
      ("omit_redirect_uri", .bool(mayOmitRedirectURI)),
    ]
    if let grantTypes {
      entries.append(("grant_types", .array(grantTypes.map(JSONValue.string))))
    }
    if !issuer.isEmpty { entries.append(("issuer", texts(issuer))) }
    var flip: [(key: String, value: JSONValue)] = []
    if !universalLink.isEmpty {
      flip.append(("ios", ["app": "ios", "universal_link": texts(universalLink)]))
    }
    if !intentAction.isEmpty {
      let callers = callers.map { caller -> JSONValue in
        [
          "package_name": .string(caller.package),
          "sha256_cert_fingerprints": .array(caller.certificates.map(JSONValue.string)),
        ]
      }
      flip.append(
        (
          "android",
          ["app": "android", "intent_action": texts(intentAction), "callers": .array(callers)]
        ))
    }
    if !flip.isEmpty { entries.append(("app_flip", .object(flip))) }
    return .object(entries)
  }

  private func texts(_ values: [String: String]) -> JSONValue {
    .object(values.sorted { $0.key < $1.key }.map { (key: $0.key, value: .string($0.value)) })
  }
}

/// A second implementation of the normative query parser: as short as possible, regardless of
/// speed, and independent of the program.
enum ReferenceReader {
  enum Refusal: Error { case malformed, duplicate }

  static let known = [
    "client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge",
    "code_challenge_method", "user_locale",
  ]

  /// Returns the parameters by name. An empty value counts as missing.
  static func read(_ query: String, plusIsSpace: Bool) throws -> [String: String] {
    var beforeHash: [UInt8] = []
    for byte in query.utf8 {
      if byte == 35 { break }
      beforeHash.append(byte)
    }
    var pairs: [(String, String)] = []
    for piece in beforeHash.split(separator: 38) {
      let halves = piece.split(separator: 61, maxSplits: 1, omittingEmptySubsequences: false)
      let name = try decode(Array(halves[0]), plusIsSpace)
      let value = try decode(halves.count == 2 ? Array(halves[1]) : [], plusIsSpace)
      pairs.append((name, value))
    }
    var result: [String: String] = [:]
    for name in known {
      let values = pairs.filter { same($0.0, name) }.map { $0.1 }
      if values.count > 1 { throw Refusal.duplicate }
      if let value = values.first, !value.isEmpty { result[name] = value }
    }
    return result
  }

  private static func decode(_ bytes: [UInt8], _ plusIsSpace: Bool) throws -> String {
    var decoded: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == 37 {
        let digits = "0123456789abcdef"
        let hex = rest.prefix(2).map { Character(Unicode.Scalar($0)).lowercased() }
        guard hex.count == 2, let high = place(hex[0], in: digits),
          let low = place(hex[1], in: digits)
        else { throw Refusal.malformed }
        decoded.append(UInt8(high * 16 + low))
        rest = rest.dropFirst(2)
      } else {
        decoded.append(plusIsSpace && byte == 43 ? 32 : byte)
      }
    }
    guard let text = String(validating: decoded, as: UTF8.self) else { throw Refusal.malformed }
    return text
  }

  private static func place(_ digit: String, in digits: String) -> Int? {
    for (index, candidate) in digits.enumerated() where String(candidate) == digit { return index }
    return nil
  }

  /// Compares bytes.
  static func same(_ a: String, _ b: String) -> Bool { Array(a.utf8) == Array(b.utf8) }
}
