import PolicyText

/// Requests about Google Sign-In. Several policies are ambiguous only if the request leaves out a value.
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
    if let given = input?["feature"], given.stringValue == nil {
      throw Problem(message: "`input.feature` is not a string")
    }
    let feature = input?["feature"]?.stringValue.map { ExactString($0) }
    let isAboutPolicy = input == nil || input == .null || feature != nil
    let context = try isAboutPolicy ? context(node, about: .googleSignIn) : context(node)
    if let feature {
      let names = policy.providers(with: .googleSignIn, in: context)
        .flatMap { $0.googleSignIn?.features.map(\.name) ?? [] }
      guard names.contains(feature) else {
        throw Problem(
          message: Self.unknown(
            feature, "is not a feature of `google_sign_in.scopes`", among: names.map(\.string),
            all: true))
      }
    }
    return ScopesRequest(context: context, operation: operation, input: input)
  }

  func tokenRefresh(_ node: NodeID) throws(Problem) -> TokenRefreshRequest {
    let operation: TokenRefreshRequest.Operation = try requiredWord("operation", node)
    return TokenRefreshRequest(context: try context(node), operation: operation)
  }
}
