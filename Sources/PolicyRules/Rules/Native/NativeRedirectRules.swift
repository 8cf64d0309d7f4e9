import PolicyText

struct NativeLocalhost: URIRule {
  static let info = RuleInfo(
    "native-localhost", .native, .warning,
    summary: "Require `127.0.0.1` and `[::1]` in loopback URIs of native clients",
    why: "`localhost` is resolved like any name. It can lead to another interface or another "
      + "machine, and it can trigger a firewall prompt.",
    examples: .policy(
      bad: ExamplePolicy.native("http://⟦localhost⟧/callback"),
      good: ExamplePolicy.native("http://127.0.0.1/callback", "http://[::1]/callback")),
    references: ["RFC 8252 section 8.3"], isFixable: true)
  static let roles: URIRoles = [.native, .nativePostLogout]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.isWeb, uri.lowerHost == "localhost", let host = uri.parts.host else {
      return nil
    }
    return URIProblem(
      host, "native clients should use a loopback IP address, found `localhost`",
      help: "write `127.0.0.1`, and add the same URI with `[::1]`",
      replacement: (uri.replacing(host, by: "127.0.0.1".utf8), "use `127.0.0.1`", false))
  }
}

struct NativeLoopbackPort: URIRule {
  static let info = RuleInfo(
    "native-loopback-port", .native, .note,
    summary: "Disallow ports in loopback URIs of native clients",
    why: "A native client listens on any free port. A loopback URI without a port matches every "
      + "port. With a port, it is compared byte by byte like any other URI, so sign-in fails if "
      + "another program uses that port.",
    examples: .policy(
      bad: ExamplePolicy.native("http://127.0.0.1⟦:8080⟧/callback"),
      good: ExamplePolicy.native("http://127.0.0.1/callback")),
    references: ["RFC 8252 section 7.3"], isFixable: true)
  static let roles: URIRoles = .native

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.isHTTP, uri.isLoopback, uri.lowerHost != "localhost", let port = uri.parts.port,
      !port.isEmpty
    else { return nil }
    let range = (port.lowerBound - 1)..<port.upperBound
    return URIProblem(
      range, "\(uri.text.quoted) matches only this port",
      help: "remove the port; any port then matches (RFC 8252 section 7.3)",
      replacement: (uri.removing(range), "remove the port", false))
  }
}

struct NativeSchemeAuthority: URIRule {
  static let info = RuleInfo(
    "native-scheme-authority", .native, .warning,
    summary: "Require one slash after private-use schemes",
    why: "Two slashes start a host. `callback` in `com.acme.app://callback` is then a host, and "
      + "systems change its case or drop it.",
    examples: .policy(
      bad: ExamplePolicy.native("example.acme.app:⟦//callback⟧"),
      good: ExamplePolicy.native("example.acme.app:/callback")),
    references: ["RFC 8252 section 7.1"],
    traits: .uriPart)
  static let roles: URIRoles = [.native, .nativePostLogout]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard !uri.isWeb, let scheme = uri.parts.scheme, let authority = uri.parts.authority else {
      return nil
    }
    let name = uri.parts.text(scheme)
    let host = uri.parts.text(authority)
    return URIProblem(
      (authority.lowerBound - 2)..<authority.upperBound,
      host.isEmpty
        ? "private-use URI must have one slash after the scheme, found two"
        : "private-use URI must have one slash after the scheme; two slashes make "
          + "\(host.quoted) a host",
      help: "write `\(DisplayText.visible(name.string)):/path`")
  }
}

struct NativeSchemeCase: URIRule {
  static let info = RuleInfo(
    "native-scheme-case", .native, .error, summary: "Require lowercase private-use schemes",
    why: "Systems convert a scheme to lowercase before they look for its app, and matching is byte "
      + "by byte. The entry never matches.",
    examples: .policy(
      bad: ExamplePolicy.native("⟦Example.acme.app⟧:/callback"),
      good: ExamplePolicy.native("example.acme.app:/callback")),
    references: ["RFC 3986 section 3.1"], isFixable: true,
    hides: ["uri-case-twin"],
    traits: .separableURIPart)
  static let roles: URIRoles = [.native, .nativePostLogout]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.hasUpperCase, let scheme = uri.parts.scheme else { return nil }
    let bytes = uri.parts.bytes(scheme)
    guard bytes.contains(where: { (0x41...0x5A).contains($0) }) else { return nil }
    return URIProblem(
      scheme,
      "scheme must be lowercase, found \(uri.parts.text(scheme).quoted)",
      help: "write `\(DisplayText.visible(String(decoding: bytes.lowercased, as: UTF8.self)))`",
      replacement: (
        uri.replacing(scheme, by: bytes.lowercased), "write the scheme in lowercase", false
      ))
  }
}

struct NativeSchemeDot: URIRule {
  static let info = RuleInfo(
    "native-scheme-dot", .native, .warning,
    summary: "Require reversed domain names as private-use schemes",
    why: "Any app can register `myapp:`. A scheme based on a domain that you own can't collide by "
      + "accident. A scheme of the system or of a network protocol, such as `tel` or `ws`, never "
      + "opens your app (an error).",
    examples: .policy(
      bad: ExamplePolicy.native("⟦acme⟧:/callback"),
      good: ExamplePolicy.native("example.acme.app:/callback")),
    references: ["RFC 8252 section 7.1"],
    traits: .separableURIPart)
  static let roles: URIRoles = [.native, .nativePostLogout]

  private static let systemSchemes = [
    "facetime", "ftp", "geo", "intent", "itms", "itms-apps", "mailto", "maps", "market", "sftp",
    "sms", "ssh", "tel", "ws", "wss",
  ]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard !uri.isWeb, let scheme = uri.parts.scheme,
      !uri.parts.bytes(scheme).contains(UInt8(ascii: "."))
    else { return nil }
    if Self.systemSchemes.contains(where: { uri.parts.bytes(scheme).matches($0) }) {
      return URIProblem(
        scheme, "scheme \(uri.parts.text(scheme).quoted) doesn't open your app",
        help: "use your reversed domain, such as `example.acme.app`", severity: .error)
    }
    return URIProblem(
      scheme,
      "private-use scheme must be a reversed domain name, found "
        + "\(uri.parts.text(scheme).quoted)",
      help: "use your reversed domain, such as `example.acme.app`")
  }
}
