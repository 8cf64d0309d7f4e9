import NIOCore
import NIOHTTP1

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
