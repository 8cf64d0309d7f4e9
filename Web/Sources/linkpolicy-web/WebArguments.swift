/// The command line, which `linkpolicy serve` has already checked.
struct WebArguments {
  struct Problem: Error { var message: String }

  var paths: [String] = []
  /// nil for any free port.
  var port: Int?
  var opensBrowser = false
  var allowsWriting = false
  var printsURL = false
  /// Minutes without a request or an open page; nil for no limit.
  var idleMinutes: Int?

  init(_ arguments: [String]) throws(Problem) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--open": opensBrowser = true
      case "--write": allowsWriting = true
      case "--print-url": printsURL = true
      case "--port": port = try Self.number(&rest, argument, 1...65_535)
      case "--idle-timeout": idleMinutes = try Self.number(&rest, argument, 1...1_440)
      case "--policy":
        guard let path = rest.popFirst() else { throw Problem(message: "--policy wants a path") }
        paths.append(path)
      case "--":
        paths += rest
        rest = []
      default:
        guard !argument.hasPrefix("-") else {
          throw Problem(message: "unknown option; `linkpolicy serve --help` lists them")
        }
        paths.append(argument)
      }
    }
  }

  private static func number(
    _ rest: inout ArraySlice<String>, _ name: String, _ range: ClosedRange<Int>
  ) throws(Problem) -> Int {
    guard let number = rest.popFirst().flatMap({ Int($0) }), range.contains(number) else {
      throw Problem(
        message: "\(name) must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
