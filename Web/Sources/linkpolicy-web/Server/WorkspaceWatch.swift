#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import NIOCore
import WebApp

/// Tells listeners when a file of the workspace changes, and that the server is still running.
///
/// Compares names, sizes and times, and only while there are listeners.
struct WorkspaceWatch: Sendable {
  /// The time between two checks.
  static let interval = Duration.milliseconds(500)
  private static let maximumEntries = 20_000

  private let service: WebService
  private let hub: EventHub
  /// The time between two keep-alive messages.
  private let ping: TimeAmount

  init(_ service: WebService, _ hub: EventHub, ping: TimeAmount) {
    self.service = service
    self.hub = hub
    self.ping = ping
  }

  func run() async {
    var last: [String: Stamp]?
    var pinged = NIODeadline.now()
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.interval)
      guard hub.count > 0 else {
        last = nil
        continue
      }
      let now = look()
      if let last, last != now { hub.send("changed") }
      last = now
      if NIODeadline.now() - pinged >= ping {
        hub.send("ping")
        pinged = .now()
      }
    }
  }

  private struct Stamp: Equatable {
    var size: Int
    var seconds: Int
    var nanoseconds: Int
    var inode: UInt64
  }

  private func look() -> [String: Stamp] {
    var stamps: [String: Stamp] = [:]
    var rest = service.watchedPaths
    while let path = rest.popLast(), stamps.count < Self.maximumEntries {
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      stamps[path] = Stamp(
        size: Int(status.st_size), seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec),
        inode: UInt64(status.st_ino))
      guard status.st_mode & S_IFMT == S_IFDIR, let directory = opendir(path) else { continue }
      defer { closedir(directory) }
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard !name.hasPrefix(".") || name == ".well-known" else { continue }
        rest.append(path.hasSuffix("/") ? path + name : "\(path)/\(name)")
      }
    }
    return stamps
  }
}
