import PolicyDecision
import PolicyModel
import PolicyText

/// The clients of one environment as nested classes, each within the limits of class files.
struct JavaTables {
  private let name: Code<JavaLanguage>
  /// Lists of texts that are too long for the class of their client.
  private var lists: [Code<JavaLanguage>] = []

  /// The class `ProdClients` or `SandboxClients` and what it is made of.
  static func code(
    _ name: Code<JavaLanguage>, of clients: [CompiledClient]
  ) -> Code<JavaLanguage> {
    let groups = ClassFileLimits.groups(clients, texts: ClassFileLimits.texts(of:))
    let head: Code<JavaLanguage> = """
      private static final class \(name)Clients {
        static final Table TABLE = new Table(all());

        private static List<Client> all() {
          List<Client> clients = new ArrayList<>();
      """
    let foot: Code<JavaLanguage> = """
          return clients;
        }
      }
      """
    guard groups.count > 1 else {
      var tables = JavaTables(name: name)
      let body = groups.map { group -> Code<JavaLanguage> in "    \(tables.part(group))\n" }
      return .joined([head, "\n", .joined(body), foot] + tables.lists.map { "\n\n\($0)" })
    }
    let calls = groups.indices.map { index -> Code<JavaLanguage> in
      "    \(name)Clients\(index).addTo(clients);\n"
    }
    let classes = Code<JavaLanguage>.stream(by: "\n\n") { take in
      var tables = JavaTables(name: name)
      for (index, group) in groups.enumerated() {
        take(
          """
          private static final class \(name)Clients\(index) {
            static void addTo(List<Client> clients) {
              \(tables.part(group))
            }
          }
          """)
      }
      tables.lists.forEach(take)
    }
    return .joined([head, "\n", .joined(calls), foot, "\n\n", classes])
  }

  private init(name: Code<JavaLanguage>) { self.name = name }

  private static let setters = ClientField.allCases.map(JavaClientFields.setter)

  /// The statements that add some clients.
  private mutating func part(_ clients: [CompiledClient]) -> Code<JavaLanguage> {
    var statements: [Code<JavaLanguage>] = []
    for client in clients { statements.append("clients.add(\n    \(self.client(client)));") }
    return .joined(statements, by: "\n")
  }

  private mutating func client(_ client: CompiledClient) -> Code<JavaLanguage> {
    var calls: [Code<JavaLanguage>] = []
    for (field, value) in ClientField.values(of: client) where field.field != .id {
      let setter = Self.setters[field.number]
      switch value {
      case .text(let text): calls.append(".\(setter)(\(literal: text.string))")
      case .flag: calls.append(".\(setter)()")
      case .texts(let texts): calls += self.texts(setter, texts)
      case .callers(let callers):
        for caller in callers {
          calls.append(".\(setter)(\(Self.lines([caller.package] + caller.certificates)))")
        }
      }
    }
    return """
      new Client(\(literal: client.clientID.value.string))
          \(.joined(calls, by: "\n"))
      """
  }

  /// Calls that add texts to a client: one, or one for each of the classes that hold them.
  private mutating func texts(
    _ method: Code<JavaLanguage>, _ texts: [ExactString]
  ) -> [Code<JavaLanguage>] {
    let groups = ClassFileLimits.groups(texts) { _ in 1 }
    guard groups.count > 1 else { return [".\(method)(\(Self.lines(texts)))"] }
    return groups.map { group in
      let list: Code<JavaLanguage> = "\(name)Texts\(lists.count)"
      lists.append(
        """
        private static final class \(list) {
          static String[] all() {
            return new String[] {\(Self.lines(group))};
          }
        }
        """)
      return ".\(method)(\(list).all())"
    }
  }

  /// Arguments: a single one stands alone, others have a line each.
  private static func lines(_ texts: [ExactString]) -> Code<JavaLanguage> {
    let literals = texts.map { text -> Code<JavaLanguage> in "\(literal: text.string)" }
    guard texts.count > 1 else { return .joined(literals) }
    return "\n    \(.joined(literals, by: ",\n"))"
  }
}
