import PolicyModel
package import PolicyText

/// Links of the Auth emulator.
///
/// Source: firebase-tools, `src/emulator/auth/{operations,handlers}.ts`.
package enum EmulatorLink {
  /// The link that the emulator prints instead of sending an email.
  package static func build(
    host: String, mode: String, language: String, code: String, continueURL: ExactString?,
    tenantID: ExactString? = nil
  ) -> ExactString {
    var pairs: [(String, ExactString)] = [
      ("mode", ExactString(mode)), ("lang", ExactString(language)),
      ("oobCode", ExactString(code)), ("apiKey", "fake-api-key"),
    ]
    if let continueURL { pairs.append(("continueUrl", continueURL)) }
    if let tenantID { pairs.append(("tenantId", tenantID)) }
    let query = pairs.map { "\($0)=\(escaped($1))" }.joined(separator: "&")
    return ExactString("http://\(host)/emulator/action?" + query)
  }

  /// As in `application/x-www-form-urlencoded` (WHATWG URL): a space is `+`, `*-._` stay.
  private static func escaped(_ text: ExactString) -> String {
    PercentEncoding.encode(text.string).replacing("%20", with: "+").replacing("%2A", with: "*")
      .replacing("~", with: "%7E")
  }
}
