import PolicyDiagnostics
import PolicySourceTree
import PolicyText

/// The addresses of some clients that follow one another, split once for all rules; the first have those of the
/// policy's server with them, the last those of its providers.
///
/// A class for the same reason as `PolicyDocument`: every rule gets it.
package final class Addresses: Sendable {
  /// The addresses, in the order of the policy; those of one list follow one another.
  package let uris: [URIOccurrence]
  /// The clients that they are of.
  let clients: Range<Int>
  /// Which bytes occur in any of them.
  let content: ByteContent
  /// Those on Google's linking hosts whose path says something.
  let linking: [LinkingAddress]
  /// False where all hosts are ordinary names: rules about other hosts have nothing to say then.
  let hasOddHosts: Bool

  init(_ uris: [URIOccurrence], of clients: Range<Int>) {
    self.uris = uris
    self.clients = clients
    var content = ByteContent([])
    var hasOddHosts = false
    for uri in uris {
      content.formUnion(uri.content)
      hasOddHosts = hasOddHosts || uri.hasOddHost
    }
    self.content = content
    self.hasOddHosts = hasOddHosts
    linking = uris.indices.compactMap { LinkingAddress(uris[$0], index: $0) }
  }

  /// The addresses of a client that lead back to Google in an environment.
  func linking(ofClient client: Int, in environment: Environment) -> [LinkingAddress] {
    // They stand in the order of the clients, and there may be hundreds.
    var (low, high) = (0, linking.count)
    while low < high {
      let middle = (low + high) / 2
      if linking[middle].client < client { low = middle + 1 } else { high = middle }
    }
    var found: [LinkingAddress] = []
    while low < linking.count, linking[low].client == client {
      if linking[low].environment == nil || linking[low].environment == environment {
        found.append(linking[low])
      }
      low += 1
    }
    return found
  }

  /// Calls `body` with the addresses of each list of more than one.
  func forEachList(_ body: (ArraySlice<URIOccurrence>) -> Void) {
    var start = 0
    while start < uris.count {
      var end = start + 1
      while end < uris.count, uris[end].list == uris[start].list { end += 1 }
      if end - start > 1 { body(uris[start..<end]) }
      start = end
    }
  }
}
