import PolicyModel
package import PolicyText

/// Links of the Auth emulator, and what visiting one does.
///
/// Source: firebase-tools, `src/emulator/auth/{operations,handlers}.ts`.
package enum EmulatorLink {
  /// The answer of the emulator.
  package struct Response: Sendable, Equatable {
    package var status: Int
    /// Where it redirects to.
    package var location: ExactString?
    package var error: String?
  }

  /// The link that the emulator prints instead of sending an email.
  package static func build(
    host: String, mode: String, language: String, code: String, continueURL: ExactString?,
    tenantID: ExactString? = nil
  ) -> ExactString {
    var pairs: [(ExactString, ExactString)] = [
      ("mode", ExactString(mode)), ("lang", ExactString(language)),
      ("oobCode", ExactString(code)), ("apiKey", "fake-api-key"),
    ]
    if let continueURL { pairs.append(("continueUrl", continueURL)) }
    if let tenantID { pairs.append(("tenantId", tenantID)) }
    return ExactString("http://\(host)/emulator/action?" + serialized(pairs))
  }

  /// Opening a link: the key is checked before the code, the code before the mode.
  package static func visit(
    _ parameters: [(name: ExactString, value: ExactString)]
  ) -> Response {
    func value(_ name: ExactString) -> ExactString? {
      parameters.first { $0.name == name }?.value.nonEmpty
    }
    func refused(_ error: String) -> Response { Response(status: 400, error: error) }
    guard value("apiKey") != nil else { return refused("missing apiKey query parameter") }
    guard value("oobCode") != nil else { return refused("missing oobCode query parameter") }
    let next = value("continueUrl")
    switch value("mode")?.string {
    case "signIn":
      guard let next else { return refused("Missing continueUrl query parameter") }
      return redirect(next, parameters)
    case "resetPassword":
      guard value("newPassword") != nil else {
        return refused("missing newPassword query parameter")
      }
      return next.map { Response(status: 303, location: $0) } ?? Response(status: 200)
    case "verifyEmail", "verifyAndChangeEmail", "recoverEmail", "revertSecondFactorAddition":
      return next.map { Response(status: 303, location: $0) } ?? Response(status: 200)
    default: return refused("Invalid mode")
    }
  }

  /// The error of signing in with a link; nil where it succeeds.
  package static func signInError(email: ExactString, sentTo: ExactString, isUsed: Bool) -> String?
  {
    if isUsed { return "INVALID_OOB_CODE" }
    return email.asciiLowercased == sentTo.asciiLowercased
      ? nil
      : "INVALID_EMAIL : The email provided does not match the sign-in email address."
  }

  /// The continue URL with every other parameter set, as `URLSearchParams.set` does.
  private static func redirect(
    _ url: ExactString, _ parameters: [(name: ExactString, value: ExactString)]
  ) -> Response {
    guard let href = BrowserURL.href(url) else {
      return Response(status: 400, error: "Invalid URL")
    }
    let parts = URIParts(href)
    var pairs = parts.bytes(parts.query ?? 0..<0).split(separator: UInt8(ascii: "&")).map { pair in
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      return (decoded(name), decoded(pair.dropFirst(name.count + 1)))
    }
    for (name, value) in parameters where name != "continueUrl" {
      guard let place = pairs.firstIndex(where: { $0.0 == name }) else {
        pairs.append((name, value))
        continue
      }
      pairs[place].1 = value
      // Further ones of that name are removed.
      let head = pairs[...place]
      pairs = head + pairs[(place + 1)...].filter { $0.0 != name }
    }
    let start = String(decoding: parts.bytes(0..<parts.path.upperBound), as: UTF8.self)
    let fragment = parts.fragment.map { "#" + parts.text($0).string } ?? ""
    return Response(
      status: 303, location: ExactString(start + "?" + serialized(pairs) + fragment))
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> ExactString {
    ExactString(
      decoding: PercentEncoding.decode(bytes, plusIsSpace: true, malformed: .keep) ?? [])
  }

  /// `application/x-www-form-urlencoded` (WHATWG URL): a space is `+`, `*-._` stay.
  private static func serialized(_ pairs: [(ExactString, ExactString)]) -> String {
    func escaped(_ text: ExactString) -> String {
      var output = ""
      for byte in text.utf8 {
        switch byte {
        case 0x20: output += "+"
        case UInt8(ascii: "*"): output += "*"
        case UInt8(ascii: "~"): output += "%7E"
        default: PercentEncoding.append(byte, to: &output)
        }
      }
      return output
    }
    return pairs.map { escaped($0.0) + "=" + escaped($0.1) }.joined(separator: "&")
  }
}

extension PercentEncoding {
  /// Appends one byte, escaped unless it is unreserved.
  fileprivate static func append(_ byte: UInt8, to output: inout String) {
    if isUnreserved(byte) {
      output.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      let hex = String(byte, radix: 16, uppercase: true)
      output += hex.utf8.count == 1 ? "%0" + hex : "%" + hex
    }
  }
}
