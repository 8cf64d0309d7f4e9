import PolicyDecision
import PolicyModel
import Testing

struct RequestKindTests {
  @Test func `test files know exactly the kinds of requests that are decided`() {
    #expect(
      Set(TestShape.kinds.map(\.name)) == Set(RequestKind.allCases.map(\.rawValue)))
    #expect(TestShape.kinds.count == RequestKind.allCases.count)
  }
}
