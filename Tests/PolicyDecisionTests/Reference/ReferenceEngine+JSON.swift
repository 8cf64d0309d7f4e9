import PolicyText

extension ReferenceEngine.Verdict {
  /// Converts a result of `simulate`.
  init(answer: JSONValue) {
    let hints: Set = [
      "redirect-uri-other-environment", "redirect-uri-case", "redirect-uri-trailing-slash",
      "redirect-uri-same-for-browsers", "redirect-uri-not-registered",
    ]
    let reason = answer["reason"]?.stringValue ?? answer.text()
    self.init(
      decision: answer["decision"]?.stringValue ?? "",
      channel: answer["channel"]?.stringValue ?? "",
      target: answer["target"]?.stringValue, error: answer["error"]?.stringValue,
      reason: hints.contains(reason) ? "redirect-uri" : reason)
    if let result = answer["result"], case .int(let code)? = result["resultCode"] {
      resultCode = code
      if let code = result["extras"]?["AUTHORIZATION_CODE"]?.stringValue { extras = code }
      if let type = result["extras"]?["ERROR_TYPE"], let code = result["extras"]?["ERROR_CODE"] {
        extras = "\(type.text())/\(code.text())"
      }
    }
  }
}

extension ReferenceEngine.Intent {
  /// The request as fields of a line for `simulate`.
  var json: [(key: String, value: JSONValue)] {
    var extras: [(key: String, value: JSONValue)] = []
    if let clientID { extras.append(("CLIENT_ID", .string(clientID))) }
    if let redirectURI { extras.append(("REDIRECT_URI", .string(redirectURI))) }
    return [
      ("action", .string(action)),
      (
        "caller",
        [
          "package": .string(package),
          "certs": .array(certificates.map(JSONValue.string)),
        ]
      ),
      ("extras", .object(extras)),
    ]
  }
}
