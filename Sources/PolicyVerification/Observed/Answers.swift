import PolicyText

/// The answers of a run so far.
package struct Answers: Sendable {
  private var known: [ObservedRequest: ObservedAnswer] = [:]
  package init() {}

  package subscript(request: ObservedRequest) -> ObservedAnswer? { known[request] }

  /// The answer of a server; nil where it has not been asked yet, or there is none.
  package func response(_ request: ObservedRequest) -> ObservedResponse? {
    known[request]?.response
  }

  /// True when some server answered at all: then there is a network.
  package var hasResponse: Bool { known.values.contains { $0.response != nil } }

  /// True when some name was found.
  package var hasName: Bool {
    known.values.contains { answer in
      answer.response != nil
        || answer.failure.map {
          [.tls, .connect, .timeout, .size, .header, .address].contains($0.kind)
        }
          ?? false
    }
  }

  package mutating func add(_ answers: [ObservedAnswer], to requests: [ObservedRequest]) {
    for (request, answer) in zip(requests, answers) { known[request] = answer }
  }

  /// Forgets answers, so that they are asked for again.
  package mutating func forget(_ isStale: (ObservedRequest, ObservedAnswer) -> Bool) {
    known = known.filter { !isStale($0.key, $0.value) }
  }
}
