import AssociationFiles
import PolicyText
import PolicyTestSupport

/// A tree of a JSON text.
func read(_ json: String) -> ReadResult { ReadResult(json: json) }

/// An association file.
func aasa(_ json: String) -> AppleAppSiteAssociation {
  AppleAppSiteAssociation(reading: read(json).tree)
}
