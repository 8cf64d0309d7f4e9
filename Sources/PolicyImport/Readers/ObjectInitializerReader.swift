import PolicyText

/// Reads object initializers with a client ID in C#: `new Client { ClientId = "shop", RedirectUris = { "https://…" } }`.
/// No code is run.
///
/// The result is a mapping with the list `Clients`, as in JSON settings. Constants of the file have their values, and constants
/// of the libraries have the strings that they stand for. Any other expression is a variable.
struct ObjectInitializerReader {
  private let bytes: [UInt8]
  private let tokens: [GradleToken]
  /// The position of the bracket that closes the one at a position.
  private var closers: [Int: Int] = [:]
  /// The literals of constants.
  private let constants: [ExactString: GradleToken]
  private var writer: TreeWriter
  private static let maximumDepth = 16

  static func read(_ source: SourceFile, file: FileID, limits: ReadingLimits) -> ReadResult {
    var reader = Self(source, file, limits)
    do throws(ReadingStopped) { try reader.readClients() } catch {}
    return reader.writer.finish()
  }

  private init(_ source: SourceFile, _ file: FileID, _ limits: ReadingLimits) {
    bytes = source.bytes
    writer = TreeWriter(source, file, limits)
    let tokens = GradleToken.tokens(of: source.bytes).filter { $0.kind != .newline }
    self.tokens = tokens
    let named = tokens.indices.filter {
      tokens[$0].kind == .word && tokens.isMark("=", at: $0 + 1)
        && tokens.at($0 + 2)?.kind == .literal(isPlain: true) && tokens.isMark(";", at: $0 + 3)
        && tokens.at($0 - 1)?.text == "string"
    }
    constants = Dictionary(named.map { (tokens[$0].text, tokens[$0 + 2]) }) { first, _ in first }
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      guard case .mark(let byte) = token.kind else { continue }
      if "([{".utf8.contains(byte) { open.append(index) }
      if ")]}".utf8.contains(byte), let start = open.popLast() { closers[start] = index }
    }
  }

  private mutating func readClients() throws(ReadingStopped) {
    try writer.begin(.mapping, at: 0)
    try writer.write(.doubleQuoted, at: SourceSpan(0, 0), copying: "Clients".utf8)
    try writer.begin(.sequence, at: 0)
    var index = 0
    while index < tokens.count {
      if let open = initializer(after: index), isClient(open) {
        index = try readBraces(at: open, depth: 0)
      } else {
        index += 1
      }
    }
    writer.close(end: bytes.count)
    writer.close(end: bytes.count)
  }

  /// The position of the brace after `new`, a type and arguments; nil for other code.
  private func initializer(after start: Int) -> Int? {
    guard tokens.at(start)?.text == "new", tokens[start].kind == .word else { return nil }
    var index = start + 1
    while let token = tokens.at(index), index < start + 32 {
      switch token.kind {
      case .mark(UInt8(ascii: "{")): return index
      case .mark(UInt8(ascii: "(")):
        guard let close = closers[index], tokens.isMark("{", at: close + 1) else { return nil }
        return close + 1
      case .word where token.text != "new": break
      case .mark(let byte) where ".<>[],?".utf8.contains(byte): break
      default: return nil
      }
      index += 1
    }
    return nil
  }

  /// Whether an initializer has the member `ClientId`.
  private func isClient(_ open: Int) -> Bool {
    var index = open + 1
    while let token = tokens.at(index), isMember(index) {
      if token.text == "ClientId" { return true }
      index = end(from: index + 2)
      guard tokens.isMark(",", at: index) else { return false }
      index += 1
    }
    return false
  }

  /// Whether `Name = ` is at a position.
  private func isMember(_ index: Int) -> Bool {
    tokens.at(index)?.kind == .word && tokens.isMark("=", at: index + 1)
      && !tokens.isMark("=", at: index + 2)
  }

  /// The position of the comma or closing bracket that ends an expression.
  private func end(from start: Int) -> Int {
    var index = start
    while let token = tokens.at(index) {
      if case .mark(let byte) = token.kind, ",;)]}".utf8.contains(byte) { return index }
      index = (closers[index] ?? index) + 1
    }
    return index
  }

  // MARK: values

  /// Reads members or items in braces, and returns the position after them.
  private mutating func readBraces(at open: Int, depth: Int) throws(ReadingStopped) -> Int {
    let isList = !isMember(open + 1)
    try writer.begin(isList ? .sequence : .mapping, at: tokens[open].span.start)
    var index = open + 1
    while let token = tokens.at(index), !token.isMark("}"), !token.isMark("]") {
      let start = index
      if token.isMark(",") {
        index += 1
      } else if isList {
        index = try readValue(at: index, named: "item", depth: depth + 1)
      } else {
        guard isMember(index) else { throw ReadingStopped() }
        try writer.write(.doubleQuoted, at: token.span)
        index = try readValue(at: index + 2, named: token.text, depth: depth + 1)
      }
      guard index > start else { throw ReadingStopped() }
    }
    writer.close(end: tokens.at(index)?.span.end ?? bytes.count)
    return index + 1
  }

  private mutating func readValue(
    at start: Int, named name: ExactString, depth: Int
  ) throws(ReadingStopped) -> Int {
    let open = tokens.isMark("{", at: start) || tokens.isMark("[", at: start)
    let end = end(from: start)
    if depth < Self.maximumDepth, let open = open ? start : initializer(after: start),
      self.end(from: open) == end
    {
      return try readBraces(at: open, depth: depth)
    }
    // `new Uri("…")`
    let isURI = tokens.at(start)?.text == "new" && tokens.at(start + 1)?.text == "Uri"
    if isURI, tokens.isMark("(", at: start + 2), self.end(from: start + 3) == end - 1 {
      try write(start + 3..<end - 1, named: name)
    } else {
      try write(start..<end, named: name)
    }
    return end
  }

  /// Writes a literal, a name, or a sum of these.
  private mutating func write(
    _ range: Range<Int>, named name: ExactString
  ) throws(ReadingStopped) {
    guard let first = tokens.at(range.lowerBound), let last = tokens.at(range.upperBound - 1),
      !range.isEmpty
    else { throw ReadingStopped() }
    let span = SourceSpan(first.span.start, last.span.end)
    if range.count == 1, ["true", "false", "null"].contains(first.text), !first.isLiteral {
      return try writer.write(.plain, at: span)
    }
    guard let parts = strings(range) else {
      return try writer.write(.doubleQuoted, at: span, copying: "${\(name.string)}".utf8)
    }
    // A constant of IdentityServer can stand for several strings.
    let isList = parts.count > 1
    if isList { try writer.begin(.sequence, at: span.start) }
    for part in parts { try writer.write(.doubleQuoted, at: span, copying: part.utf8) }
    if isList { writer.close(end: span.end) }
  }

  /// The strings of an expression; nil for other expressions.
  private func strings(_ range: Range<Int>) -> [String]? {
    var text = ""
    var index = range.lowerBound
    while index < range.upperBound {
      let token = tokens[index]
      if token.isMark("$") || token.isMark("@") {
        guard let (interpolated, end) = interpolated(at: index) else { return nil }
        text += interpolated
        index = end
      } else if token.isLiteral {
        guard token.kind == .literal(isPlain: true) else { return nil }
        text += token.text.string
        index += 1
      } else {
        var name = token.text.string
        guard token.kind == .word, !name.isEmpty else { return nil }
        index += 1
        while index + 1 < range.upperBound, tokens.isMark(".", at: index),
          tokens[index + 1].kind == .word
        {
          name += ".\(tokens[index + 1].text.string)"
          index += 2
        }
        if let values = LibraryConstants.values(of: name) {
          if values.count > 1 { return index == range.upperBound && text.isEmpty ? values : nil }
          text += values[0]
        } else {
          let constant = name.split(separator: ".").last.flatMap {
            constants[ExactString(String($0))]
          }
          text += constant?.text.string ?? "${\(name)}"
        }
      }
      guard index < range.upperBound else { break }
      guard tokens.isMark("+", at: index) else { return nil }
      index += 1
    }
    return [text]
  }

  /// The string `$"https://{host}/cb"` with its expressions as variables, and the position after it.
  private func interpolated(at start: Int) -> (String, end: Int)? {
    guard let quote = bytes[tokens[start].span.start...].firstIndex(of: UInt8(ascii: "\"")),
      quote - tokens[start].span.start < 3
    else { return nil }
    var text: [UInt8] = []
    var depth = 0
    var index = quote + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") || depth > 0 {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\") || byte == 0x0A { return nil }
      if byte == UInt8(ascii: "{") {
        if depth == 0 { text.append(UInt8(ascii: "$")) }
        depth += 1
      }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      text.append(byte)
      index += 1
    }
    let end = tokens[start...].firstIndex { $0.span.start > index } ?? tokens.count
    let known = SourceVariable.replacing(ExactString(decoding: text)) { constants[$0]?.text }
    return (known.string, end)
  }
}

