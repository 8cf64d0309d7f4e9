import HTTPTypes
import Hummingbird
import NIOCore
import WebApp

/// The end of the line: reads the body, within its limit, and lets the application answer on a thread of its own.
struct AnswerMiddleware<Context: RequestContext>: RouterMiddleware {
  let service: WebService
  let pool: WorkPool
  let hub: EventHub
  let activity: Activity

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    activity.note()
    let head = WebHead(request)
    let cost = service.cost(of: head)
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > cost.bodyLimit {
      return closing(.tooLarge(cost.bodyLimit))
    }
    if cost.isStream { return try await stream(request, head, cost.bodyLimit) }
    var bytes: [UInt8] = []
    if cost.bodyLimit > 0 {
      do {
        bytes = Array(buffer: try await request.body.collect(upTo: cost.bodyLimit))
      } catch is NIOTooManyBytesError {
        return closing(.tooLarge(cost.bodyLimit))
      }
    }
    let body = bytes
    let service = service
    let answer =
      cost.isWork
      ? await pool.answer(service.work(of: head)) { service.answer(to: head, body: .bytes(body)) }
      : service.answer(to: head, body: .bytes(body))
    if case .events = answer.body { return events(answer) }
    return Response(answer)
  }

  private func closing(_ answer: WebAnswer) -> Response {
    var response = Response(answer)
    response.headers[.connection] = "close"
    return response
  }

  /// A body of any length goes through a small buffer to a command that reads it while it comes.
  private func stream(
    _ request: Request, _ head: WebHead, _ limit: Int
  ) async throws -> Response {
    let pipe = BodyPipe()
    let service = service
    let pool = pool
    async let answer = pool.answer(nil) {
      let answer = service.answer(to: head, body: .stream { pipe.read($0) })
      guard case .stream(let produce) = answer.body else { return answer }
      let output = Collected()
      produce { output.add($0) }
      return answer.collected(output.bytes)
    }
    var count = 0
    do {
      for try await part in request.body {
        count += part.readableBytes
        guard count <= limit else {
          pipe.finish()
          _ = await answer
          return closing(.tooLarge(limit))
        }
        await pipe.write(Array(buffer: part))
      }
    } catch {
      pipe.finish()
      _ = await answer
      throw error
    }
    pipe.finish()
    return Response(await answer)
  }

  /// The stream of events, in the form of server-sent events.
  private func events(_ answer: WebAnswer) -> Response {
    guard let events = hub.listen() else { return Response(.busy) }
    var response = Response(answer)
    response.headers[.contentLength] = nil
    response.body = ResponseBody { writer in
      try await writer.write(ByteBuffer(string: "event: hello\ndata: {}\n\n"))
      for await event in events {
        try await writer.write(ByteBuffer(string: "event: \(event)\ndata: {}\n\n"))
      }
      try await writer.finish(nil)
    }
    return response
  }
}

/// What a command sends, kept; on one thread.
private final class Collected: @unchecked Sendable {
  private(set) var bytes: [UInt8] = []

  func add(_ more: [UInt8]) -> Bool {
    bytes += more
    return true
  }
}
