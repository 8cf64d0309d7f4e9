import PolicyText

extension LanguageServer {
  /// The request that a response of the client belongs to.
  enum Expectation {
    case nothing
    case settings
    /// Create a progress token.
    case progress
    /// Ask the user before generated files are written.
    case writing(root: String)
  }

  /// Requests the section `linkpolicy` and registers for its changes.
  mutating func askForSettings(registers: Bool) -> [JSONValue] {
    var output: [JSONValue] = []
    if registers, client.registersSettings {
      output.append(
        register(
          "linkpolicy-settings", "workspace/didChangeConfiguration", ["section": "linkpolicy"]))
    }
    if client.givesSettings {
      output.append(
        request(
          "workspace/configuration", ["items": [["section": "linkpolicy"]]], then: .settings))
    }
    return output
  }

  /// Handles a response of the client.
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
      // Without settings, the initialization options stay.
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
