import NotesTransfer
package import Wiring

/// The binding of exports of other programs, and of notes as JSON.
package struct ArchivesModule: Module {
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.bind((any ArchiveUnpacker).self) { DiskArchiveUnpacker() }.scoped(.singleton)
  }
}
