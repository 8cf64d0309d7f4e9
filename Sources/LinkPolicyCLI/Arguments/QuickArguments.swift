import LinkPolicy

/// Reads the plainest command lines without ArgumentParser.
///
/// Declaring options by reflection costs about two milliseconds, three times what libyaml needs for a
/// small policy, and hooks and editors run `validate` all day. Whatever is not read here with certainty
/// goes to ArgumentParser, which reads the same to the same command (a test compares them).
package enum QuickArguments {
  /// Runs a command line; nil leaves it to ArgumentParser.
  package static func run(_ arguments: [String], on console: Console) throws -> ExitStatus? {
    if let command = validate(arguments) { return try command.run(console) }
    if let command = simulate(arguments) { return try command.run(console) }
    if let command = replay(arguments) { return try command.run(console) }
    return nil
  }

  /// `validate PATH…` with `--format NAME` and `--color WHEN`.
  package static func validate(_ arguments: [String]) -> ValidateCommand? {
    var rest = arguments[...]
    guard rest.popFirst() == "validate" else { return nil }
    var command = ValidateCommand()
    while let argument = rest.popFirst() {
      switch argument {
      case "--format":
        guard let value = rest.popFirst(), let format = try? FormatRequest(value) else {
          return nil
        }
        command.formats.append(format)
      case "--color":
        guard let color = rest.popFirst().flatMap(ColorChoice.init) else { return nil }
        command.color = color
      case "--quiet": command.isQuiet = true
      default:
        guard !argument.hasPrefix("-") || argument == "-" else { return nil }
        command.paths.append(argument)
      }
    }
    return command
  }

  /// `replay LOG…` with `--policy`, `--against`, `--summary`; logs may come in many small parts.
  package static func replay(_ arguments: [String]) -> ReplayCommand? {
    var rest = arguments[...]
    guard rest.popFirst() == "replay", rest.first != "merge" else { return nil }
    var command = ReplayCommand()
    while let argument = rest.popFirst() {
      switch argument {
      case "--policy", "--against", "--summary":
        guard let value = value(&rest) else { return nil }
        if argument == "--policy" {
          command.policies.append(value)
        } else if argument == "--against" {
          command.against.append(value)
        } else {
          guard command.format == nil, let format = ReplayCommand.Format(rawValue: value) else {
            return nil
          }
          command.format = format
        }
      default:
        guard !argument.hasPrefix("-") || argument == "-" else { return nil }
        command.requests.append(argument)
      }
    }
    return command
  }

  /// `simulate KIND` with fields, `--policy`, `--requests`, `--format`.
  package static func simulate(_ arguments: [String]) -> SimulateCommand? {
    var rest = arguments[...]
    guard rest.popFirst() == "simulate" else { return nil }
    var command = SimulateCommand()
    while let argument = rest.popFirst() {
      if argument == "--trace" {
        command.wantsTrace = true
      } else if let name = fieldName(argument) {
        guard let value = value(&rest) else { return nil }
        command.fields.append(.init(name, value, isJSON: false))
      } else if argument.hasPrefix("--") {
        guard let value = value(&rest), read(argument, value, into: &command) else { return nil }
      } else {
        guard command.kind == nil, !argument.hasPrefix("-") else { return nil }
        command.kind = argument.underscored
      }
    }
    // ArgumentParser keeps the last of a repeated field; such a line is its business.
    command.fields.sort { order($0.name) < order($1.name) }
    for index in command.fields.indices.dropFirst()
    where command.fields[index].name == command.fields[index - 1].name {
      return nil
    }
    return command
  }

  private static func value(_ rest: inout ArraySlice<String>) -> String? {
    // A value that looks like an option needs ArgumentParser's judgement.
    guard let value = rest.popFirst(), !value.hasPrefix("-") || value == "-" else { return nil }
    return value
  }

  private static func read(
    _ option: String, _ value: String, into command: inout SimulateCommand
  ) -> Bool {
    switch option {
    case "--policy": command.policies.append(value)
    case "--requests":
      guard command.requests == nil else { return false }
      command.requests = value
    case "--format":
      guard let format = SimulateCommand.Format(rawValue: value) else { return false }
      command.format = format
    default: return false
    }
    return true
  }

  private static let ordered = [
    "environment", "client", "query", "url", "client_id", "redirect_uri", "response_type", "state",
    "scope", "outcome", "code",
  ]

  /// Looked for one by one: a dictionary costs a small run more than all its comparisons.
  private static func fieldName(_ option: String) -> String? {
    ordered.first { option.utf8.count == $0.utf8.count + 2 && option == "--" + $0.dashed }
  }

  private static func order(_ name: String) -> Int { ordered.firstIndex(of: name) ?? 0 }
}
