import PolicyDecision
import PolicyText

/// `LinkPolicyAllowlistData.java`: the clients of each environment, as nested classes within the limits of class files.
struct JavaData {
  /// `Prod` or `Sandbox`.
  private let name: Code<JavaLanguage>
  /// Lists of strings that are too long for the class of their client.
  private var lists: [Code<JavaLanguage>] = []

  private init(name: Code<JavaLanguage>) { self.name = name }

  /// The whole file.
  static func source(_ input: GeneratorInput) -> Code<JavaLanguage> {
    """
    \(JavaTarget.package(input));

    import java.util.List;

    /** The clients of each environment, in the order of the policy. */
    final class LinkPolicyAllowlistData {
      private LinkPolicyAllowlistData() {}

      \(environment("Prod", input.clients(in: .prod)))

      \(environment("Sandbox", input.clients(in: .sandbox)))
    }
    """
  }

  private static func environment(
    _ name: Code<JavaLanguage>, _ clients: [CompiledClient]
  ) -> Code<JavaLanguage> {
    let groups = ClassFileLimits.groups(clients, strings: ClassFileLimits.strings)
    guard groups.count > 1 else {
      var data = JavaData(name: name)
      let whole = Self.group(name, groups.map { data.statements($0) })
      return .joined([whole] + data.lists, by: "\n\n")
    }
    let calls = groups.indices.map { index -> Code<JavaLanguage> in
      "\(name)\(index).addTo(clients);"
    }
    var data = JavaData(name: name)
    let classes = groups.enumerated().map { index, clients in
      group("\(name)\(index)", [data.statements(clients)])
    }
    return .joined([group(name, calls)] + classes + data.lists, by: "\n\n")
  }

  /// A class that adds clients.
  private static func group(
    _ name: Code<JavaLanguage>, _ statements: [Code<JavaLanguage>]
  ) -> Code<JavaLanguage> {
    guard !statements.isEmpty else {
      return """
        static final class \(name) {
          static void addTo(List<ClientBuilder> clients) {}
        }
        """
    }
    return """
      static final class \(name) {
        static void addTo(List<ClientBuilder> clients) {
          \(lines: statements)
        }
      }
      """
  }

  private mutating func statements(_ clients: [CompiledClient]) -> Code<JavaLanguage> {
    var statements: [Code<JavaLanguage>] = []
    for client in clients { statements.append("clients.add(\n    \(self.client(client)));") }
    return .joined(statements, by: "\n")
  }

  private mutating func client(_ client: CompiledClient) -> Code<JavaLanguage> {
    var calls: [Code<JavaLanguage>] = []
    for (field, value) in ClientField.values(of: client) where field.name != "id" {
      let setter: Code<JavaLanguage> = NamingStyle.camelCase.code(field.nameUnlessDefault)
      switch value {
      case .text(let text): calls.append(".\(setter)(\(literal: text.string))")
      case .flag: calls.append(".\(setter)()")
      case .texts(let texts): calls += self.texts(setter, texts)
      case .callers(let callers):
        for caller in callers {
          calls.append(".caller(\(Self.arguments([caller.package] + caller.certificates)))")
        }
      }
    }
    return """
      new ClientBuilder(\(literal: client.clientID.value.string))
          \(.joined(calls, by: "\n"))
      """
  }

  /// Calls that add strings to a client: one, or one for each of the classes that contain them.
  private mutating func texts(
    _ setter: Code<JavaLanguage>, _ texts: [ExactString]
  ) -> [Code<JavaLanguage>] {
    let groups = ClassFileLimits.groups(texts) { _ in 1 }
    guard groups.count > 1 else { return [".\(setter)(\(Self.arguments(texts)))"] }
    return groups.map { group in
      let list: Code<JavaLanguage> = "\(name)Strings\(lists.count)"
      lists.append(
        """
        private static final class \(list) {
          static String[] all() {
            return new String[] {\(Self.arguments(group))};
          }
        }
        """)
      return ".\(setter)(\(list).all())"
    }
  }

  /// One argument, or several with a line each.
  private static func arguments(_ texts: [ExactString]) -> Code<JavaLanguage> {
    let literals = texts.map { text -> Code<JavaLanguage> in "\(literal: text.string)" }
    return texts.count == 1
      ? .joined(literals) : "\n    \(.joined(literals, by: ",\n"))"
  }
}
