import PolicyText

/// What a client sets, as `initializationOptions` or in the section `linkpolicy`. Rules are set in
/// `linkpolicy.yaml` alone, so that an editor says what CI says.
struct ServerSettings: Equatable {
  /// How much is said besides findings.
  enum Assistance: String {
    case full
    /// Names only: keys, words and their documentation are left to a server that has the schema.
    case references
    case off
  }

  var config: String?
  var assist = Assistance.full
  var hasCodeLenses = true
  var hintsTests = true
  var hintsValues = false
  /// What the policies are compared with on save; empty compares with nothing.
  var diffBase = "HEAD"
  var diffAsFindings = false
  /// The site with the pages of rules; nil leaves it to the configuration.
  var documentation: DocumentationBase?
  /// The client asks for findings instead of being told; counts from the start on.
  var pullsDiagnostics = false
  /// A file that gets the messages of the session.
  var traceFile: String?
  /// Keys and values that mean nothing.
  var unknown: [String] = []

  init() {}

  /// Reads an object; keys with dots may be written as objects within objects.
  init(_ value: JSONValue) {
    for (key, value) in Self.flat(value, "") { read(key, value) }
  }

  private static func flat(_ value: JSONValue, _ prefix: String) -> [(String, JSONValue)] {
    guard case .object(let entries) = value else { return [] }
    return entries.flatMap { key, value -> [(String, JSONValue)] in
      let name = prefix + key
      if case .object = value { return flat(value, name + ".") }
      return [(name, value)]
    }
  }

  private mutating func read(_ key: String, _ value: JSONValue) {
    // Clients send null for what their user has not set.
    guard value != .null else { return }
    var isRead = true
    func text(_ store: (String) -> Void) {
      if let text = value.stringValue { store(text) } else { isRead = false }
    }
    func boolean(_ store: (Bool) -> Void) {
      if case .bool(let flag) = value { store(flag) } else { isRead = false }
    }
    switch key {
    case "config": text { config = $0.isEmpty ? nil : $0 }
    case "assist":
      text { word in
        if let found = Assistance(rawValue: word) { assist = found } else { isRead = false }
      }
    case "codeLens.enable": boolean { hasCodeLenses = $0 }
    case "inlayHints.tests": boolean { hintsTests = $0 }
    case "inlayHints.values": boolean { hintsValues = $0 }
    case "diff.base": text { diffBase = $0 }
    case "diff.asFindings": boolean { diffAsFindings = $0 }
    case "docs.base":
      text { base in
        documentation = DocumentationBase(base)
        if documentation == nil, !base.isEmpty { isRead = false }
      }
    case "diagnostics.pull": boolean { pullsDiagnostics = $0 }
    case "trace.file": text { traceFile = $0.isEmpty ? nil : $0 }
    // VS Code adds the level of its own log.
    case "trace.server", "path": break
    default: isRead = false
    }
    if !isRead { unknown.append(key) }
  }
}
