import Foundation
package import PolicyText

/// URIs that resemble a given one: those in `redirect_uris.tsv`, applied to any URI, and changes of
/// port, case and encoding.
package struct URIMutations {
  private let recorded: [ExactString]

  package init() throws {
    recorded = try Fixtures.table("redirect_uris.tsv").compactMap { row in
      guard let json = row["uri_json"], let data = "[\(json)]".data(using: .utf8),
        let list = try? JSONSerialization.jsonObject(with: data) as? [String]
      else { return nil }
      return list.first.map { ExactString($0) }
    }
  }

  /// Returns URIs similar to a URI, and the URI itself.
  package func mutations(of uri: ExactString) -> [ExactString] {
    let parts = URIParts(uri)
    let bytes = Array(uri.utf8)
    func text(_ range: Range<Int>?) -> String {
      range.map { String(decoding: bytes[$0], as: UTF8.self) } ?? ""
    }
    let scheme = text(parts.scheme)
    let host = text(parts.host)
    let rest = String(decoding: bytes[parts.path.lowerBound...], as: UTF8.self)
    var output = [uri]
    for recorded in recorded {
      var text = recorded.string
      for (old, new) in [
        ("https://", scheme + "://"), ("oauth-redirect.googleusercontent.com", host),
        ("/a/com.google.OPA", rest),
      ] {
        text = text.replacingOccurrences(of: old, with: new, options: .literal)
      }
      output.append(ExactString(text))
    }
    for port in ["", ":", ":0", ":80", ":443", ":8080", ":65535", ":65536", ":08080", ":80a"] {
      for other in [host, host.uppercased(), "localhost", "127.0.0.1", "127.0.0.2", "[::1]"] {
        output.append(ExactString("\(scheme)://\(other)\(port)\(rest)"))
        output.append(ExactString("\(scheme.uppercased())://u@\(other)\(port)\(rest)"))
        output.append(ExactString("http://u:p@\(other)\(port)\(rest)"))
        output.append(ExactString("https://\(other)\(port)\(rest)"))
      }
    }
    output += [
      uri.string + "?", uri.string + "#", uri.string + "/", uri.string + "?x=1",
      "\(scheme)://\(host)%2e\(rest)",
      "\(scheme)://\(host)" + rest.replacingOccurrences(of: "c", with: "%63"),
    ].map { ExactString($0) }
    return output
  }
}
