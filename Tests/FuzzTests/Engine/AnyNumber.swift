import PolicyText

/// Numbers at the ends of their types and around the limits of dates and protocols.
enum AnyNumber {
  static let texts = [
    "0", "1", "-1", "-5", "+5", "5.5", "1e3", "1e999", "nan", "inf", "-0", "00", "59", "60",
    "86400",
    "2147483647", "2147483648", "-2147483649", "4294967295", "4294967296", "253402300799",
    "253402300800", "9007199254740993", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "340282366920938463463374607431768211456",
  ]
}

extension FuzzBytes {
  /// The number of the next line, 0 for other text.
  mutating func number() -> Int { Int(line().string) ?? 0 }
}
