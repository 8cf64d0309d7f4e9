import PolicyText

/// The JSON object in the body of a request.
struct RouteBody {
  let json: JSONValue

  /// - Parameter names: the allowed members; nil if the command checks them.
  init(_ bytes: [UInt8], names: [String]?) throws(WebError) {
    // A file is one string, which may be as long as the body.
    var limits = ReadingLimits()
    limits.scalar = max(limits.scalar, bytes.count)
    do throws(JSONText.Problem) {
      json = try JSONText.parse(bytes, limits: limits)
    } catch {
      throw WebError.unusable("the body must be valid JSON: \(error.message)")
    }
    guard case .object(let entries) = json else {
      throw WebError.unusable("the body must be a JSON object")
    }
    guard let names else { return }
    for entry in entries where !names.contains(where: { $0.utf8.elementsEqual(entry.key.utf8) }) {
      throw WebError.unusable(
        "unknown member \(DisplayText.quoted(entry.key)); write one of \(names.joined(separator: ", "))"
      )
    }
  }

  func text(_ name: String) throws(WebError) -> String? {
    switch json[name] {
    case nil, .null?: return nil
    case .string(let text)?: return text
    default: throw WebError.unusable("`\(name)` must be a string")
    }
  }

  func flag(_ name: String, standard: Bool = false) throws(WebError) -> Bool {
    switch json[name] {
    case nil: return standard
    case .bool(let value)?: return value
    default: throw WebError.unusable("`\(name)` must be true or false")
    }
  }

  /// A member as an option of a command, which must have the same name; empty if it is missing.
  func option(_ name: String) throws(WebError) -> [String] {
    try text(name).map { ["--\(name)=\($0)"] } ?? []
  }

  var invalidOption: [String] {
    get throws(WebError) { try flag("allow_invalid") ? ["--allow-invalid"] : [] }
  }

  func texts(_ name: String) throws(WebError) -> [String] {
    guard let value = json[name] else { return [] }
    guard let items = value.items else {
      throw WebError.unusable("`\(name)` must be a list of strings")
    }
    var texts: [String] = []
    for item in items {
      guard let text = item.stringValue else {
        throw WebError.unusable("`\(name)` must be a list of strings")
      }
      texts.append(text)
    }
    return texts
  }

  func environment() throws(WebError) -> Environment? {
    guard let text = try text("environment") else { return nil }
    guard let environment = Environment(rawValue: text) else {
      throw WebError.unusable("`environment` must be prod or sandbox")
    }
    return environment
  }
}
