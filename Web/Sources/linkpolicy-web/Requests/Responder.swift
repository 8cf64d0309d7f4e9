import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import WebApp

/// Checks a request, reads its body within its limit and runs the application on a worker thread.
struct Responder: Sendable {
  let service: WebService
  let pool: WorkPool
  let hub: EventHub
  let activity: Activity

  private static let securityFields = SecurityHeaders.fields.compactMap { field in
    HTTPField.Name(field.name).map { HTTPField(name: $0, value: field.value) }
  }

  /// Writes the response to a request.
  func respond(to request: Request, _ writer: consuming ResponseWriter) async throws {
    var response: Response
    do {
      response = try await self.response(to: request)
    } catch let error as HTTPParserError {
      // The channel responds with status 400.
      throw error
    } catch {
      response = Response(status: .internalServerError)
    }
    response.headers[.date] = HTTPDate.now
    for field in Self.securityFields { response.headers[field.name] = field.value }
    // Unread bytes must not be parsed as another request.
    let hasBody =
      request.headers[.transferEncoding] != nil
      || request.headers[.contentLength].map { $0 != "0" } ?? false
    if response.status.code >= 400, hasBody { response.headers[.connection] = "close" }
    do {
      try await writer.write(response: response.head, body: response.body)
    } catch is HTTPParserError {
      // No second response after the first.
      throw BodyProblem.malformed
    }
  }

  private func response(to request: Request) async throws -> Response {
    let head = WebHead(request.head)
    // Before the body is read.
    if let refusal = service.hostRefusal(of: head) ?? service.originRefusal(of: head)
      ?? service.tokenRefusal(of: head)
    {
      return Response(refusal)
    }
    activity.note()
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

  /// Streams a body through a small buffer to a command, and the output of the command to the
  /// client.
  private func stream(
    _ request: Request, _ head: WebHead, _ limit: Int
  ) async throws -> Response {
    let pipe = BodyPipe()
    let service = service
    let pool = pool
    // Errors in the policies are reported before the body is read.
    let answer = await pool.answer(nil) {
      service.answer(to: head, body: .stream { pipe.read($0) })
    }
    guard case .stream(let produce) = answer.body else { return closing(answer) }
    let body = request.body
    var response = Response(answer)
    response.headers[.contentLength] = nil
    response.body = ResponseBody { writer in
      let (events, sink) = AsyncStream.makeStream(of: [UInt8].self)
      let isStarted = pool.begin {
        produce {
          if case .terminated = sink.yield($0) { false } else { true }
        }
        sink.finish()
      }
      guard isStarted else { throw BodyProblem.busy }
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await pipe.fill(from: body, upTo: limit) }
        do {
          for await event in events {
            // The result of an incomplete log is dropped.
            if pipe.isAbandoned { break }
            try await writer.write(ByteBuffer(bytes: event))
          }
        } catch {
          // The client is gone: the command sees the end of the log.
          pipe.abandon()
          throw error
        }
        // The command has ended: the rest of the body is dropped.
        pipe.abandon()
        do {
          try await tasks.waitForAll()
        } catch BodyProblem.tooLarge {
          if case .bytes(let bytes) = WebAnswer.tooLarge(limit).body {
            try await writer.write(ByteBuffer(string: "event: error\ndata: "))
            try await writer.write(ByteBuffer(bytes: bytes + [0x0A]))
          }
          throw BodyProblem.tooLarge
        }
      }
      try await writer.finish(nil)
    }
    return response
  }

  /// Sends server-sent events.
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
