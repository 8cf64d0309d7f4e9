/// What a value within a request may hold: its names. Types are the business of who reads it, because a
/// request may ask what a platform makes of a wrong one.
package indirect enum RequestValue: Sendable {
  case any
  /// A text is one of these words. `mistakes` has, in lower case, what people write instead.
  case words([String], mistakes: [String: String] = [:])
  /// An object has these keys and no other.
  case object([ObjectKey])
  /// The values of an object with free keys, or the items of a list.
  case each(RequestValue)
}

/// A key of an object within a request.
package struct ObjectKey: Sendable {
  package var name: String
  package var value: RequestValue
  /// Every key that holds the name, in any case, is meant.
  package var isPart: Bool
  /// The key belongs here only with one of these operations; empty means always.
  package var only: [String]
  /// Names that people write instead of this one and that are too far for the edit distance, in lower case.
  package var commonMistakes: [String]

  package init(
    _ name: String, _ value: RequestValue = .any, isPart: Bool = false, only: [String] = [],
    commonMistakes: [String] = []
  ) {
    self.name = name
    self.value = value
    self.isPart = isPart
    self.only = only
    self.commonMistakes = commonMistakes
  }

  /// Keys whose values may be anything.
  static func named(_ names: String...) -> [ObjectKey] { names.map { ObjectKey($0) } }
}
