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
    var pairs: [(ExactString, ExactString)] = [
      ("mode", ExactString(mode)), ("lang", ExactString(language)),
      ("oobCode", ExactString(code)), ("apiKey", "fake-api-key"),
    ]
    if let continueURL { pairs.append(("continueUrl", continueURL)) }
    if let tenantID { pairs.append(("tenantId", tenantID)) }
    return ExactString("http://\(host)/emulator/action?" + serialized(pairs))
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
