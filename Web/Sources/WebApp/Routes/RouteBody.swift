import LinkPolicy
import PolicyText

/// The JSON object of a request, whose members a route names.
struct RouteBody {
  let json: JSONValue

  /// - Parameter names: what may stand in it; nil leaves that to the readers of the command.
  init(_ bytes: [UInt8], names: [String]?) throws(WebError) {
    // A text of a page is one value, of any length that a body has.
    var limits = ReadingLimits()
    limits.scalar = max(limits.scalar, bytes.count)
    do throws(JSONText.Problem) {
      json = try JSONText.parse(bytes, limits: limits)
    } catch {
      throw WebError.unusable("the body is no JSON: \(error.message)")
    }
    guard case .object(let entries) = json else {
      throw WebError.unusable("the body is a JSON object")
    }
    guard let names else { return }
    for entry in entries where !names.contains(where: { $0.utf8.elementsEqual(entry.key.utf8) }) {
      throw WebError.unusable(
        "\(UTF8Text.quoted(entry.key)) is no member of this request: \(names.joined(separator: ", "))"
      )
    }
  }

  func text(_ name: String) throws(WebError) -> String? {
    switch json[name] {
    case nil, .null?: return nil
    case .string(let text)?: return text
    default: throw WebError.unusable("`\(name)` is a text")
    }
  }

  func flag(_ name: String, standard: Bool = false) throws(WebError) -> Bool {
    switch json[name] {
    case nil: return standard
    case .bool(let value)?: return value
    default: throw WebError.unusable("`\(name)` is true or false")
    }
  }

  func texts(_ name: String) throws(WebError) -> [String] {
    guard let value = json[name] else { return [] }
    guard let items = value.items else { throw WebError.unusable("`\(name)` is a list of texts") }
    var texts: [String] = []
    for item in items {
      guard let text = item.stringValue else {
        throw WebError.unusable("`\(name)` is a list of texts")
      }
      texts.append(text)
    }
    return texts
  }

  func environment() throws(WebError) -> Environment? {
    guard let text = try text("environment") else { return nil }
    guard let environment = Environment(rawValue: text) else {
      throw WebError.unusable("`environment` is prod or sandbox")
    }
    return environment
  }
}
