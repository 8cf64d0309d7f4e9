import PolicyDecision
import PolicyModel
import PolicySourceTree
import PolicyText

/// Requests about Google Sign-In. What the request says itself needs no policy, so that several policies
/// are ambiguous only for what it leaves out.
extension RequestReader {
  func googleClient(_ node: NodeID) throws(Problem) -> GoogleClientRequest {
    let input = input(node)
    let operation: GoogleClientRequest.Operation = try requiredWord("operation", node)
    return GoogleClientRequest(
      context: try input == nil ? context(node, about: .googleSignIn) : context(node),
      operation: operation, input: input ?? .object([]))
  }

  func scopes(_ node: NodeID) throws(Problem) -> ScopesRequest {
    let input = input(node)
    let operation: ScopesRequest.Operation = try requiredWord("operation", node)
    return ScopesRequest(
      context: try input == nil ? context(node, about: .googleSignIn) : context(node),
      operation: operation, input: input)
  }

  func tokenRefresh(_ node: NodeID) throws(Problem) -> TokenRefreshRequest {
    let operation: TokenRefreshRequest.Operation = try requiredWord("operation", node)
    return TokenRefreshRequest(context: try context(node), operation: operation)
  }
}
