import Hummingbird
import WebApp

/// Rejects requests that fail a security check before the body is read.
struct CheckMiddleware<Context: RequestContext>: RouterMiddleware {
  private let refusal: @Sendable (WebHead) -> WebAnswer?

  init(_ refusal: @escaping @Sendable (WebHead) -> WebAnswer?) { self.refusal = refusal }

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    if let answer = refusal(WebHead(request)) { return Response(answer) }
    return try await next(request, context)
  }
}
