/// Requests with their answers, in policies and test files.
package enum TestShape {
  /// A test file.
  package static let file = MappingShape(
    "test file", "Tests of the policies of a workspace",
    keys: [
      KeyShape(
        "linkpolicy_tests", .integer(1...1), "Version of the format; marks a test file",
        presence: .required),
      KeyShape("policy", .string(StringShape(.identifier)), "Only this policy answers"),
      KeyShape(
        "environment", PolicyShape.environment, "Default of the requests", defaultValue: "prod"),
      KeyShape("tests", .list(.mapping(test)), "The tests", presence: .required),
    ])

  static let test = MappingShape(
    "test", "A request and what must come back",
    keys: [
      KeyShape("name", .text, "What the test shows", presence: .required),
      KeyShape("request", request, "The request, as for `simulate`", presence: .required),
      KeyShape(
        "expect", .mapping(expectation), "Fields of the answer; only these are compared",
        presence: .required),
    ])

  /// The request; its kind decides which keys it may have.
  static let request = Shape.variants(
    key: "kind", words: RequestShape.kinds, shape: RequestShape.kind)

  private static let nullableText = Shape.nullable(.text)

  static let expectation = MappingShape(
    "expectation", "Fields of the answer",
    keys: [
      KeyShape(
        "decision",
        .enumeration([
          EnumerationValue("allow", "It goes through"), EnumerationValue("deny", "It is refused"),
          EnumerationValue("ignore", "It is not for us"),
        ]), "The decision"),
      KeyShape("channel", nullableText, "How the answer travels"),
      KeyShape("target", nullableText, "Where the user is sent"),
      KeyShape("error", nullableText, "The error code"),
      KeyShape("reason", .text, "The reason; `linkpolicy rules --reasons` lists them"),
      KeyShape("message", .text, "The explanation"),
      KeyShape("next", nullableText, "What the user of the app sees next"),
      KeyShape(
        "confidence",
        .enumeration([
          EnumerationValue("certain", "From a specification or the source"),
          EnumerationValue("inferred", "Concluded"),
        ]), "How sure the answer is"),
      KeyShape("result", .any, "Answer of the kind, compared key by key"),
    ])
}
