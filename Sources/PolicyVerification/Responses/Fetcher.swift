import PolicyText

/// A source of responses: servers, records, or a directory.
public protocol Fetcher: Sendable {
  /// Sends each request once and returns the results in order.
  func responses(to requests: [ObservedRequest]) -> [ObservedResult]
}

/// Reads files from a directory with the layout of `generate`, without network access.
///
/// Checks of headers and certificates are skipped.
package struct DirectoryFetcher: Fetcher {
  private let read: @Sendable (String) -> [UInt8]?

  /// - Parameter read: returns the file at a path in the directory; nil if it is missing.
  package init(read: @escaping @Sendable (String) -> [UInt8]?) { self.read = read }

  package func responses(to requests: [ObservedRequest]) -> [ObservedResult] {
    requests.map { request in
      let parts = URIParts(request.url)
      let path = parts.text(parts.path).string
      let place = "\(parts.lowerHost.string)\(path)"
      // The directory can also be that of one environment.
      for folder in [request.folder, "hosts/"] {
        guard let body = read("\(folder)\(place)") else { continue }
        return ObservedResult(
          url: request.url, time: 0,
          .response(
            ObservedResponse(
              status: 200, headers: nil, body: Array(body.prefix(request.limit + 1)))))
      }
      return ObservedResult(
        url: request.url, time: 0,
        .response(ObservedResponse(status: 404, headers: nil, body: [])))
    }
  }
}

/// Reads results that an earlier run recorded, without network access.
package struct RecordedFetcher: Fetcher {
  private let read: @Sendable (String) -> [UInt8]?

  /// - Parameter read: returns the record with a name; nil if it is missing.
  package init(read: @escaping @Sendable (String) -> [UInt8]?) { self.read = read }

  package func responses(to requests: [ObservedRequest]) -> [ObservedResult] {
    requests.map { request in
      let name = ObservationRecord.name(of: request)
      guard let bytes = read(name) else {
        return ObservedResult(
          url: request.url, time: 0, .failure(ObservedFailure(.missing, "no recorded response"))
        )
      }
      return ObservationRecord.answer(bytes)
        ?? ObservedResult(
          url: request.url, time: 0,
          .failure(ObservedFailure(.missing, "\(name) is not a record of this version")))
    }
  }
}

/// Records the results of another fetcher.
package struct RecordingFetcher: Fetcher {
  private let source: any Fetcher
  private let write: @Sendable (_ name: String, _ text: String) -> Void

  /// - Parameter write: stores a record.
  package init(
    _ source: any Fetcher, write: @escaping @Sendable (_ name: String, _ text: String) -> Void
  ) {
    self.source = source
    self.write = write
  }

  package func responses(to requests: [ObservedRequest]) -> [ObservedResult] {
    let responses = source.responses(to: requests)
    for (request, answer) in zip(requests, responses) {
      write(ObservationRecord.name(of: request), ObservationRecord.text(of: request, answer))
    }
    return responses
  }
}
