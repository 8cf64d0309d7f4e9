import PolicyDecision

extension Code {
  /// The names of the parameters that no request may repeat, as literals.
  static var requestParameters: [Code] {
    QueryReader.parameterNames.map { "\(literal: $0)" }
  }
}
