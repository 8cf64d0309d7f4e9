import PolicyDecision
import PolicyText

/// The clients of one environment as nested objects, each within the limits of class files.
struct KotlinTables: ClientPrinter {
  typealias Language = KotlinLanguage

  static let naming = NamingStyle.camelCase
  static let names = allNames

  private static let list = ListLayout<KotlinLanguage>(
    empty: "emptyList()", open: "listOf(", close: ")", margin: "    ", trailingComma: .never)

  private let name: Code<KotlinLanguage>
  /// Lists of texts that are too long for the class of their client.
  private var lists: [Code<KotlinLanguage>] = []

  /// The object `ProdClients` or `SandboxClients` and what it is made of.
  static func code(
    _ name: Code<KotlinLanguage>, of clients: [CompiledClient]
  ) -> Code<KotlinLanguage> {
    let groups = ClassFileLimits.groups(clients, texts: ClassFileLimits.texts(of:))
    guard groups.count > 1 else {
      var tables = KotlinTables(name: name)
      let parts = groups.map { tables.part($0) }
      let table: Code<KotlinLanguage> = """
        private object \(name)Clients {
            val table = Table(
                \(parts.first ?? "emptyList()")
            )
        }
        """
      return .joined([table] + tables.lists, by: "\n\n")
    }
    let table: Code<KotlinLanguage> = """
      private object \(name)Clients {
          val table = Table(
              \(list.code(groups.indices.map { "\(name)Clients\($0).all()" })).flatten()
          )
      }
      """
    let objects = Code<KotlinLanguage>.stream(by: "\n\n") { take in
      var tables = KotlinTables(name: name)
      for (index, group) in groups.enumerated() {
        take(
          """
          private object \(name)Clients\(index) {
              fun all(): List<Client> = \(tables.part(group))
          }
          """)
      }
      tables.lists.forEach(take)
    }
    return .joined([table, objects], by: "\n\n")
  }

  private init(name: Code<KotlinLanguage>) { self.name = name }

  /// The list of some clients.
  private mutating func part(_ clients: [CompiledClient]) -> Code<KotlinLanguage> {
    var elements: [Code<KotlinLanguage>] = []
    for client in clients { elements.append(self.client(client)) }
    return Self.list.code(elements)
  }

  private mutating func client(_ client: CompiledClient) -> Code<KotlinLanguage> {
    let fields = self.fields(of: client).map { name, value -> Code<KotlinLanguage> in
      "\(name) = \(value)"
    }
    return """
      Client(
          \(.joined(fields, by: ",\n"))
      )
      """
  }

  /// The properties of `Client`, with their defaults.
  static var properties: Code<KotlinLanguage> {
    let properties = ClientField.allCases.map { field -> Code<KotlinLanguage> in
      let name = Self.name(field)
      return switch field.type {
      case .text: "val \(name): String"
      case .optionalText: "val \(name): String? = null"
      case .flag(let defaultValue): "val \(name): Boolean = \(defaultValue)"
      case .texts(nil): "val \(name): List<String>"
      case .texts(let defaultValue?): "val \(name): List<String> = \(list.code(defaultValue))"
      case .callers: "val \(name): List<Caller> = emptyList()"
      }
    }
    return .joined(properties, by: ",\n")
  }

  mutating func callers(_ callers: [ClientCaller]) -> Code<KotlinLanguage> {
    var elements: [Code<KotlinLanguage>] = []
    for caller in callers {
      elements.append(
        """
        Caller(
            packageName = \(literal: caller.package.string),
            certificates = \(texts(caller.certificates))
        )
        """)
    }
    return Self.list.code(elements)
  }

  /// One list, or the sum of the lists of the objects that hold the texts.
  mutating func texts(_ texts: [ExactString]) -> Code<KotlinLanguage> {
    let groups = ClassFileLimits.groups(texts) { _ in 1 }.map { group in
      Self.list.code(group)
    }
    guard groups.count > 1 else { return groups.first ?? "emptyList()" }
    let names = groups.map { group -> Code<KotlinLanguage> in
      let list: Code<KotlinLanguage> = "\(name)Texts\(lists.count)"
      lists.append(
        """
        private object \(list) {
            fun all(): List<String> = \(group)
        }
        """)
      return "\(list).all()"
    }
    return .joined(names, by: " + ")
  }
}
