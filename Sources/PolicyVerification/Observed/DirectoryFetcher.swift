import PolicyText

/// The files that a deployment would serve, in a directory laid out as `generate` writes it; opens no socket.
///
/// Nothing is known of headers and certificates: what asks for them is left out.
package struct DirectoryFetcher: Fetcher {
  private let read: @Sendable (String) -> [UInt8]?

  /// - Parameter read: the content of a file by its path in the directory; nil where there is none.
  package init(read: @escaping @Sendable (String) -> [UInt8]?) { self.read = read }

  package func answers(to requests: [ObservedRequest]) -> [ObservedAnswer] {
    requests.map { request in
      let parts = URIParts(request.url)
      let path = parts.text(parts.path).string
      let place = "\(parts.lowerHost.string)\(path)"
      // A directory of one environment is good enough.
      for folder in [request.folder, "hosts/"] {
        guard let body = read("\(folder)\(place)") else { continue }
        return ObservedAnswer(
          url: request.url, time: 0,
          .response(
            ObservedResponse(
              status: 200, headers: nil, body: Array(body.prefix(request.limit + 1)))))
      }
      return ObservedAnswer(
        url: request.url, time: 0,
        .response(ObservedResponse(status: 404, headers: nil, body: [])))
    }
  }
}
