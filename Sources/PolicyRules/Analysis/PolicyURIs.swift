import PolicyText
import PolicyModel

/// The URIs of a policy, split once for all rules.
package struct PolicyURIs: Sendable {
  /// In the order of the policy; those of one list follow one another.
  package let all: [URIOccurrence]
  /// Those of account linking on Google's hosts whose path has a meaning there, by the number of the client.
  private let linking: [Int: [LinkingAddress]]

  init(_ policy: Policy) {
    all = URICollector(policy).uris
    linking = Dictionary(
      grouping: all.indices.compactMap { [all] in LinkingAddress(all[$0], index: $0) }, by: \.client
    )
  }

  /// The URIs of a client that lead back to Google in an environment.
  func linking(ofClient client: Int, in environment: Environment) -> [LinkingAddress] {
    (linking[client] ?? []).filter { $0.environment == nil || $0.environment == environment }
  }

  /// Calls `body` with the URIs of each list of more than one.
  func forEachList(_ body: (ArraySlice<URIOccurrence>) -> Void) {
    var start = 0
    while start < all.count {
      let end = all[start...].firstIndex { $0.list != all[start].list } ?? all.count
      if end - start > 1 { body(all[start..<end]) }
      start = end
    }
  }
}
