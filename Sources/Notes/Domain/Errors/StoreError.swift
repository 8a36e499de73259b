/// Why the store could not do what it was asked. Every case leaves the store's files as they were.
public enum StoreError: Error, Sendable, Hashable {
  /// The file is something else than a note store.
  case notAStore(path: String)
  /// The file is damaged.
  case corrupt(path: String, detail: String)
  /// The store was made by a newer version of the program.
  case newerVersion(path: String, found: Int, supported: Int)
  /// The file or its folder may not be written.
  case readOnly(path: String)
  /// The file may not be read.
  case permissionDenied(path: String)
  /// Another process kept the store locked for too long.
  case locked(path: String)
  /// There is no space left on the disk.
  case diskFull(path: String)
  /// The file or its folder cannot be made.
  case cannotCreate(path: String, reason: String)
  /// Reading or writing failed in another way.
  case failed(path: String, detail: String)
  /// A note with this id is there already.
  case exists(NoteID)
}
