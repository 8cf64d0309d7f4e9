import Foundation

/// The manual pages: one for the program, and one for each subcommand but `help`.
enum Manual {
  static let folder = "Manual"

  /// The pages; each has the date of the day on which its text last changed.
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
    return pages.map { page in
      let path = "\(folder)/\(page.name).1"
      let old = try? String(contentsOfFile: path, encoding: .utf8)
      let unchanged = old.flatMap(date).map { page.text(date: $0) }
      let text = unchanged == old ? unchanged : page.text(date: today)
      return DevelopmentTool.Product(path: path, text: text ?? page.text(date: today))
    }
  }

  /// The date of a page.
  private static func date(_ page: String) -> String? {
    page.split(separator: "\n").first { $0.hasPrefix(".Dd ") }.map { String($0.dropFirst(4)) }
  }

  private static var today: String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "UTC")
    format.dateFormat = "MMMM d, yyyy"
    return format.string(from: Date())
  }
}
