/// Answers that an earlier run has recorded; opens no socket.
package struct RecordedFetcher: Fetcher {
  private let read: @Sendable (String) -> [UInt8]?

  /// - Parameter read: the content of a record by its name; nil where there is none.
  package init(read: @escaping @Sendable (String) -> [UInt8]?) { self.read = read }

  package func answers(to requests: [ObservedRequest]) -> [ObservedAnswer] {
    requests.map { request in
      let name = ObservationRecord.name(of: request)
      guard let bytes = read(name) else {
        return ObservedAnswer(
          url: request.url, time: 0, .failure(ObservedFailure(.missing, "there is no record of it"))
        )
      }
      return ObservationRecord.answer(bytes)
        ?? ObservedAnswer(
          url: request.url, time: 0,
          .failure(ObservedFailure(.missing, "\(name) is no record of this version")))
    }
  }
}
