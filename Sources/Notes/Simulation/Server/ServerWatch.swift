import NotesDomain

/// What the judge must know of what a server did: gathered in a transaction, believed when it is committed.
struct ServerWatch: Sendable {
  /// The name of a batch.
  struct Batch: Sendable, Hashable {
    let epoch: Epoch
    let device: DeviceID
    let number: Int
  }

  /// A version of a note, by the sum of its bytes.
  struct Version: Sendable, Hashable {
    let id: NoteID
    let sum: UInt64
  }

  /// The batches that were executed.
  var executed: Set<Batch> = []
  /// The versions that were accepted.
  var versions: Set<Version> = []
  /// The notes that were ever deleted.
  var deleted: Set<NoteID> = []
  /// Whether a deleted note may come back with what it had: a device or the vault was set back, or somebody wants it back.
  var isForgiving = false
  /// Whether the vault may have forgotten what it executed. Then a batch can be executed again: to no effect, since its
  /// changes have lost their base.
  var isForgetful = false
  var violation: Violation?
}
