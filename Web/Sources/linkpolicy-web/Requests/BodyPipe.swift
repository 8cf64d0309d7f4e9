import HummingbirdCore
import NIOConcurrencyHelpers
import NIOCore

/// Why a body isn't read to its end; its connection is closed.
enum BodyProblem: Error {
  case busy, tooLarge, malformed
}

/// Passes bytes from a connection, which must not block, to a command, which may.
final class BodyPipe: Sendable {
  private static let capacity = 4 << 20

  private struct State {
    var chunks: [[UInt8]] = []
    var count = 0
    var isOver = false
    var isAbandoned = false
  }

  private let state = NIOLockedValueBox(State())
  // 1 if there are bytes to read or the body has ended.
  private let signal = ConditionLock(value: 0)

  /// Passes a body on and signals its end, also after an error.
  func fill(from body: RequestBody, upTo limit: Int) async throws {
    var count = 0
    do {
      for try await part in body {
        count += part.readableBytes
        guard count <= limit else { throw BodyProblem.tooLarge }
        await write(Array(buffer: part))
      }
    } catch {
      abandon()
      throw error
    }
    finish()
  }

  /// Waits while the buffer is full.
  func write(_ bytes: [UInt8]) async {
    while state.withLockedValue({ $0.count >= Self.capacity && !$0.isOver }) {
      try? await Task.sleep(for: .milliseconds(2))
    }
    guard !bytes.isEmpty else { return }
    state.withLockedValue {
      guard !$0.isOver else { return }
      $0.chunks.append(bytes)
      $0.count += bytes.count
    }
    wake()
  }

  /// Signals the end of the body.
  func finish() {
    state.withLockedValue { $0.isOver = true }
    wake()
  }

  /// Signals the end of the body and drops the buffer.
  func abandon() {
    state.withLockedValue {
      $0.isOver = true
      $0.isAbandoned = true
      $0.chunks = []
      $0.count = 0
    }
    wake()
  }

  /// Whether the body ended early.
  var isAbandoned: Bool { state.withLockedValue { $0.isAbandoned } }

  private func wake() {
    signal.lock()
    signal.unlock(withValue: 1)
  }

  /// Returns up to this many bytes; empty at the end.
  func read(_ limit: Int) -> [UInt8] {
    while true {
      let (bytes, isOver) = state.withLockedValue { state -> ([UInt8], Bool) in
        guard var first = state.chunks.first else { return ([], state.isOver) }
        if first.count <= limit {
          state.chunks.removeFirst()
        } else {
          state.chunks[0] = Array(first[limit...])
          first = Array(first[..<limit])
        }
        state.count -= first.count
        return (first, false)
      }
      if !bytes.isEmpty || isOver { return bytes }
      signal.lock(whenValue: 1)
      signal.unlock(withValue: 0)
    }
  }
}
