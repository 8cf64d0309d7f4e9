import LinkPolicy

/// Whether the input may come from an attacker, as in a pull request from a fork.
enum Trust: Sendable, Equatable {
  case trusted
  /// Configuration and baseline come from a git revision, or nil for none. Symbolic links are rejected, findings show
  /// no lines of other files, and input size and memory are limited.
  case untrusted(base: String?)

  /// Bytes of writable memory for an untrusted run.
  static let memory = 2 << 30

  var isUntrusted: Bool { self != .trusted }

  /// Where the configuration and the baseline come from.
  enum Settings {
    case workingTree
    case none
    case revision(BaseRevision)
  }

  /// Resolves the base revision through git.
  func settings(_ console: Console) throws -> Settings {
    switch self {
    case .trusted: .workingTree
    case .untrusted(nil): .none
    case .untrusted(let revision?):
      .revision(try BaseRevision(revision, console))
    }
  }

  /// The console with access limited for this run.
  func narrowed(_ console: Console) -> Console {
    guard isUntrusted else { return console }
    var console = console
    console.access = .untrusted
    return console
  }

  /// Limits the memory of the process. Programs that are started later inherit the limit, so git must have run before.
  func limit(_ console: Console) {
    if isUntrusted { console.limitMemory(Self.memory) }
  }
}
