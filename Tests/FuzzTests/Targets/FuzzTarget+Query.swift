import PolicyDecision
import PolicyText

extension FuzzTarget {
  /// The query reader in both modes against the second one.
  static let query = FuzzTarget("query", maximumLength: 512) {
    try Seeds.column("query_json", of: "query_strings.tsv").map { Array($0.utf8) }
  } run: { bytes in
    let text = ExactString(decoding: bytes)
    for mode in [QueryReader.Mode.form, .universalLink] {
      let found = read(text, mode)
      let expected = reference(text.string, plusIsSpace: mode == .form)
      Finding.unless(found == expected, "\(found), the other reader \(expected)")
    }
  }

  private static let names = ReferenceReader.known.filter { $0 != "user_locale" }

  private static func read(_ text: ExactString, _ mode: QueryReader.Mode) -> [String] {
    do throws(UnreadableRequest) {
      let found = try QueryReader.read(text, mode: mode)
      let values = [
        found.clientID, found.redirectURI, found.responseType, found.scope, found.state,
        found.codeChallenge, found.codeChallengeMethod,
      ]
      return values.map { $0.text.map { "\(Array($0.utf8))" } ?? "missing" }
    } catch {
      return switch error {
      case .malformed: ["malformed"]
      case .duplicate: ["duplicate"]
      }
    }
  }

  private static func reference(_ text: String, plusIsSpace: Bool) -> [String] {
    do {
      let found = try ReferenceReader.read(text, plusIsSpace: plusIsSpace)
      return names.map { name in found[name].map { "\(Array($0.utf8))" } ?? "missing" }
    } catch ReferenceReader.Refusal.duplicate {
      return ["duplicate"]
    } catch {
      return ["malformed"]
    }
  }
}
