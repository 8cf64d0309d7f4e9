import PolicyModel
import PolicyText
import Testing

/// The types that some YAML parser gives a plain scalar.
@Suite struct PlainScalarTests {
  @Test(arguments: [
    "y", "Y", "n", "N", "yes", "Yes", "YES", "yEs", "no", "No", "NO", "on", "On", "ON", "off",
    "Off", "OFF", "true",
    "True", "TRUE", "false", "False", "FALSE",
  ]) func `a boolean`(text: String) { #expect(PlainScalar(ExactString(text)) == .boolean) }

  @Test(arguments: ["", "~", "null", "Null", "NULL"])
  func `null`(text: String) { #expect(PlainScalar(ExactString(text)) == .null) }

  @Test(arguments: [
    "0", "7", "123", "-1", "+1", "1_000", "0x1F", "0xff_ff", "-0x1f", "0b1010", "0b1_0", "0o17",
    "017", "08", "12:30",
    "12:30:45", "-1:30", "190:20:30", "1234567890123456789012345678901234567890",
    "0x" + String(repeating: "ab", count: 40), String(repeating: "1", count: 100),
  ]) func `an integer`(text: String) { #expect(PlainScalar(ExactString(text)) == .integer) }

  @Test(arguments: [
    "1.5", "1.", ".5", "-.5", "+1.5", "1e5", "1E5", "1.5e-3", "123456E789", "1_000.5", "1.5_0",
    "1._5", ".inf", ".Inf",
    ".INF", "-.inf", "+.inf", ".nan", ".NaN", ".NAN", "1:30.5", "685_230.15e+03",
    "1.0" + String(repeating: "0", count: 100),
  ]) func `a float`(text: String) { #expect(PlainScalar(ExactString(text)) == .float) }

  @Test(arguments: [
    "2001-12-14", "2001-1-1", "2001-12-14T21:59:43.10-05:00", "2001-12-14t21:59:43Z",
    "2001-12-14 21:59:43",
    "2001-12-14 21:59:43.10 -5", "2001-12-14\t21:59:43",
    "2001-12-14 21:59:43.123456789012345678901234567890Z",
  ]) func `a timestamp`(text: String) { #expect(PlainScalar(ExactString(text)) == .timestamp) }

  @Test(arguments: [
    "a", "yess", "ye", "nul", "nullx", "~a", "truee", "1a", "0x", "0xg", "0b2", "0b", "0o8",
    "1.2.3", "192.0.2.7",
    "1e", "e5", "1e+", ".", "..", "-", "+", "--1", "+-1", ".infx", ".nanx", ".in", "12:60", "12:",
    ":12", "12:3:4:x", "1:2:3:",
    "2001-12", "2001-12-14x", "2001-12-14T", "2001-12-14T21:59", "20011-12-14", "-a", "+a", "1 2",
    "_1", "F0:12", "A1B2C3D4E5",
    "https://a.example", "com.acme.home", "１", "é", "1é", "127.0.0.1:8080", "Y\u{301}", "=", "<<",
  ]) func `a string`(text: String) { #expect(PlainScalar(ExactString(text)) == .string) }
}
