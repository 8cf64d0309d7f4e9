import PolicyText
import PolicyGenerators
import PolicyModel
import ProjectTestSupport
import Testing

extension Trial {
  /// All trials; those of one policy are one trial, since compilers are slow.
  static func joined() throws -> [Trial] { try madeForCompilers.joined.get() }

  /// The joined trials, and the limits.
  static func compiled() throws -> [Trial] { try madeForCompilers.compiled.get() }

  /// Made once for all languages.
  private static let madeForCompilers = (
    joined: Result { try join(all()) }, compiled: Result { try join(all() + [limits()]) }
  )

  private static func join(_ all: [Trial]) -> [Trial] {
    var trials: [Trial] = []
    for trial in all {
      let bytes = VectorFile(trial.input).bytes
      if let index = trials.firstIndex(where: { VectorFile($0.input).bytes == bytes }) {
        trials[index].name += " and " + trial.name
        trials[index].vectors += trial.vectors
      } else {
        trials.append(trial)
      }
    }
    return trials
  }

  /// More clients, a longer list and a longer text than a class file holds in one piece.
  static func limits() -> Trial {
    let long = String(repeating: "\u{1F468}\u{E9}x\u{1}", count: 20_000)
    let uris = (0..<2_500).map { "a.b:/cb\($0)" }
    let clients = (0..<300).map { index in
      "  c\(index): { provider: generic, type: native, client_id: id-\(index), "
        + "redirect_uris: [\"a.b\(index):/cb\"] }"
    }
    let workspace = Workspace(
      """
      linkpolicy: 1
      name: limits
      clients:
        long:
          provider: generic
          type: native
          client_id: long
          redirect_uris: [\(uris.map { "\"\($0)\"" }.joined(separator: ", "))]
          scopes: ["\(long.replacing("\u{1}", with: "\\x01"))"]
      \(clients.joined(separator: "\n"))

      """)
    #expect(workspace.structureFindings.map(\.message) == [])
    let input = GeneratorInput(workspace)
    func vector(_ id: String, _ question: Vector.Question) -> Vector {
      let vector = Vector(
        id: id, environment: .sandbox, question: question, answeredBy: input.policy)
      #expect(vector.expect.hasPrefix("allow"))
      return vector
    }
    let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    let scope = PercentEncoding.encode(long)
    return Trial(
      name: "limits", input: input,
      vectors: [
        vector("first", .redirectURI(clientID: "long", redirectURI: "a.b:/cb0")),
        vector("last", .redirectURI(clientID: "long", redirectURI: "a.b:/cb2499")),
        vector("last client", .redirectURI(clientID: "id-299", redirectURI: "a.b299:/cb")),
        vector(
          "long text",
          .authorize(
            query: "client_id=long&redirect_uri=a.b:/cb1000&response_type=code&state=s"
              + "&code_challenge=\(challenge)&code_challenge_method=S256&scope=\(scope)")),
      ])
  }
}
