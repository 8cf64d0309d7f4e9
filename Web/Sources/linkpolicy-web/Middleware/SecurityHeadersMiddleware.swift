import HTTPTypes
import Hummingbird
import WebApp

/// Adds `SecurityHeaders` to every response.
struct SecurityHeadersMiddleware<Context: RequestContext>: RouterMiddleware {
  private let fields: [HTTPField] = SecurityHeaders.fields.compactMap { field in
    HTTPField.Name(field.name).map { HTTPField(name: $0, value: field.value) }
  }

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    for field in fields { response.headers[field.name] = field.value }
    // Unread bytes must not be parsed as another request.
    let hasBody =
      request.headers[.transferEncoding] != nil
      || request.headers[.contentLength].map { $0 != "0" } ?? false
    if response.status.code >= 400, hasBody { response.headers[.connection] = "close" }
    return response
  }
}
