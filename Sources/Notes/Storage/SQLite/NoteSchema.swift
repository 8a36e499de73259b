import WiringMacros

/// What the tables of the notes look like, version by version.
@Component
struct NoteSchema: StoreSchema {
  /// `nctl` in ASCII.
  let applicationID = 0x6E63_746C

  let scripts = [
    PackageResources._001_notes_sql, PackageResources._002_sync_sql, PackageResources._003_attachments_sql,
    PackageResources._004_indexes_sql,
  ]
}
