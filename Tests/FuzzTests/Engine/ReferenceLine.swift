import PolicyText

/// A line of a log as its description has it: an object whose known members are strings or null, none of
/// them twice.
struct ReferenceLine {
  static let known = [
    "client_id", "redirect_uri", "response_type", "scope", "code_challenge_method", "state",
    "code_challenge", "environment", "query", "url",
  ]
  /// Known members; nil is null.
  private(set) var fields: [String: [UInt8]?] = [:]

  /// Fails for what is no request.
  init?(_ bytes: [UInt8]) {
    guard case .object(let members)? = ReferenceJSON.read(bytes) else { return nil }
    for (name, value) in members {
      guard let known = Self.known.first(where: { Array($0.utf8) == name }) else { continue }
      guard fields[known] == nil else { return nil }
      switch value {
      case .string(let text): fields[known] = .some(text)
      case .null: fields[known] = .some(nil)
      default: return nil
      }
    }
  }

  /// The same line with nothing but the known members.
  var plain: [UInt8] {
    let members = fields.map { name, value in
      (
        key: name,
        value: value.map { JSONValue.string(String(decoding: $0, as: UTF8.self)) } ?? .null
      )
    }
    return Array(JSONValue.object(members).text().utf8)
  }
}
