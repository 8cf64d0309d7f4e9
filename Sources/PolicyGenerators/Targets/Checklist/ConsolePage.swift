import PolicyText
import PolicyModel

/// A page of a console: its fields and what belongs into them.
struct ConsolePage {
  private let name: String
  private var rows: [PageRow] = []

  /// A page without fields yet.
  init(_ name: String) { self.name = name }

  /// Adds a field unless there is nothing to type in.
  mutating func add(_ field: ExactString, _ lines: [[PageText]]) {
    let lines = lines.filter { !$0.isEmpty }
    guard !lines.isEmpty else { return }
    rows.append(PageRow([PageCell([.text(field)]), PageCell(lines: lines)]))
  }

  /// Adds a field of one line unless there is nothing to type in.
  mutating func add(_ field: ExactString, _ line: [PageText]) { add(field, [line]) }

  /// The page as a table; nil without fields.
  ///
  /// - Parameter policy: whose values they are, where that needs to be said.
  func block(of policy: ExactString?) -> PageBlock? {
    guard !rows.isEmpty else { return nil }
    let caption = policy.map { "\(name) (policy \($0))" } ?? name
    return .table(PageTable(caption, columns: ["Field", "Value"], rows: rows))
  }
}

/// What all consoles look up in a policy, in one environment.
protocol Console {
  var report: ReportContext { get }
  var document: PolicyDocument { get }
  var environment: Environment { get }
  /// The pages of the console, in the order of its menus; those without fields count for nothing.
  var pages: [ConsolePage] { get }
}

extension Console {
  /// A value and its line.
  func value(_ text: LocatedText?) -> [PageText] {
    text.map { report.value($0, document) } ?? []
  }

  /// A value of the environment and its line.
  func value(_ text: PerEnvironment<LocatedText>?) -> [PageText] { value(text?[environment]) }

  /// Values and their lines.
  func values(_ texts: [LocatedText]?) -> [[PageText]] {
    (texts ?? []).map { report.value($0, document) }
  }

  /// Values of the environment and their lines.
  func values(_ texts: PerEnvironment<[LocatedText]>?) -> [[PageText]] {
    values(texts?[environment])
  }

  /// A value that follows from the policy.
  func derived(_ value: String, _ remark: ExactString) -> [PageText] {
    [.code(ExactString(value)), .quiet(ExactString(" \(remark)"))]
  }

  /// Where a secret is kept.
  func secret(_ reference: SecretReference?, _ anchor: SourceAnchor) -> [PageText] {
    guard let reference else { return [] }
    return [.text(ExactString("from \(reference.key) ")), .code(reference.name)]
      + report.line(anchor)
  }

  /// Where a secret is kept.
  func secret(_ secret: PerEnvironment<Located<SecretReference>>?) -> [PageText] {
    secret?[environment].map { self.secret($0.value, document.anchor($0)) } ?? []
  }

  /// The app that a reference of the policy means, where it exists in the environment.
  func app(_ reference: LocatedText?) -> ConsoleApp? {
    guard let reference,
      let found = report.input.report.workspace.app(reference.value, from: document),
      found.app.exists(in: environment)
    else { return nil }
    return ConsoleApp(app: found.app, document: found.document)
  }

  /// A value of an app and its line.
  func value(_ app: ConsoleApp?, _ key: (App) -> LocatedText?) -> [PageText] {
    guard let app, let text = key(app.app) else { return [] }
    return report.value(text, app.document)
  }

  /// Certificates of an app as the consoles take them, each with its line.
  func fingerprints(
    _ app: ConsoleApp?, _ key: (App) -> PerEnvironment<[LocatedText]>?
  ) -> [[PageText]] {
    guard let app else { return [] }
    return (key(app.app)?[environment] ?? []).map { text in
      [.code(ConsoleApp.fingerprint(text.value))] + report.line(app.document.anchor(text))
    }
  }
}
