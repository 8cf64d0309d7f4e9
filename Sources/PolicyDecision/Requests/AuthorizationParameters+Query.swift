package import PolicyText

extension AuthorizationParameters {
  /// The parameters of a query, as authorization endpoints read them.
  package static func reading(
    query: ExactString
  ) -> Result<AuthorizationParameters, UnreadableRequest> {
    do throws(UnreadableRequest) {
      return .success(try QueryReader.read(query, mode: .form))
    } catch {
      return .failure(error)
    }
  }
}
