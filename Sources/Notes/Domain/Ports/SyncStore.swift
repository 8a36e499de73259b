/// What sync keeps on this device, together with the notes themselves: they change in one transaction, or not at all.
///
/// Every way of changing a note, ``NoteRepository`` first, leaves its ``SyncItem`` dirty in the same transaction. Before the
/// first ``SyncTransaction/save(state:)`` all of that costs nothing; from then on every note is known here, those that were
/// there before included.
public protocol SyncStore: Sendable {
  /// Runs some steps in one transaction that nobody else writes beside; when the body throws, nothing has happened.
  ///
  /// - Parameter body: The steps. They run while the store is locked, so they must be short and must not call the store.
  func write<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value

  /// Runs some steps that all see the store at one moment, and change nothing.
  ///
  /// - Parameter body: The steps.
  func read<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value

  /// Remembers when a sync came to its end, as ``SyncState/lastSuccess``. Nothing is decided by it and it may be forgotten
  /// when the power fails, so that a sync that found nothing new need not wait for the disk. What the next one changes is a
  /// set of changes of its own (``ChangeSet``).
  ///
  /// - Parameter moment: When.
  func remember(lastSuccess moment: Timestamp) async throws(StoreError)
}
