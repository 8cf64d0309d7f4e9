import LinkPolicy
import PolicyText

/// The report of `init` in at most 25 lines: imported values, values written as comments, and open
/// questions.
struct InitReport {
  let result: SourceImport
  let unread: [(path: String, what: String)]
  let isVerbose: Bool
  let color: ColorChoice
  let console: Console

  private static let shown = 2

  static let nextSteps = """

    Next: `linkpolicy validate`, `linkpolicy flow`, `linkpolicy generate`

    """

  /// The report about a policy.
  ///
  /// - Parameter open: questions whose default was used.
  func write(_ files: [String], open questions: [ImportQuestion]) throws {
    console.write("\n\(files.joined(separator: "\n"))\n")
    let words = ["apps": "app", "domains": "host", "clients": "client", "providers": "provider"]
    let sections = result.sections.map { name, count in
      words[name].map { SummaryLine.number(count, $0) } ?? "the authorization server"
    }.joined(separator: ", ")
    let sources = result.files.filter { $0.count > 0 }.map(\.path)
    let taken = style.wrapped(
      "Taken: \(sections), from \(Self.list(sources))", after: 0, indent: 2)
    console.write("\n\(taken)\n")
    // A value without a key is listed with its question.
    let parked = Dictionary(grouping: result.parked) {
      $0.path.hasSuffix(".") ? $0.question : $0.path
    }
    block(
      "Comments in the policy, each with a question",
      parked.keys.sorted().map { path in
        path
          + (parked[path].flatMap { $0.count > 1 ? " (\($0.count))" : nil } ?? "")
      })
    let helps = Dictionary(grouping: result.unknown, by: \.help)
    block(
      "Fill in `TODO`",
      helps.keys.sorted().map { help in
        "\(Self.list(Self.keys(helps[help] ?? []), first: 2)): "
          + "\(help.dropFirst("replace `TODO`: ".count))"
      })
    block(
      "Defaults that you can change",
      questions.compactMap { question in
        question.option.map { option in
          option + (question.proposal.map { " (now \($0))" } ?? "  \(question.text)")
        }
      })
    block(
      "Read, but nothing for the policy",
      lines(result.files.filter(Self.isEmpty)))
    block("Seen, not read", unread.map { "\($0.path): \($0.what)" })
    if isVerbose {
      try details()
    } else {
      console.write(
        "\nDetails: `linkpolicy init --verbose`."
          + (result.parked.isEmpty ? "\n" : " Open questions are comments in the policy.\n"))
    }
    console.write(Self.nextSteps)
  }

  /// The report if nothing can be imported.
  ///
  /// - Parameter existing: the number of existing policies.
  func writeNothingFound(existing: Int) throws {
    console.write("Found nothing to import, so nothing was written.\n")
    if existing > 0 {
      console.write(
        "`Policies` has \(existing == 1 ? "a policy" : "\(existing) policies") already. "
          + "To check it, run `linkpolicy validate`.\n")
    }
    block("Read, but not enough for a policy", lines(result.files))
    block("Seen, not read", unread.map { "\($0.path): \($0.what)" })
    block(
      "Open questions",
      result.questions.compactMap { question in
        question.option.map { "\($0)  \(question.text)" }
      })
    console.write(
      """

      To start with an example, run `linkpolicy init --starter`.
      To import a certain file, run `linkpolicy import FILE`.

      """)
    if isVerbose { try details() }
  }

  private var style: TextStyle { console.style(color, isTerminal: console.isTerminal) }

  private func block(_ title: String, _ lines: [String]) {
    guard !lines.isEmpty else { return }
    let count = isVerbose || lines.count == Self.shown + 1 ? lines.count : Self.shown
    console.write("\(title):\n")
    for line in lines.prefix(count) {
      let text = DisplayText.visible(DisplayText.shortened(line, to: 160))
      console.write("  \(style.wrapped(text, after: 2, indent: 4))\n")
    }
    if lines.count > count { console.write("  and \(lines.count - count) more\n") }
  }

  /// What files are, and the most important finding about each.
  private func lines(_ files: [SourceImport.File]) -> [String] {
    var worst: [String: Diagnostic] = [:]
    for finding in result.report.diagnostics {
      let path = result.report.sources[finding.location.file.index].name
      if worst[path].map({ $0.severity < finding.severity }) ?? true { worst[path] = finding }
    }
    // Variables and modules of Terraform are read with the resources that use them.
    let shown = files.filter {
      $0.kind != "terraform" || $0.count > 0 || worst[$0.path] != nil
    }
    return shown.map { file in
      "\(file.path): \(file.kind)" + (worst[file.path].map { "; \($0.message)" } ?? "")
    }
  }

  private func details() throws {
    console.write("\nFiles:\n")
    for file in result.files {
      console.write(
        "  \(DisplayText.visible(file.path)): \(file.kind), "
          + "\(SummaryLine.number(file.count, "value"))\n")
    }
    try ImportReport(color: color).write(result.report, console)
  }

  /// Whether a file without values is unexpected. App files often have none.
  private static func isEmpty(_ file: SourceImport.File) -> Bool {
    let ofApps = [
      "android-manifest", "unity", "entitlements", "info-plist", "pbxproj", "xcodegen", "expo",
    ]
    return file.count == 0 && !ofApps.contains(file.kind) && !file.kind.hasPrefix("firebase")
  }

  /// The paths of keys, without environments and positions.
  private static func keys(_ unknown: [(path: String, help: String)]) -> [String] {
    var keys: [String] = []
    for (path, _) in unknown {
      // A name with a dot is in brackets: `domains["www.acme.example"].links[0]`.
      let position = path.indices.first {
        path[$0] == "[" && path[$0...].dropFirst().first?.isNumber == true
      }
      var key = String(path[..<(position ?? path.endIndex)])
      for ending in [".prod", ".sandbox"] where key.hasSuffix(ending) {
        key.removeLast(ending.count)
      }
      if !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  /// The first names.
  private static func list(_ names: [String], first count: Int = 3) -> String {
    names.prefix(count).map { DisplayText.visible($0) }.joined(separator: ", ")
      + (names.count > count ? " and \(names.count - count) more" : "")
  }
}
