import NIOCore
import NIOHTTP1

/// Refuses requests whose target is no path, before the library makes a path of it: an address with another host in it
/// is for proxies.
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
