import PolicyModel
import PolicyText

/// The findings of the scope rules about one scope. Both use the same table.
struct ScopeLint {
  let scope: ExactString
  /// `error`, `warning` or `note`; nil for a valid scope.
  private(set) var severity: String?
  /// The rule ID.
  private var rule = ""
  private var reason = ""
  /// What to write instead.
  private var fix: ExactString?
  private var confidence = Decision.Confidence.certain
  private var nearest: ExactString?

  /// - Parameter others: the other scopes of the request.
  init(_ scope: ExactString, beside others: [ExactString]) {
    self.scope = scope
    if let real = GoogleScope.unmangled(scope) {
      set("error", "scope-mangled", "the host of the scope is a proxy")
      fix = real
    } else if let fault = GoogleScope.fault(of: scope) {
      set("error", "scope-not-url", fault.reason)
      fix = fault.suggestion
    } else if let broad = GoogleScope.broader(than: scope, among: others) {
      set("warning", "scope-redundant", "redundant: \(broad.quoted) covers it")
    } else if GoogleScope.isLegacyFeed(scope) {
      set("warning", "scope-not-url", "legacy")
    } else if let entry = GoogleScope.entry(of: scope) {
      switch entry.kind {
      case .restricted: set("warning", "scope-restricted", "restricted")
      case .sensitive: set("note", "scope-sensitive", "sensitive")
      case .nonSensitive, .other: break
      }
      // Without a known classification, the scope may need verification.
      if entry.isInferred || entry.kind == .other { confidence = .inferred }
    } else {
      set("note", "scope-unknown", "unknown")
      // The table has a date, and the scope may be newer.
      confidence = .inferred
      nearest = GoogleScope.nearest(to: scope)
    }
  }

  private mutating func set(_ severity: String, _ rule: String, _ reason: String) {
    (self.severity, self.rule, self.reason) = (severity, rule, reason)
  }

  private var isError: Bool { severity == "error" }

  private var message: String {
    guard severity != nil else { return "\(scope.quoted) is a valid scope" }
    let near = nearest.map { "; did you mean \($0.quoted)?" } ?? ""
    return "\(scope.quoted): \(reason)" + (fix.map { "; write \($0.quoted)" } ?? near)
  }

  private var result: JSONValue {
    guard let severity else { return .null }
    var result: [(key: String, value: JSONValue)] = [
      ("severity", .string(severity)), ("rule", .string(rule)), ("reason", .string(reason)),
    ]
    if let fix { result.append(("fix", .string(fix.string))) }
    if let nearest { result.append(("nearest", .string(nearest.string))) }
    return .object(result)
  }

  /// The decision on a single scope.
  var decision: Decision {
    TraceRecorder().end(
      isError ? .deny : .allow, .scope, isError ? .scopeMalformed : .allowed, channel: .result,
      error: isError ? rule : nil, message: message, confidence: confidence, result: result)
  }

  /// The decision on the scopes of one request, with a result for each, in order.
  static func decision(about scopes: [ExactString]) -> Decision {
    var recorder = TraceRecorder()
    let lints = scopes.map { ScopeLint($0, beside: scopes) }
    for lint in lints { recorder.note(.scope, lint.message) }
    let worst =
      lints.first(where: \.isError) ?? lints.first { $0.severity == "warning" }
      ?? lints.first { $0.severity != nil }
    let isError = worst?.isError ?? false
    return recorder.end(
      isError ? .deny : .allow, .scope, isError ? .scopeMalformed : .allowed, channel: .result,
      error: isError ? worst?.rule : nil, message: worst?.message ?? "all scopes are valid",
      confidence: worst?.confidence ?? .certain, result: .array(lints.map(\.result)))
  }
}
