import PolicyModel
import PolicyText

/// The assumptions of a decision: facts of the policy, replaced key by key by those of the request.
struct Facts {
  /// A string and its line if it comes from a policy.
  struct Text {
    var value: ExactString
    var source: SourceAnchor?
  }

  /// The facts of the request: an object or null.
  let given: JSONValue
  private var lists: [String: [Entry]] = [:]
  private var values: [String: (value: JSONValue, source: SourceAnchor?)] = [:]

  /// The keys that the policy leaves to the platform's defaults.
  private var assumed: Set<String> = []

  init(_ given: JSONValue) { self.given = given }

  /// Sets the platform's default for a list that the policy doesn't have. It is inferred, because
  /// the console may differ.
  mutating func assume(_ key: String, _ entries: [Entry]) {
    lists[key] = entries
    assumed.insert(key)
  }

  /// True if neither the request nor the policy has a list.
  func isAssumed(_ key: String) -> Bool { given[key] == nil && assumed.contains(key) }

  /// How certain a decision is that depends on a list.
  func confidence(in key: String) -> Decision.Confidence { isAssumed(key) ? .inferred : .certain }

  /// Sets a list of the policy.
  mutating func set(_ key: String, _ entries: [Entry]?) { lists[key] = entries }

  /// Sets a value of the policy; nil removes it.
  mutating func set(_ key: String, _ value: JSONValue?, at source: SourceAnchor? = nil) {
    values[key] = value.map { ($0, source) }
  }

  /// Sets a Boolean of the policy.
  mutating func set(_ key: String, _ flag: CompiledFlag?) {
    set(key, flag.map { .bool($0.value) }, at: flag?.anchor)
  }

  /// The strings of a list; empty if unknown.
  func list(_ key: String) -> [Text] {
    if let list = given[key] {
      return (list.texts ?? []).map { Text(value: $0, source: nil) }
    }
    return (lists[key] ?? []).map { Text(value: $0.value, source: $0.anchor) }
  }

  /// A value; nil if unknown. A null in the request stays null.
  func value(_ key: String) -> JSONValue? { given[key] ?? values[key]?.value }

  /// The line of a policy's value; nil if the request replaces it.
  func source(_ key: String) -> SourceAnchor? {
    given[key] == nil ? values[key]?.source ?? lists[key]?.first?.anchor : nil
  }

  func flag(_ key: String, or defaultValue: Bool) -> Bool { value(key)?.boolValue ?? defaultValue }

  func text(_ key: String) -> ExactString? { value(key)?.exactText }
}
