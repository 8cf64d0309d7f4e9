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

  /// Until the head is there, the first time.
  static let headTime = TimeAmount.seconds(5)
  /// From the head to the end of the body.
  static let bodyTime = TimeAmount.seconds(30)
  /// Between an answer and the next request.
  static let idleTime = TimeAmount.seconds(60)

  private let connections: ConnectionCount
  private var isCounted = false
  private var isWelcome = true
  private var timer: Scheduled<Void>?
  private var closesAfterAnswer = false
  private var isLong = false

  init(_ connections: ConnectionCount) { self.connections = connections }

  func handlerAdded(context: ChannelHandlerContext) {
    isWelcome = connections.enter()
    isCounted = true
    let pipeline = context.pipeline.syncOperations
    if let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) {
      try? pipeline.addHandler(TargetGuard(), position: .before(codec))
    }
    wait(Self.headTime, context)
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
      wait(Self.bodyTime, context)
    case .body where !isWelcome, .end where !isWelcome: return
    case .end: timer?.cancel()
    case .body: if isLong { wait(Self.bodyTime, context) }
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
      wait(Self.idleTime, context)
      context.write(data, promise: promise)
    }
  }
}
