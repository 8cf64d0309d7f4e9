import PolicyModel
import PolicyText

/// What a decision rests on: facts of the policy, replaced key by key by those of the request.
struct Facts {
  /// A text and, where it comes from a policy, its line.
  struct Text {
    var value: ExactString
    var source: SourceAnchor?
  }

  /// Of the request: an object, or null.
  let given: JSONValue
  private var lists: [String: [Entry]] = [:]
  private var values: [String: (value: JSONValue, source: SourceAnchor?)] = [:]

  /// What the policy leaves to the platform.
  private var assumed: Set<String> = []

  init(_ given: JSONValue) { self.given = given }

  /// A list that the platform has if the policy is silent: inferred, since the console may differ.
  mutating func assume(_ key: String, _ entries: [Entry]) {
    lists[key] = entries
    assumed.insert(key)
  }

  /// True where neither the request nor the policy gives a list.
  func isAssumed(_ key: String) -> Bool { given[key] == nil && assumed.contains(key) }

  /// How sure an answer is that rests on a list.
  func confidence(in key: String) -> Decision.Confidence { isAssumed(key) ? .inferred : .certain }

  /// A list of the policy.
  mutating func set(_ key: String, _ entries: [Entry]?) { lists[key] = entries }

  /// A value of the policy; nothing where it is nil.
  mutating func set(_ key: String, _ value: JSONValue?, at source: SourceAnchor? = nil) {
    values[key] = value.map { ($0, source) }
  }

  /// A boolean of the policy.
  mutating func set(_ key: String, _ flag: CompiledFlag?) {
    set(key, flag.map { .bool($0.value) }, at: flag?.anchor)
  }

  /// The strings of a list; empty if it is not given.
  func list(_ key: String) -> [Text] {
    if let list = given[key] {
      return (list.texts ?? []).map { Text(value: $0, source: nil) }
    }
    return (lists[key] ?? []).map { Text(value: $0.value, source: $0.anchor) }
  }

  /// A value; nil if it is not given. A null in the request is a null here.
  func value(_ key: String) -> JSONValue? { given[key] ?? values[key]?.value }

  /// The line of a value of the policy; nil where the request replaces it.
  func source(_ key: String) -> SourceAnchor? {
    given[key] == nil ? values[key]?.source ?? lists[key]?.first?.anchor : nil
  }

  func flag(_ key: String, or defaultValue: Bool) -> Bool { value(key)?.boolValue ?? defaultValue }

  func text(_ key: String) -> ExactString? { value(key)?.exactText }
}
