package import PolicyText
import PolicyModel

/// A request for the result of a continue URL in each SDK.
package struct ContinueURLRequest: Sendable {
  package var context: RequestContext
  /// Null if the settings have none. May be a JSON value other than a string.
  package var url: JSONValue
}

extension CompiledPolicy {
  /// Evaluates each component.
  package func decide(_ request: ContinueURLRequest) -> Decision {
    let answers = ContinueURL.answers(request.url)
    var recorder = TraceRecorder(request.context)
    var refusing: [String] = []
    for (name, answer) in answers {
      if answer == "ok" {
        recorder.pass(Step(rawValue: name), "ok")
      } else {
        recorder.note(Step(rawValue: name), answer)
      }
    }
    for (name, answer) in answers where answer != "ok" { refusing.append("`\(name)`: \(answer)") }
    let isMissing = request.url == .null || request.url == ""
    return recorder.end(
      refusing.isEmpty ? .allow : .deny, "url",
      refusing.isEmpty ? .allowed : isMissing ? .continueURIMissing : .continueURIInvalid,
      channel: refusing.isEmpty ? .result : .clientError,
      error: refusing.isEmpty ? nil : answers.first { $0.answer != "ok" }?.answer,
      message: refusing.isEmpty
        ? "every SDK accepts the URL"
        : "not every SDK accepts the URL: "
          + refusing.joined(separator: ", "),
      result: .object(answers.map { (key: $0.name, value: .string($0.answer)) }))
  }
}

/// The checks of a continue URL in Firebase's components.
package enum ContinueURL {
  /// `ok`, `absent` or the error, by component.
  static func answers(_ url: JSONValue) -> [(name: String, answer: String)] {
    [
      ("js_client", isGivenForJavaScript(url) ? "ok" : "invalid-continue-uri"),
      ("admin_node", adminNode(url) ?? "ok"), ("emulator", emulator(url)),
      ("admin_go", adminGo(url.exactText ?? "") ?? "ok"),
    ]
  }

  /// `url?.length > 0`; the URL isn't parsed.
  static func isGivenForJavaScript(_ url: JSONValue?) -> Bool {
    switch url {
    case .string(let text)?: !text.isEmpty
    case .array(let items)?: !items.isEmpty
    default: false
    }
  }

  /// The error of the Admin SDK for Node.js, without `auth/`; nil if it accepts the URL.
  package static func adminNode(_ url: JSONValue?) -> String? {
    guard let url, url != .null else { return "missing-continue-uri" }
    return url.exactText.map(isURLForNode) ?? false ? nil : "invalid-continue-uri"
  }

  private static func emulator(_ url: JSONValue) -> String {
    guard let text = url.exactText, !text.isEmpty else { return "absent" }
    return BrowserURL.href(text) == nil ? "INVALID_CONTINUE_URI" : "ok"
  }

  /// The error of the Admin SDK for Go; nil if it accepts the URL.
  static func adminGo(_ url: ExactString) -> String? {
    if url.isEmpty { return "URL must not be empty" }
    return isURLForGo(url) ? nil : "malformed"
  }

  /// Whether Go's `url.Parse` accepts a URL and finds a scheme and a host.
  private static func isURLForGo(_ url: ExactString) -> Bool {
    let parts = URIParts(url)
    guard parts.scheme != nil, let host = parts.host, !host.isEmpty,
      !url.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { return false }
    let others = Array("!$&'()*+,;=:[]<>\"-_.~".utf8)
    return parts.bytes(host).allSatisfy { $0 >= 0x80 || $0.isAlphanumeric || others.contains($0) }
      && parts.bytes(parts.port ?? 0..<0).allSatisfy(\.isDigit)
      && [parts.userinfo, parts.path, parts.fragment].allSatisfy {
        PercentEncoding.decode(
          parts.bytes($0 ?? 0..<0), plusIsSpace: false, malformed: .refuse) != nil
      }
  }

  /// `isURL` of firebase-admin-node, `validator.ts`.
  private static func isURLForNode(_ text: ExactString) -> Bool {
    let others = Array(":/?#[]@!$&'()*+,;=.-_~%".utf8)
    guard text.utf8.allSatisfy({ $0.isAlphanumeric || others.contains($0) }),
      let href = BrowserURL.href(text)
    else { return false }
    let parts = URIParts(href)
    guard parts.lowerScheme == "http" || parts.lowerScheme == "https" else { return false }
    return isHost(parts.bytes(parts.host ?? 0..<0)) && isPath(parts.bytes(parts.path))
  }

  private static func isHost(_ host: ArraySlice<UInt8>) -> Bool {
    if host.first == UInt8(ascii: "[") {
      let inner = host.dropFirst().dropLast()
      return host.last == UInt8(ascii: "]") && !inner.isEmpty
        && inner.allSatisfy {
          PercentEncoding.hexValue($0) != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
        }
    }
    return host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { label in
        guard let first = label.first, let last = label.last else { return false }
        return first.isAlphanumeric && last.isAlphanumeric
          && label.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
      }
  }

  /// Empty, `/`, or non-empty segments with an optional final slash.
  private static func isPath(_ path: ArraySlice<UInt8>) -> Bool {
    guard !path.isEmpty else { return true }
    guard path.first == UInt8(ascii: "/") else { return false }
    let others = Array("_-.~!$'()*+,;=:@%".utf8)
    let segments = path.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return segments.enumerated().allSatisfy { index, segment in
      (!segment.isEmpty || index == segments.count - 1)
        && segment.allSatisfy { $0.isAlphanumeric || others.contains($0) }
    }
  }
}
