import PolicyText

/// A point in time in whole Unix seconds, in the years 1970 to 9999.
///
/// Servers, certificates and recorded files may contain any number. `init(clamping:)` clamps it to
/// this range, so arithmetic on two timestamps can't overflow.
public struct Timestamp: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral {
  /// Unix seconds in `range`.
  public let seconds: Int

  /// `1970-01-01T00:00:00Z` to `9999-12-31T23:59:59Z`.
  package static let range = 0...253_402_300_799

  /// The point in time that is closest to a number of Unix seconds.
  public init(clamping seconds: Int) {
    self.seconds = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
  }

  /// The point in time that is closest to a number of Unix seconds.
  public init(integerLiteral seconds: Int) { self.init(clamping: seconds) }

  /// The current time.
  package static var now: Timestamp { Timestamp(clamping: SystemClock.now()) }

  /// Orders by time.
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }

  /// Seconds from another point in time to this one; negative if this one is earlier.
  package func seconds(since other: Timestamp) -> Int { seconds - other.seconds }
}

extension Timestamp {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let daySeconds = 86_400
  private static let eraDays = 146_097
  /// Days from 0000-03-01 to 1970-01-01.
  private static let epochDays = 719_468

  /// Parses `Sun, 22 Nov 2026 13:24:30 GMT` (RFC 9110 section 5.6.7); nil for other formats.
  package init?(http text: String) {
    let words = Self.words(text)
    guard words.count == 6, words[5] == "GMT" else { return nil }
    self.init(day: words[1], month: words[2], year: words[3], time: words[4])
  }

  /// Parses `Feb 20 13:24:29 2027 GMT`, as OpenSSL prints it; nil for other formats.
  package init?(certificate text: String) {
    let words = Self.words(text)
    guard words.count == 5, words[4] == "GMT" else { return nil }
    self.init(day: words[1], month: words[0], year: words[3], time: words[2])
  }

  /// `2027-02-20`.
  package var date: String {
    // Days from civil and back: Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    let days = seconds / Self.daySeconds + Self.epochDays
    let era = days / Self.eraDays
    let day = days % Self.eraDays
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let ofYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    let number = month < 10 ? month + 3 : month - 9
    return "\(year + era * 400 + (number <= 2 ? 1 : 0))-\(Self.two(number))"
      + "-\(Self.two(ofYear - (153 * month + 2) / 5 + 1))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func words(_ text: String) -> [ExactString] {
    text.utf8.split(separator: 0x20).map { ExactString(decoding: $0) }
  }

  private init?(day: ExactString, month: ExactString, year: ExactString, time: ExactString) {
    let clock = time.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard let index = Self.months.firstIndex(where: { ExactString($0) == month }),
      let year = Self.number(year.utf8, in: 1970...9999), clock.count == 3,
      let hours = Self.number(clock[0], in: 0...23),
      let minutes = Self.number(clock[1], in: 0...59),
      // With a leap second.
      let seconds = Self.number(clock[2], in: 0...60),
      let day = Self.number(day.utf8, in: 1...Self.days(month: index, year: year))
    else { return nil }
    let shifted = index < 2 ? year - 1 : year
    let ofEra = shifted % 400
    let ofYear = (153 * ((index + 10) % 12) + 2) / 5 + day - 1
    let days =
      shifted / 400 * Self.eraDays + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear
      - Self.epochDays
    self.init(clamping: days * Self.daySeconds + hours * 3_600 + minutes * 60 + seconds)
  }

  private static func number(_ text: some Sequence<UInt8>, in range: ClosedRange<Int>) -> Int? {
    WholeNumber.read(text, atMost: range.upperBound + 1).flatMap { range.contains($0) ? $0 : nil }
  }

  /// - Parameter month: 0 for January.
  private static func days(month: Int, year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]
  }
}
