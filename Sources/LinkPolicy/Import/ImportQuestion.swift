import PolicyImport
import PolicyText

/// Something that the sources of an import do not say, and that somebody may know.
public struct ImportQuestion: Sendable {
  /// What is not known.
  public enum Subject: Sendable, Equatable {
    /// Which environment these values belong to. Without texts: values of the file.
    case environment(of: [String])
    /// Which host serves the file.
    case host
  }

  /// What is not known.
  public var subject: Subject
  /// The source.
  public var path: String
  /// What is likely; nil where nothing is.
  public var proposal: ImportSettings.Destination?
}

extension SourceImport {
  /// What the sources do not say, in the order of their paths.
  public var questions: [ImportQuestion] {
    let hosts = draft.unserved.map {
      ImportQuestion(subject: .host, path: $0, proposal: nil)
    }
    let environments = draft.undecided.map { path, texts in
      ImportQuestion(
        subject: .environment(of: texts.map(\.string)), path: path,
        proposal: draft.speaksOfSandbox ? nil : .prod)
    }
    return hosts + environments
  }
}

extension ImportSettings {
  /// Takes an answer: where the values go.
  public mutating func answer(_ question: ImportQuestion, _ destination: Destination) {
    guard case .environment(let texts) = question.subject else { return }
    for text in texts.isEmpty ? [question.path] : texts {
      mappings.append(Mapping(text, to: destination))
    }
  }

  /// Takes an answer: the host that serves the file.
  public mutating func answer(_ question: ImportQuestion, host: String) {
    hostsOfFiles.append((question.path, host))
  }
}
