import PolicyGenerators

/// A generated file whose content is kept in a store.
struct KeptFile {
  let path: String
  /// nil where the directory has the same already.
  let content: ContentStore.Content?
  /// What the manifest says of it.
  let entry: GenerationManifest.Entry

  /// - Parameter place: the destination; nil if it was not read.
  init(_ file: GeneratedFile, in store: inout ContentStore, for place: OutputDirectory? = nil) {
    path = file.path
    // What cannot be opened is refused by the plan.
    let present = OutputPath.isSafe(path) ? place.flatMap { try? $0.open(file.path) } : nil
    let (content, sha256) = store.keep(file, unlessIn: present)
    self.content = content
    entry = GenerationManifest.Entry(
      path: path, target: file.target, environment: file.environment, sha256: sha256)
  }
}
