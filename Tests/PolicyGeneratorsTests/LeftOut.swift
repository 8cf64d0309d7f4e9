import PolicyDecision
import PolicyText
import PolicyGenerators
import PolicyModel
import ProjectTestSupport
import Testing

/// Code that one environment was left out of.
enum LeftOut {
  /// The trial of the recorded decisions, in which no client of that environment is known.
  static func trial(_ environment: Environment) throws -> Trial {
    var trial = try Trial.decisions()
    let none = Workspace("linkpolicy: 1\nname: none\nclients: {}\n")
    #expect(none.structureFindings.map(\.message) == [])
    let policy = CompiledPolicy(none)
    trial.vectors = trial.vectors.map { vector in
      vector.environment == environment
        ? Vector(
          id: vector.id, environment: environment, question: vector.question, answeredBy: policy)
        : vector
    }
    return trial
  }

  /// A text of each environment that no other has.
  static func mark(_ environment: Environment) -> String {
    switch environment {
    case .prod: "oauth-redirect.googleusercontent.com/r/"
    case .sandbox: "oauth-redirect-sandbox"
    }
  }
}
