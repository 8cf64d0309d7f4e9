/// What libFuzzer takes for a crash, and keeps the input of.
enum Finding {
  /// Ends the program with a message.
  static func report(_ message: String) -> Never { fatalError("finding: \(message)") }

  /// Reports what does not hold.
  static func unless(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { report(message()) }
  }
}
