import PolicyModel
import PolicyText
import Testing

/// The table of Google's scopes. `google-scopes.yaml` has requests.
struct ScopeTableTests {
  private static let prefix = GoogleScopeTable.prefix

  @Test(arguments: [
    ("drive", "drive.readonly"), ("drive", "drive.metadata.readonly"), ("drive", "drive.file"),
    ("gmail.modify", "gmail.readonly"), ("calendar", "calendar.events"),
    ("tasks", "tasks.readonly"),
  ])
  func `a broader scope includes a narrower one, never the reverse`(broad: String, narrow: String) {
    let (broad, narrow) = (ExactString(Self.prefix + broad), ExactString(Self.prefix + narrow))
    #expect(GoogleScope.broader(than: narrow, among: [narrow, broad]) == broad)
    #expect(GoogleScope.broader(than: broad, among: [narrow, broad]) == nil)
  }

  @Test func `the table has each name once and every name is valid`() {
    let names = GoogleScopeTable.names
    #expect(Set(names).count == names.count)
    for name in names {
      let scope = ExactString(Self.prefix + name)
      #expect(GoogleScope.fault(of: scope) == nil && GoogleScope.entry(of: scope) != nil, "\(name)")
    }
  }
}
