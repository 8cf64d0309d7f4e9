import PolicyText

/// What a field of a client holds, and what it holds where nothing is written.
enum ClientFieldType: Sendable {
  case text
  case optionalText
  case flag(default: Bool)
  /// nil for a list that is always written.
  case texts(default: [ExactString]?)
  case callers

  /// The value that is not written; nil where there is none, or where none is the default.
  var defaultValue: ClientFieldValue? {
    switch self {
    case .text, .optionalText: nil
    case .flag(let defaultValue): .flag(defaultValue)
    case .texts(let defaultValue): defaultValue.map(ClientFieldValue.texts)
    case .callers: .callers([])
    }
  }

  /// True for a field that is written for every client.
  var isRequired: Bool {
    switch self {
    case .text, .texts(nil): true
    case .optionalText, .flag, .texts, .callers: false
    }
  }

  /// True for a list that can be of any length: one of which no text is a default.
  var isOpenList: Bool {
    switch self {
    case .texts(let defaultValue): defaultValue?.isEmpty ?? true
    case .text, .optionalText, .flag, .callers: false
    }
  }

  /// True for a field that is yes or no.
  var isFlag: Bool {
    if case .flag = self { true } else { false }
  }
}
