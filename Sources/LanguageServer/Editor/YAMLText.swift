import PolicyModel
import PolicyText

/// Texts as they are put into YAML.
enum YAMLText {
  /// A scalar: without quotes where every reader of YAML 1.1 and 1.2 takes it for this text.
  static func scalar(_ text: String, inFlow: Bool) -> String {
    PlainScalar.standsAlone(Array(text.utf8)[...], inFlow: inFlow)
      ? text : JSONValue.string(text).text()
  }
}
