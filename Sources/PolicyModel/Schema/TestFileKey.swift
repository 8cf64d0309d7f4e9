/// The keys of a test file.
enum TestFileKey: String, MappingKey {
  case linkpolicyTests = "linkpolicy_tests"
  case policy
  case environment
  case tests
  case invariants

  static let mapping = MappingShape(
    "test file", "Tests of the policies in a workspace", TestFileKey.self,
    needsOneOf: [[.tests, .invariants]])

  var shape: KeyShape {
    switch self {
    case .linkpolicyTests:
      KeyShape(
        .integer(1...1), "Version of the format; required in every test file", presence: .required)
    case .policy:
      KeyShape(
        .string(StringShape(.identifier)),
        "Evaluate requests and invariants against this policy only")
    case .environment:
      KeyShape(
        .environment, "Environment of requests that don't set one",
        defaultValue: .enumeration(RequestDefaults.environment))
    case .tests: KeyShape(.list(.mapping(TestKey.mapping)), "The tests")
    case .invariants:
      KeyShape(
        .list(.mapping(InvariantKey.mapping)),
        "Properties that all clients or all links of the policies must have")
    }
  }
}

/// The keys of a test.
enum TestKey: String, MappingKey {
  case name
  case request
  case expect

  static let mapping = MappingShape("test", "Request and its expected decision", TestKey.self)

  var shape: KeyShape {
    switch self {
    case .name: KeyShape(.prose, "What the test checks", presence: .required)
    case .request:
      KeyShape(
        RequestShape.ofAnyKind, "Request, in the format of `linkpolicy simulate`",
        presence: .required)
    case .expect:
      KeyShape(
        .mapping(ExpectationKey.mapping),
        "Expected fields of the decision; other fields aren't compared",
        presence: .required)
    }
  }
}

/// The fields of a decision that a test may expect.
enum ExpectationKey: String, MappingKey {
  case decision
  case channel
  case target
  case error
  case reason
  case message
  case next
  case confidence
  case result

  static let mapping = MappingShape(
    "expectation", "Fields of a decision", ExpectationKey.self, bareKey: .decision)

  var shape: KeyShape {
    switch self {
    case .decision:
      KeyShape(
        .enumeration([
          EnumerationValue("allow", "The request is allowed"),
          EnumerationValue("deny", "The request is denied"),
          EnumerationValue("ignore", "The policy doesn't apply to the request"),
        ]), "Decision")
    case .channel: KeyShape(.nullable(.text), "How the response is delivered")
    case .target: KeyShape(.nullable(.text), "Where the user is redirected")
    case .error: KeyShape(.nullable(.text), "Error code")
    case .reason: KeyShape(.text, "Reason; `linkpolicy rules --reasons` lists all of them")
    case .message: KeyShape(.text, "Explanation")
    case .next: KeyShape(.nullable(.text), "What the user sees next")
    case .confidence:
      KeyShape(
        .enumeration([
          EnumerationValue("certain", "Based on a specification or on source code"),
          EnumerationValue("inferred", "Based on behavior that isn't documented"),
        ]), "How certain the decision is")
    case .result: KeyShape(.any, "Result of the request type, compared key by key")
    }
  }
}
