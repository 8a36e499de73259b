import NotesDomain
import Wiring

/// The journal, opened by the first call that needs it: a command that asks the store nothing does not make one.
struct JournalAccess: Sendable {
  let journal: Lazy<NoteJournal>
  let settings: StoreSettings

  /// Opens the store, unless it is open.
  func opened() throws(StoreError) -> NoteJournal {
    try StoreError.translated(at: settings.path) { try journal.value }
  }
}
