/// The keys of a test file.
enum TestFileKey: String, MappingKey {
  case linkpolicyTests = "linkpolicy_tests"
  case policy
  case environment
  case tests

  static let mapping = MappingShape(
    "test file", "Tests of the policies of a workspace", TestFileKey.self)

  var shape: KeyShape {
    switch self {
    case .linkpolicyTests:
      KeyShape(.integer(1...1), "Version of the format; marks a test file", presence: .required)
    case .policy: KeyShape(.string(StringShape(.identifier)), "Only this policy answers")
    case .environment:
      KeyShape(
        .environment, "Default of the requests",
        defaultValue: .enumeration(RequestDefaults.environment))
    case .tests: KeyShape(.list(.mapping(TestKey.mapping)), "The tests", presence: .required)
    }
  }
}

/// The keys of a test.
enum TestKey: String, MappingKey {
  case name
  case request
  case expect

  static let mapping = MappingShape("test", "A request and what must come back", TestKey.self)

  var shape: KeyShape {
    switch self {
    case .name: KeyShape(.prose, "What the test shows", presence: .required)
    case .request:
      KeyShape(RequestShape.ofAnyKind, "The request, as for `simulate`", presence: .required)
    case .expect:
      KeyShape(
        .mapping(ExpectationKey.mapping), "Fields of the answer; only these are compared",
        presence: .required)
    }
  }
}
