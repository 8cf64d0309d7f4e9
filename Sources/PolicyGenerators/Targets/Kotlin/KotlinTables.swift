import AssociationFiles
import PolicyDecision
import PolicyModel
import PolicyText

/// The clients of one environment as nested objects, each within the limits of class files.
struct KotlinTables {
  private let name: Code<KotlinLanguage>
  /// Lists of texts that are too long for the class of their client.
  private var lists: [Code<KotlinLanguage>] = []

  /// The object `ProdClients` or `SandboxClients` and what it is made of.
  static func code(
    _ name: Code<KotlinLanguage>, of clients: [CompiledClient]
  ) -> Code<KotlinLanguage> {
    var tables = KotlinTables(name: name)
    let groups = ClassFile.groups(clients, texts: ClassFile.texts(of:))
    let parts = groups.map { group in list(group.map { tables.client($0) }) }
    guard parts.count > 1 else {
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
              \(list(parts.indices.map { "\(name)Clients\($0).all()" })).flatten()
          )
      }
      """
    let objects = parts.enumerated().map { index, part -> Code<KotlinLanguage> in
      """
      private object \(name)Clients\(index) {
          fun all(): List<Client> = \(part)
      }
      """
    }
    return .joined([table] + objects + tables.lists, by: "\n\n")
  }

  private init(name: Code<KotlinLanguage>) { self.name = name }

  /// Only what differs from the defaults of `Client`.
  private mutating func client(_ client: CompiledClient) -> Code<KotlinLanguage> {
    var fields: [Code<KotlinLanguage>] = [
      "id = \(literal: client.clientID.value.string)",
      "redirectUris = \(texts(client.redirectURIs.map(\.value)))",
    ]
    if client.type == .native { fields.append("isNative = true") }
    if client.allowsOmittedRedirectURI { fields.append("allowsOmittedRedirectUri = true") }
    if !client.scopes.isEmpty {
      fields.append("scopes = \(texts(client.scopes.map(\.value)))")
    }
    if client.responseTypes != ["code"] {
      fields.append("responseTypes = \(texts(client.responseTypes))")
    }
    if !client.requiresState { fields.append("requiresState = false") }
    if !client.requiresPKCE { fields.append("requiresPkce = false") }
    if client.codeChallengeMethods != ["S256"] {
      fields.append("codeChallengeMethods = \(texts(client.codeChallengeMethods))")
    }
    if let issuer = client.issuer { fields.append("issuer = \(literal: issuer.value.string)") }
    if let link = client.flipUniversalLink {
      fields.append("universalLink = \(literal: link.value.string)")
    }
    if let action = client.flipIntentAction {
      fields.append("intentAction = \(literal: action.value.string)")
    }
    if !client.flipCallers.isEmpty {
      let callers = client.flipCallers.map { caller -> Code<KotlinLanguage> in
        """
        Caller(
            packageName = \(literal: caller.package.value.string),
            certificates = \(texts(caller.fingerprints.map { ExactString($0.text) }))
        )
        """
      }
      fields.append("callers = \(Self.list(callers))")
    }
    return """
      Client(
          \(.joined(fields, by: ",\n"))
      )
      """
  }

  /// One list, or the sum of the lists of the objects that hold the texts.
  private mutating func texts(_ texts: [ExactString]) -> Code<KotlinLanguage> {
    let groups = ClassFile.groups(texts) { _ in 1 }.map { group in
      Self.list(group.map { "\(literal: $0.string)" })
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

  /// A single line stands alone; otherwise every element has its own.
  private static func list(_ elements: [Code<KotlinLanguage>]) -> Code<KotlinLanguage> {
    switch elements.count {
    case 0: return "emptyList()"
    case 1 where !elements[0].text.utf8.contains(UInt8(ascii: "\n")):
      return "listOf(\(elements[0]))"
    default:
      return """
        listOf(
            \(.joined(elements, by: ",\n"))
        )
        """
    }
  }
}
