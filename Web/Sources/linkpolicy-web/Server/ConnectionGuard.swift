import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Enforces timeouts for the head, the body and idle time of one connection, and the maximum number of
/// connections.
///
/// Use it only on the event loop of its channel.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let connections: ConnectionTable
  private let times: ServerTimes
  private let isFromOwner: @Sendable (HTTPRequest) -> Bool
  /// Nil for a connection above the limit.
  private var number: Int?
  private var timer: Scheduled<Void>?
  private var closesAfterAnswer = false
  private var isLong = false

  init(
    _ connections: ConnectionTable, _ times: ServerTimes,
    isFromOwner: @escaping @Sendable (HTTPRequest) -> Bool
  ) {
    self.connections = connections
    self.times = times
    self.isFromOwner = isFromOwner
  }

  func handlerAdded(context: ChannelHandlerContext) {
    number = connections.enter(context.channel)
    let pipeline = context.pipeline.syncOperations
    if let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) {
      try? pipeline.addHandler(TargetGuard(), position: .before(codec))
    }
    wait(times.head, context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { leave() }

  private func leave() {
    timer?.cancel()
    if let number { connections.leave(number) }
    number = nil
  }

  private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    timer?.cancel()
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head where number == nil: return refuse(context)
    case .head(let head):
      if let number, isFromOwner(head) { connections.isOwner(number) }
      // A large log may take long, but must not stall.
      isLong = head.path?.hasPrefix("/api/replay") ?? false
      wait(times.body, context)
    case .body where number == nil, .end where number == nil: return
    case .end: timer?.cancel()
    case .body: if isLong { wait(times.body, context) }
    }
    context.fireChannelRead(data)
  }

  /// Sends status 503.
  private func refuse(_ context: ChannelHandlerContext) {
    var head = HTTPResponse(status: .serviceUnavailable)
    head.headerFields[.connection] = "close"
    head.headerFields[.contentLength] = "0"
    head.headerFields[.retryAfter] = "1"
    let channel = context.channel
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      channel.close(promise: nil)
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      closesAfterAnswer = head.headerFields[.connection] == "close"
      context.write(data, promise: promise)
    case .body: context.write(data, promise: promise)
    case .end where closesAfterAnswer:
      let channel = context.channel
      context.writeAndFlush(data).whenComplete { _ in channel.close(promise: nil) }
      promise?.succeed()
    case .end:
      wait(times.idle, context)
      context.write(data, promise: promise)
    }
  }
}

/// Rejects requests whose target is not a path, before Hummingbird converts it: an absolute URL is meant for a proxy.
final class TargetGuard: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private var isOver = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isOver { return }
    guard case .head(let head) = unwrapInboundIn(data), head.uri.utf8.first != UInt8(ascii: "/")
    else { return context.fireChannelRead(data) }
    isOver = true
    let answer = HTTPResponseHead(
      version: .http1_1, status: .badRequest,
      headers: ["connection": "close", "content-length": "0"])
    let channel = context.channel
    context.write(wrapOutboundOut(.head(answer)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      channel.close(promise: nil)
    }
  }
}
