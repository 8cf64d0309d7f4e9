import PolicyImport
import PolicyText

/// A question to the user about something that the sources don't contain.
public struct ImportQuestion: Sendable {
  /// The unknown property.
  public enum Subject: Sendable, Equatable {
    /// The environment of these values; if empty, of all values in the file.
    case environment(of: [String])
    /// The host that serves the file.
    case host
  }

  /// The unknown property.
  public var subject: Subject
  /// The source file.
  public var path: String
  /// The default answer; nil if there is none.
  public var proposal: ImportSettings.Destination?
}

extension SourceImport {
  /// The open questions, ordered by path.
  public var questions: [ImportQuestion] {
    let hosts = draft.unserved.map {
      ImportQuestion(subject: .host, path: $0, proposal: nil)
    }
    let environments = draft.undecided.map { path, texts in
      ImportQuestion(
        subject: .environment(of: texts.map(\.string)), path: path,
        proposal: draft.mentionsSandbox ? nil : .prod)
    }
    return hosts + environments
  }
}

extension ImportSettings {
  /// Applies an answer about an environment.
  public mutating func answer(_ question: ImportQuestion, _ destination: Destination) {
    guard case .environment(let texts) = question.subject else { return }
    for text in texts.isEmpty ? [question.path] : texts {
      mappings.append(Mapping(text, to: destination))
    }
  }

  /// Applies an answer about a host.
  public mutating func answer(_ question: ImportQuestion, host: String) {
    hostsOfFiles.append((question.path, host))
  }
}
