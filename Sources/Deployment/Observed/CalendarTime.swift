import PolicyText

/// Points of time between Unix seconds and the forms that servers and certificates use.
package enum CalendarTime {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The seconds of `Sun, 22 Nov 2026 13:24:30 GMT` (RFC 9110 section 5.6.7); nil for other forms.
  package static func seconds(http text: String) -> Int? {
    let words = words(text)
    guard words.count == 6, words[5] == "GMT" else { return nil }
    return seconds(day: words[1], month: words[2], year: words[3], time: words[4])
  }

  /// The seconds of `Feb 20 13:24:29 2027 GMT`, as OpenSSL writes it; nil for other forms.
  package static func seconds(certificate text: String) -> Int? {
    let words = words(text)
    guard words.count == 5, words[4] == "GMT" else { return nil }
    return seconds(day: words[1], month: words[0], year: words[3], time: words[2])
  }

  /// `2027-02-20`.
  package static func date(_ seconds: Int) -> String {
    // Days from civil and back: Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    let days = Int((Double(seconds) / 86_400).rounded(.down)) + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let day = days - era * 146_097
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let ofYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    let number = month < 10 ? month + 3 : month - 9
    return "\(year + era * 400 + (number <= 2 ? 1 : 0))-\(two(number))"
      + "-\(two(ofYear - (153 * month + 2) / 5 + 1))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func words(_ text: String) -> [ExactString] {
    text.utf8.split(separator: 0x20).map { ExactString(decoding: $0) }
  }

  private static func seconds(
    day: ExactString, month: ExactString, year: ExactString, time: ExactString
  ) -> Int? {
    let clock = time.utf8.split(separator: UInt8(ascii: ":"))
      .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard let day = Int(day.string), let year = Int(year.string), clock.count == 3,
      let index = months.firstIndex(where: { ExactString($0) == month }),
      (1...31).contains(day), (1970...9999).contains(year)
    else { return nil }
    let shifted = index < 2 ? year - 1 : year
    let era = shifted / 400
    let ofEra = shifted - era * 400
    let ofYear = (153 * ((index + 10) % 12) + 2) / 5 + day - 1
    let days = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    return days * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2]
  }
}
