import PolicyDecision
import PolicyText

/// `LinkPolicyAllowlistData.kt`: the clients of each environment, as nested objects within the limits of class files.
struct KotlinData: ClientPrinter {
  typealias Language = KotlinLanguage

  static func name(_ field: ClientField) -> Code<KotlinLanguage> {
    NamingStyle.camelCase.code(field.name)
  }

  private static let list = ListLayout<KotlinLanguage>(
    empty: "emptyList()", open: "listOf(", close: ")", margin: "    ", trailingComma: .never)

  /// `Prod` or `Sandbox`.
  private let name: Code<KotlinLanguage>
  /// Lists of strings that are too long for the class of their client.
  private var lists: [Code<KotlinLanguage>] = []

  private init(name: Code<KotlinLanguage>) { self.name = name }

  /// The whole file.
  static func source(_ input: GeneratorInput) -> Code<KotlinLanguage> {
    """
    \(KotlinTarget.package(input))

    /** The clients of each environment, in the order of the policy. */
    internal object LinkPolicyAllowlistData {
        \(environment("Prod", input.clients(in: .prod)))

        \(environment("Sandbox", input.clients(in: .sandbox)))
    }
    """
  }

  private static func environment(
    _ name: Code<KotlinLanguage>, _ clients: [CompiledClient]
  ) -> Code<KotlinLanguage> {
    let groups = ClassFileLimits.groups(clients, strings: ClassFileLimits.strings)
    guard groups.count > 1 else {
      var data = KotlinData(name: name)
      let whole = group(name, groups.first.map { data.code($0) } ?? "emptyList()")
      return .joined([whole] + data.lists, by: "\n\n")
    }
    let calls = list.code(groups.indices.map { "\(name)\($0).clients()" })
    var data = KotlinData(name: name)
    let objects = groups.enumerated().map { group("\(name)\($0)", data.code($1)) }
    return .joined([group(name, "\(calls).flatten()")] + objects + data.lists, by: "\n\n")
  }

  /// An object with a list of clients.
  private static func group(
    _ name: Code<KotlinLanguage>, _ clients: Code<KotlinLanguage>
  ) -> Code<KotlinLanguage> {
    """
    object \(name) {
        fun clients(): List<Client> = \(clients)
    }
    """
  }

  private mutating func code(_ clients: [CompiledClient]) -> Code<KotlinLanguage> {
    var elements: [Code<KotlinLanguage>] = []
    for client in clients {
      let fields = self.fields(of: client).map { name, value -> Code<KotlinLanguage> in
        "\(name) = \(value)"
      }
      elements.append(
        """
        Client(
            \(.joined(fields, by: ",\n"))
        )
        """)
    }
    return Self.list.code(elements)
  }

  mutating func callers(_ callers: [ClientField.Caller]) -> Code<KotlinLanguage> {
    var elements: [Code<KotlinLanguage>] = []
    for caller in callers {
      elements.append(
        """
        CallingApp(
            packageName = \(literal: caller.package.string),
            certificates = \(texts(caller.certificates))
        )
        """)
    }
    return Self.list.code(elements)
  }

  /// One list, or the sum of the lists of objects that contain the strings.
  mutating func texts(_ texts: [ExactString]) -> Code<KotlinLanguage> {
    let groups = ClassFileLimits.groups(texts) { _ in 1 }.map { group in
      Self.list.code(group)
    }
    guard groups.count > 1 else { return groups.first ?? "emptyList()" }
    let names = groups.map { group -> Code<KotlinLanguage> in
      let list: Code<KotlinLanguage> = "\(name)Strings\(lists.count)"
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
