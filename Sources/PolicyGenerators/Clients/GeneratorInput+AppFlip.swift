import PolicyDecision
import PolicyText

extension GeneratorInput {
  /// True if a client that is written uses App Flip.
  var hasAppFlip: Bool {
    Environment.allCases.contains { environment in
      clients(in: environment).contains {
        $0.flipUniversalLink != nil || $0.flipIntentAction != nil
      }
    }
  }
}
