import PolicyText
import Testing

/// An HCL value. It supports the part of the language that generated modules use.
indirect enum HCLValue: Equatable {
  case string(String)
  case boolean(Bool)
  case list([HCLValue])
  case object([String: HCLValue])
  /// A name such as `var.secret` or `string`.
  case reference(String)
}

/// The attributes and blocks of a file or block.
struct HCLBody: Equatable {
  struct Block: Equatable {
    var type: String
    var labels: [String]
    var body: HCLBody
  }

  var attributes: [String: HCLValue] = [:]
  var blocks: [Block] = []
}

/// Parses generated modules by HCL's grammar (`hclsyntax/spec.md` in hashicorp/hcl).
struct HCLReading {
  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  private enum Token: Equatable {
    case name(String)
    case string(String)
    case sign(UInt8)
    case newline
    case end
  }

  private let bytes: [UInt8]
  private var index = 0
  private var token = Token.newline

  static func read(_ bytes: [UInt8]) throws -> HCLBody {
    var reading = HCLReading(bytes: bytes)
    try reading.advance()
    let body = try reading.body()
    guard reading.token == .end else { throw reading.fault("`}` without a block") }
    return body
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func fault(_ text: String) -> Fault {
    Fault(description: "\(text) at byte \(index): \(token)")
  }

  // MARK: grammar

  private mutating func body() throws -> HCLBody {
    var body = HCLBody()
    while true {
      try skipLines()
      guard case .name(let name) = token else { return body }
      try advance()
      if try takes("=") {
        let value = try expression()
        guard body.attributes.updateValue(value, forKey: name) == nil else {
          throw fault("`\(name)` twice")
        }
      } else {
        var labels: [String] = []
        while case .string(let label) = token {
          labels.append(label)
          try advance()
        }
        guard try takes("{") else { throw fault("no `{` after `\(name)`") }
        guard token == .newline else { throw fault("no new line after `{`") }
        let inner = try self.body()
        guard try takes("}") else { throw fault("no `}` of `\(name)`") }
        body.blocks.append(HCLBody.Block(type: name, labels: labels, body: inner))
      }
      guard token == .newline || token == .end else { throw fault("no new line after `\(name)`") }
    }
  }

  private mutating func expression() throws -> HCLValue {
    if case .string(let text) = token {
      try advance()
      return .string(text)
    }
    if case .name(let name) = token {
      try advance()
      var path = name
      while try takes(".") {
        guard case .name(let next) = token else { throw fault("no name after `.`") }
        path += "." + next
        try advance()
      }
      switch path {
      case "true": return .boolean(true)
      case "false": return .boolean(false)
      default: return .reference(path)
      }
    }
    if try takes("[") {
      var values: [HCLValue] = []
      try skipLines()
      while token != .sign(UInt8(ascii: "]")) {
        values.append(try expression())
        try skipLines()
        guard try takes(",") else { break }
        try skipLines()
      }
      guard try takes("]") else { throw fault("no `]`") }
      return .list(values)
    }
    guard try takes("{") else { throw fault("no expression") }
    var members: [String: HCLValue] = [:]
    try skipLines()
    while case .name(let name) = token {
      try advance()
      guard try takes("=") else { throw fault("no `=` after `\(name)`") }
      members[name] = try expression()
      guard try takes(",") || token == .newline || token == .sign(UInt8(ascii: "}")) else {
        throw fault("no new line after `\(name)`")
      }
      try skipLines()
    }
    guard try takes("}") else { throw fault("no `}`") }
    return .object(members)
  }

  // MARK: tokens

  private mutating func skipLines() throws {
    while token == .newline { try advance() }
  }

  private mutating func takes(_ sign: Unicode.Scalar) throws -> Bool {
    guard token == .sign(UInt8(ascii: sign)) else { return false }
    try advance()
    return true
  }

  private mutating func advance() throws {
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    guard index < bytes.count else {
      token = .end
      return
    }
    switch bytes[index] {
    case UInt8(ascii: "#"):
      while index < bytes.count, bytes[index] != 0x0A { index += 1 }
      try advance()
    case 0x0A:
      index += 1
      token = .newline
    case UInt8(ascii: "\""):
      index += 1
      token = .string(try string())
    case let byte where Self.isNamePart(byte):
      let start = index
      while index < bytes.count, Self.isNamePart(bytes[index]) { index += 1 }
      token = .name(String(decoding: bytes[start..<index], as: UTF8.self))
    default:
      token = .sign(bytes[index])
      index += 1
    }
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) && byte != UInt8(ascii: ".") && byte != UInt8(ascii: "~")
  }

  private static let escapes: [UInt8: String] = [
    UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\",
  ]

  /// Reads the rest of a string after its opening quote. Templates are not literals.
  private mutating func string() throws -> String {
    var text: [UInt8] = []
    while index < bytes.count, bytes[index] != 0x0A {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        let kind = index < bytes.count ? bytes[index] : 0
        index += 1
        if let plain = Self.escapes[kind] {
          text += plain.utf8
        } else {
          let count = kind == UInt8(ascii: "u") ? 4 : kind == UInt8(ascii: "U") ? 8 : 0
          let digits = String(decoding: bytes.dropFirst(index).prefix(count), as: UTF8.self)
          guard count > 0, digits.utf8.count == count, let value = UInt32(digits, radix: 16),
            let scalar = Unicode.Scalar(value)
          else { throw fault("an unknown escape") }
          text += String(scalar).utf8
          index += count
        }
      case UInt8(ascii: "$"), UInt8(ascii: "%"):
        let rest = bytes.dropFirst(index)
        if rest.first == UInt8(ascii: "{") { throw fault("a template") }
        if rest.first == byte, rest.dropFirst().first == UInt8(ascii: "{") {
          index += 1
        }
        text.append(byte)
      default: text.append(byte)
      }
    }
    throw fault("no end of a string")
  }
}

/// Tests of the parser itself.
struct HCLReadingTests {
  @Test func `literals, lists, objects and blocks are parsed`() throws {
    let text = #"""
      # comment
      a {
        b "c" "d" {
          e  = "\"\\\n\u00e9$${x}%%{y}$"
          ff = [ "1", # one
            true, ]
          g = { h = var.i }
        }
        j = []
      }

      """#
    let body = try HCLReading.read(Array(text.utf8))
    let inner = HCLBody(
      attributes: [
        "e": .string("\"\\\n\u{E9}${x}%{y}$"), "ff": .list([.string("1"), .boolean(true)]),
        "g": .object(["h": .reference("var.i")]),
      ])
    #expect(
      body
        == HCLBody(blocks: [
          .init(
            type: "a", labels: [],
            body: HCLBody(
              attributes: ["j": .list([])],
              blocks: [.init(type: "b", labels: ["c", "d"], body: inner)]))
        ]))
  }

  @Test(arguments: [
    "a = \"${x}\"", "a = \"x", "a = [", "a { b = 1", "a = \"\\q\"", "a = true\na = false", "}",
    "a = \"1\" b = \"2\"", "a { b = true }", "a = { b }",
  ])
  func `invalid HCL is rejected`(text: String) {
    #expect(throws: HCLReading.Fault.self) { try HCLReading.read(Array(text.utf8)) }
  }
}
