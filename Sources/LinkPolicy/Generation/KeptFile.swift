import PolicyDiagnostics
import PolicyGenerators

/// A generated file whose content is kept in a store.
struct KeptFile {
  let path: String
  let content: ContentStore.Content
  /// What the manifest says of it.
  let entry: GenerationManifest.Entry

  init(_ file: GeneratedFile, in store: inout ContentStore) {
    path = file.path
    content = store.keep(file.bytes)
    entry = GenerationManifest.entry(file)
  }
}
