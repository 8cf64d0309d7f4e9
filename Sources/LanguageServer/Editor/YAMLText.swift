import PolicyModel
import PolicyText

/// Formats scalars for YAML.
enum YAMLText {
  /// A scalar, without quotes if YAML 1.1 and 1.2 read it as this string.
  static func scalar(_ text: String, inFlow: Bool) -> String {
    PlainScalar.standsAlone(Array(text.utf8)[...], inFlow: inFlow)
      ? text : JSONValue.string(text).text()
  }
}
