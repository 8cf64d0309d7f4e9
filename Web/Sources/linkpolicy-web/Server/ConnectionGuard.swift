import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Times and numbers of one connection: how long a head, a body and silence may last, and whether there are too many
/// connections.
///
/// Used on the loop of its channel only.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let connections: ConnectionCount
  private let times: ServerTimes
  private var isCounted = false
  private var isWelcome = true
  private var timer: Scheduled<Void>?
  private var closesAfterAnswer = false
  private var isLong = false

  init(_ connections: ConnectionCount, _ times: ServerTimes) {
    self.connections = connections
    self.times = times
  }

  func handlerAdded(context: ChannelHandlerContext) {
    isWelcome = connections.enter()
    isCounted = true
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
    if isCounted { connections.leave() }
    isCounted = false
  }

  private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    timer?.cancel()
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head where !isWelcome: return refuse(context)
    case .head(let head):
      // A log of hundreds of megabytes takes as long as it is read, but must not stop.
      isLong = head.path?.hasPrefix("/api/replay") ?? false
      wait(times.body, context)
    case .body where !isWelcome, .end where !isWelcome: return
    case .end: timer?.cancel()
    case .body: if isLong { wait(times.body, context) }
    }
    context.fireChannelRead(data)
  }

  /// 503, without asking the application.
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
