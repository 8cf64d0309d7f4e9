import PolicyText
import PolicyImport

/// The facts of one file of a kind.
func imported(
  _ text: String, _ kind: any ImportFormat.Type, named name: String = "file",
  options: ImportOptions = ImportOptions()
) -> (imported: ImportedValues, recognition: ImportRecognition) {
  let library = ImportLibrary(options: options)
  let source = library.add(SourceFile(name: name, bytes: Array(text.utf8)))
  var imported = ImportedValues()
  let recognition = kind.recognize(source)
  kind.read(source, into: &imported)
  return (imported, recognition)
}
