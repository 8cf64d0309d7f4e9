import PolicyText

/// What a server reads as more than one address, where a policy has only addresses.
enum URIPattern {
  /// Nothing: every byte counts.
  case none
  /// Keycloak: a final `*` without a query before it is any rest, a lone one any address.
  case finalStar
  /// Auth0: `*` in the host, and `{organization_name}`.
  case hostLabels
  /// A `*` anywhere in the host: Okta with `wildcard_redirect`, Django, Entra.
  case hostStar
  /// Entra: `*` in the host, and a final `/*`.
  case hostStarAndFinalStar

  /// What an entry admits, as the end of a sentence; nil where it is one address.
  func admitted(by uri: ExactString) -> String? {
    switch self {
    case .none: nil
    case .finalStar: rest(uri)
    case .hostLabels: labels(uri) ?? placeholder(uri)
    case .hostStar: labels(uri)
    case .hostStarAndFinalStar: labels(uri) ?? rest(uri)
    }
  }

  private func rest(_ uri: ExactString) -> String? {
    guard uri.utf8.last == UInt8(ascii: "*"), !uri.utf8.contains(UInt8(ascii: "?")) else {
      return nil
    }
    let prefix = ExactString(decoding: uri.utf8.dropLast())
    if prefix.utf8.isEmpty { return "any address" }
    let isFolder = prefix.utf8.last == UInt8(ascii: "/")
    let quoted = UTF8Text.quoted(prefix.string)
    return isFolder ? "any path below \(quoted)" : "anything that begins with \(quoted)"
  }

  private func labels(_ uri: ExactString) -> String? {
    let parts = URIParts(uri)
    guard let host = parts.host else { return nil }
    let bytes = Array(uri.utf8)[host]
    guard bytes.contains(UInt8(ascii: "*")) else { return nil }
    return "any host like \(UTF8Text.quoted(String(decoding: bytes, as: UTF8.self)))"
  }

  private func placeholder(_ uri: ExactString) -> String? {
    let placeholder = "{organization_name}"
    guard Array(uri.utf8).firstRange(of: Array(placeholder.utf8), in: 0..<uri.utf8.count) != nil
    else { return nil }
    return "a host for any organization"
  }
}
