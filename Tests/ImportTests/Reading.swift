import PolicyText
import PolicyImport

/// The facts of one file of a kind.
func facts(
  _ text: String, _ kind: any ImportKind.Type, named name: String = "file",
  options: ImportOptions = ImportOptions()
) -> (facts: ImportFacts, recognition: ImportRecognition) {
  let library = ImportLibrary(options: options)
  let source = library.add(SourceFile(name: name, bytes: Array(text.utf8)))
  var facts = ImportFacts()
  let recognition = kind.recognize(source)
  kind.read(source, into: &facts)
  return (facts, recognition)
}
