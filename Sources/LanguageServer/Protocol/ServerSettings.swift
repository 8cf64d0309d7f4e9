import PolicyText

/// Settings of the client, from `initializationOptions` or the section `linkpolicy`. Rules are configured in
/// `linkpolicy.yaml`, so editor and CI report the same findings.
struct ServerSettings: Equatable {
  /// Which hovers and completions to offer.
  enum Assistance: String {
    case full
    /// Only names: keys, values and their documentation come from another server with the schema.
    case references
    case off
  }

  var config: String?
  var assist = Assistance.full
  var hasCodeLenses = true
  var hintsTests = true
  var hintsValues = false
  /// The revision for comparisons on save; empty for no comparison.
  var diffBase = "HEAD"
  var diffAsFindings = false
  /// The documentation site; nil for that of the configuration.
  var documentation: DocumentationBase?
  /// Use pull diagnostics; read only at the start.
  var pullsDiagnostics = false
  /// A file for the messages of the session.
  var traceFile: String?
  /// Unknown keys and values.
  var unknown: [String] = []

  init() {}

  /// Reads an object; keys with dots may be nested objects.
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
    // Clients send null for unset values.
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
