/// Passes requests on and keeps every answer.
package struct RecordingFetcher: Fetcher {
  private let source: any Fetcher
  private let write: @Sendable (_ name: String, _ text: String) -> Void

  /// - Parameter write: takes the name and the content of a record.
  package init(
    _ source: any Fetcher, write: @escaping @Sendable (_ name: String, _ text: String) -> Void
  ) {
    self.source = source
    self.write = write
  }

  package func answers(to requests: [ObservedRequest]) -> [ObservedAnswer] {
    let answers = source.answers(to: requests)
    for (request, answer) in zip(requests, answers) {
      write(ObservationRecord.name(of: request), ObservationRecord.text(of: request, answer))
    }
    return answers
  }
}
