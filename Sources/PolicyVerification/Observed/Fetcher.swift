/// Where answers come from: servers, records, a directory.
public protocol Fetcher: Sendable {
  /// The answers to requests, in their order; each request is put once.
  func answers(to requests: [ObservedRequest]) -> [ObservedAnswer]
}
