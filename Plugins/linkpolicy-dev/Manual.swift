import Foundation

/// The manual pages: one for the program, and one for each subcommand except `help`.
enum Manual {
  static func files() throws -> [DevelopmentTool.Product] {
    let program = try CommandHelp.program()
    let commands = (program.subcommands ?? []).filter { $0.commandName != "help" }
    let names =
      [program.commandName] + commands.map { "\(program.commandName)-\($0.commandName)" }
    let pages =
      [ManualPage(words: [program.commandName], help: program, program: program, pages: names)]
      + commands.map {
        ManualPage(
          words: [program.commandName, $0.commandName], help: $0, program: program, pages: names)
      }
    return pages.map {
      DevelopmentTool.Product(path: ".build/man/\($0.name).1", text: $0.text(date: date))
    }
  }

  /// The release date (`SOURCE_DATE_EPOCH`), which keeps builds reproducible; by default today.
  private static var date: String {
    let epoch = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap { Double($0) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "UTC")
    format.dateFormat = "MMMM d, yyyy"
    return format.string(from: epoch.map { Date(timeIntervalSince1970: $0) } ?? Date())
  }
}
