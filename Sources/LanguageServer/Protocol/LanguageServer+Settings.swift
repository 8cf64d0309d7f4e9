import LinkPolicy
import PolicyText

extension LanguageServer {
  /// What an answer of the client is for.
  enum Expectation {
    case nothing
    case settings
    /// Whether the client shows the progress of a check.
    case progress
    /// The user was asked whether generated files may be written.
    case writing(root: String)
  }

  /// Asks for the section `linkpolicy`, and to be told when it changes.
  mutating func askForSettings(registers: Bool) -> [JSONValue] {
    var output: [JSONValue] = []
    if registers, client.registersSettings {
      output.append(
        request(
          "client/registerCapability",
          [
            "registrations": [
              [
                "id": "linkpolicy-settings", "method": "workspace/didChangeConfiguration",
                "registerOptions": ["section": "linkpolicy"],
              ]
            ]
          ]))
    }
    if client.givesSettings {
      output.append(
        request(
          "workspace/configuration", ["items": [["section": "linkpolicy"]]], then: .settings))
    }
    return output
  }

  /// An answer of the client.
  mutating func received(_ id: JSONValue, _ result: JSONValue?) -> [JSONValue] {
    guard let number = id.integer, let expectation = expected.removeValue(forKey: number) else {
      return []
    }
    switch expectation {
    case .nothing: return []
    case .progress:
      progress = progress == .asked && result != nil ? .allowed : .none
      return []
    case .settings:
      // Without anything set the options of the start stay.
      guard let section = result?.items?.first, case .object(let entries) = section,
        !entries.isEmpty
      else { return [] }
      set(ServerSettings(section))
      return []
    case .writing(let root):
      guard result?["title"]?.stringValue == Self.write else { return [] }
      return writeGenerated(root)
    }
  }
}
