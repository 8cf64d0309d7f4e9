import LinkPolicy

/// Where the files of a run come from, and what follows from it.
package enum Trust: Sendable, Equatable {
  /// From those who run the command.
  case trusted
  /// From anybody, as in a pull request: the configuration and the baseline are those of a revision, nil for
  /// none at all; no links, no lines of other files, and bounds on what is read and on memory.
  case untrusted(base: String?)

  /// Memory that an untrusted run may write to.
  static let memory = 2 << 30

  var isUntrusted: Bool { self != .trusted }

  /// Where the settings are read.
  enum Settings {
    /// Where everything is.
    case here
    case nowhere
    case revision(BaseRevision)
  }

  /// Where the settings are read; asks git.
  func settings(_ console: Console) throws -> Settings {
    switch self {
    case .trusted: .here
    case .untrusted(nil): .nowhere
    case .untrusted(let revision?):
      .revision(try BaseRevision(revision, console))
    }
  }

  /// The console that the run gets.
  func narrowed(_ console: Console) -> Console {
    guard isUntrusted else { return console }
    var console = console
    console.access = .untrusted
    return console
  }

  /// Bounds the memory of the process, once other programs have run.
  func limit(_ console: Console) {
    if isUntrusted { console.limitMemory(Self.memory) }
  }
}
