import AssociationFiles
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
    var tables = JavaTables(name: name)
    let groups = ClassFile.groups(clients, texts: ClassFile.texts(of:))
    let parts = groups.map { group -> Code<JavaLanguage> in
      .joined(group.map { "clients.add(\n    \(tables.client($0)));" }, by: "\n")
    }
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
    guard parts.count > 1 else {
      let body = parts.map { part -> Code<JavaLanguage> in "    \(part)\n" }
      return .joined([head, "\n", .joined(body), foot] + tables.lists.map { "\n\n\($0)" })
    }
    let calls = parts.indices.map { index -> Code<JavaLanguage> in
      "    \(name)Clients\(index).addTo(clients);\n"
    }
    let classes = parts.enumerated().map { index, part -> Code<JavaLanguage> in
      """


      private static final class \(name)Clients\(index) {
        static void addTo(List<Client> clients) {
          \(part)
        }
      }
      """
    }
    return .joined(
      [head, "\n", .joined(calls), foot] + classes + tables.lists.map { "\n\n\($0)" })
  }

  private init(name: Code<JavaLanguage>) { self.name = name }

  /// Only what differs from the defaults of `Client`.
  private mutating func client(_ client: CompiledClient) -> Code<JavaLanguage> {
    var calls = texts("redirectUris", client.redirectURIs.map(\.value))
    if client.type == .native { calls.append(".isNative()") }
    if client.allowsOmittedRedirectURI { calls.append(".mayOmitRedirectUri()") }
    if !client.scopes.isEmpty { calls += texts("scopes", client.scopes.map(\.value)) }
    if client.responseTypes != ["code"] { calls += texts("responseTypes", client.responseTypes) }
    if !client.requiresState { calls.append(".stateIsOptional()") }
    if !client.requiresPKCE { calls.append(".pkceIsOptional()") }
    if client.codeChallengeMethods != ["S256"] {
      calls += texts("codeChallengeMethods", client.codeChallengeMethods)
    }
    if let issuer = client.issuer { calls.append(".issuer(\(literal: issuer.value.string))") }
    if let link = client.flipUniversalLink {
      calls.append(".universalLink(\(literal: link.value.string))")
    }
    if let action = client.flipIntentAction {
      calls.append(".intentAction(\(literal: action.value.string))")
    }
    for caller in client.flipCallers {
      let texts = [caller.package.value.string] + caller.fingerprints.map(\.text)
      calls.append(".caller(\(Self.lines(texts)))")
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
    let groups = ClassFile.groups(texts.map(\.string)) { _ in 1 }
    guard groups.count > 1 else { return [".\(method)(\(Self.lines(texts.map(\.string))))"] }
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
  private static func lines(_ texts: [String]) -> Code<JavaLanguage> {
    let literals = texts.map { text -> Code<JavaLanguage> in "\(literal: text)" }
    guard texts.count > 1 else { return .joined(literals) }
    return "\n    \(.joined(literals, by: ",\n"))"
  }
}
