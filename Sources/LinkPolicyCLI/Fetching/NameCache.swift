import LinkPolicy

/// The addresses of names, each looked up once in a run.
final class NameCache: @unchecked Sendable {
  private let lock = Lock()
  private var known: [ExactString: [ExactString]] = [:]

  subscript(host: ExactString) -> [ExactString]? {
    get { lock.withLock { known[host] } }
    set { lock.withLock { known[host] = newValue } }
  }
}
