import PolicyText

import PolicyVerification

extension FuzzTarget {
  /// Points in time: a line as HTTP writes it, one as OpenSSL does, and a number. What is read is what is
  /// written again, and the number of days is that of the calendar counted in leap years.
  static let dates = FuzzTarget("dates", maximumLength: 160) {
    AnyNumber.texts.flatMap { number in
      [
        "Sun, 22 Nov 2026 13:24:30 GMT\nFeb 20 13:24:29 2027 GMT\n\(number)",
        "Sun, \(number) Feb 2024 13:24:30 GMT\nFeb  2 13:24:29 \(number) GMT\n\(number)",
        "Thu, 29 Feb 1972 \(number):24:\(number) GMT\nDec 31 \(number):59:60 9999 GMT\n\(number)",
      ].map { Array($0.utf8) }
    }
  } run: { bytes in
    var input = FuzzBytes(bytes)
    let lines = (input.line().string, input.line().string)
    let number = input.number()
    let times = [
      (Timestamp(http: lines.0), lines.0, 1), (Timestamp(certificate: lines.1), lines.1, 0),
    ]
    for case (let time?, let text, let month) in times {
      Finding.unless(Timestamp.range.contains(time.seconds), "\(text): \(time.seconds)")
      let words = text.split(separator: " ")
      let isHTTP = month == 1
      let day = Int(words[1]) ?? 0
      let name = ExactString(String(words[isHTTP ? 2 : 0]))
      let year = Int(words[3]) ?? 0
      let clock = words[isHTTP ? 4 : 2].split(separator: ":").map { Int($0) ?? 0 }
      let days = Calendar.days(year: year, month: name, day: day)
      let expected = days * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2]
      Finding.unless(
        time == Timestamp(clamping: expected), "\(text): \(time.seconds), not \(expected)")
    }
    let time = Timestamp(clamping: number)
    let parts = time.date.split(separator: "-").map { Int($0) ?? 0 }
    Finding.unless(parts.count == 3, time.date)
    let days = Calendar.days(year: parts[0], month: Calendar.names[parts[1] - 1], day: parts[2])
    Finding.unless(days == time.seconds / 86_400, "\(time.date) is day \(days) of \(time.seconds)")
    for (time, other) in [(time, times[0].0 ?? 0), (times[1].0 ?? 0, time)] {
      Finding.unless(
        time.seconds(since: other) == -other.seconds(since: time), "\(time) and \(other)")
    }
  }
}

/// A second calendar: days are counted, in months and leap years.
private enum Calendar {
  static let names: [ExactString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Days since 1970-01-01.
  static func days(year: Int, month: ExactString, day: Int) -> Int {
    func leaps(before year: Int) -> Int {
      let last = year - 1
      return last / 4 - last / 100 + last / 400
    }
    let isLeap = leaps(before: year + 1) > leaps(before: year)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let index = names.firstIndex(of: month) ?? 0
    return (year - 1970) * 365 + leaps(before: year) - leaps(before: 1970)
      + lengths[..<index].reduce(0, +) + day - 1
  }
}
