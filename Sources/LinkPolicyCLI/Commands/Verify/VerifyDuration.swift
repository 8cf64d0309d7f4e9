import LinkPolicy

/// `90s`, `10m`, `1h`; a bare number is seconds.
struct VerifyDuration {
  let seconds: Int

  init(_ text: String) throws(UsageError) {
    let units: [UInt8: Int] = [0x73: 1, 0x6D: 60, 0x68: 3_600]
    let unit = text.utf8.last.flatMap { units[$0] }
    let digits = unit == nil ? text[...] : text.dropLast()
    guard let number = Int(digits), (0...100_000).contains(number) else {
      throw UsageError("--wait is a duration such as `90s` or `10m`, not \(UTF8Text.quoted(text))")
    }
    seconds = number * (unit ?? 1)
  }
}