/// The constants of IdentityServer and OpenIddict in settings of clients.
private enum LibraryConstants {
  /// The strings of a constant, by the last parts of its name; nil for other names.
  static func values(of name: String) -> [String]? {
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count > 1, let last = parts.last else { return nil }
    let isPermission = parts.dropLast(2).last == "Permissions"
    switch parts[parts.count - 2] {
    case "GrantTypes", "GrantType":
      return (grants[last] ?? [snakeCase(last)]).map { (isPermission ? "gt:" : "") + $0 }
    case "StandardScopes": return [last == "OpenId" ? "openid" : snakeCase(last)]
    case "Scopes": return [(isPermission ? "scp:" : "") + snakeCase(last)]
    case "Endpoints": return ["ept:" + snakeCase(last)]
    case "ResponseTypes": return responses[last].map { ["rst:" + $0] }
    case "Prefixes": return prefixes[last].map { [$0] }
    case "Features": return last == "ProofKeyForCodeExchange" ? ["ft:pkce"] : nil
    case "ClientTypes", "ApplicationTypes": return [snakeCase(last)]
    default: return nil
    }
  }

  private static let device = "urn:ietf:params:oauth:grant-type:device_code"
  private static let grants = [
    "Code": ["authorization_code"],
    "CodeAndClientCredentials": ["authorization_code", "client_credentials"],
    "HybridAndClientCredentials": ["hybrid", "client_credentials"],
    "ImplicitAndClientCredentials": ["implicit", "client_credentials"],
    "ResourceOwnerPassword": ["password"],
    "ResourceOwnerPasswordAndClientCredentials": ["password", "client_credentials"],
    "DeviceFlow": [device], "DeviceCode": [device],
  ]
  private static let responses = [
    "Code": "code", "IdToken": "id_token", "Token": "token", "CodeIdToken": "code id_token",
    "CodeToken": "code token", "IdTokenToken": "id_token token",
    "CodeIdTokenToken": "code id_token token",
  ]
  private static let prefixes = ["Scope": "scp:", "GrantType": "gt:", "ResponseType": "rst:"]

  /// `AuthorizationCode` as `authorization_code`.
  private static func snakeCase(_ name: String) -> String {
    var text: [UInt8] = []
    for byte in name.utf8 {
      let isUpper = (0x41...0x5A).contains(byte)
      if isUpper, !text.isEmpty { text.append(UInt8(ascii: "_")) }
      text.append(isUpper ? byte | 0x20 : byte)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
