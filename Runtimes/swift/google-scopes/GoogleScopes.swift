#if canImport(GoogleSignIn)
  import GoogleSignIn
#endif

/// The scopes to request from Google: at sign-in, and when a feature is used.
///
///     let missing = try await GoogleScopes.signIn.missing(refreshing: user)
///     if !missing.isEmpty { try await user.addScopes(missing, presenting: controller) }
///
/// Users can decline scopes, so a successful sign-in does not mean that all of them are granted.
public struct GoogleScopes: Sendable, Hashable, CustomStringConvertible {
  /// The name of the constant.
  public let description: String
  /// The scopes, in the order of the policy.
  public let scopes: [String]

  init(_ name: String, _ scopes: [String]) {
    description = name
    self.scopes = scopes
  }

  /// The scopes that were not granted.
  ///
  /// Strings are compared by their bytes. Google grants `email` and `profile` under their long names.
  ///
  /// - Parameter granted: nil, as in the SDK if the server named none, means that no scope was granted.
  public func missing(granted: [String]?) -> [String] {
    let known = Set((granted ?? []).map { Array(Self.canonical($0).utf8) })
    return scopes.filter { !known.contains(Array(Self.canonical($0).utf8)) }
  }

  #if canImport(GoogleSignIn)
    /// Refreshes the user's tokens if they are about to expire; the scopes that are not granted then.
    ///
    /// Call it before each use of a Google API: if nothing is missing, `user.accessToken` is good for a minute
    /// at least.
    ///
    /// - Throws: the error of `refreshTokensIfNeeded`, for example if the user withdrew access: sign in again.
    public func missing(
      refreshing user: GIDGoogleUser, isolation: isolated (any Actor)? = #isolation
    ) async throws -> [String] {
      try await withCheckedThrowingContinuation { continuation in
        user.refreshTokensIfNeeded { user, error in
          if let error {
            continuation.resume(throwing: error)
          } else {
            continuation.resume(returning: missing(granted: user?.grantedScopes))
          }
        }
      }
    }
  #endif

  private static func canonical(_ scope: String) -> String {
    let prefix = "https://www.googleapis.com/auth/userinfo."
    let isShort = scope.utf8.elementsEqual("email".utf8) || scope.utf8.elementsEqual("profile".utf8)
    return isShort ? prefix + scope : scope
  }
}
