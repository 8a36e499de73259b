package import NotesDomain
import Synchronization

/// The maintenance of a device's store in memory, with backups by path. It fulfills ``StoreMaintenanceContract``.
///
/// ```swift
/// maintenance.failure = .inUse(path: "/notes.sqlite")  // every call throws
/// ```
package final class InMemoryStoreMaintenance: StoreMaintenance {
  private struct Copy {
    let notes: InMemoryNoteRepository.Contents
    let blobs: [BlobDigest: [UInt8]]
    let contents: StoreContents
  }

  private struct State {
    var copies: [String: Copy] = [:]
    var failure: MaintenanceError?
    var erasures = 0
    var rebuilds = 0
  }

  private let state = Mutex(State())
  private let notes: InMemoryNoteRepository
  private let blobs: InMemoryBlobStore
  private let randomness: SeededRandomness

  package init(notes: InMemoryNoteRepository, blobs: InMemoryBlobStore, randomness: SeededRandomness) {
    self.notes = notes
    self.blobs = blobs
    self.randomness = randomness
  }

  /// The error that every call throws; `nil` for none.
  package var failure: MaintenanceError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The number of times that remains were erased.
  package var erasures: Int { state.withLock { $0.erasures } }

  /// The number of times that the store was rebuilt.
  package var rebuilds: Int { state.withLock { $0.rebuilds } }

  package func backUp(to path: String, replacing: Bool) async throws(MaintenanceError) -> StoreContents {
    if let failure { throw failure }
    let isTaken = state.withLock { $0.copies[path] != nil }
    guard replacing || !isTaken else { throw .exists(path: path) }
    let copy = try await copy()
    state.withLock { $0.copies[path] = copy }
    return copy.contents
  }

  package func restore(from path: String) async throws(MaintenanceError) -> RestoredStore {
    if let failure { throw failure }
    guard let backup = state.withLock({ $0.copies[path] }) else { throw .missing(path: path) }
    let present = try await copy()
    let replaced = state.withLock { state in
      let name = "replaced-\(state.copies.count)"
      state.copies[name] = present
      return name
    }
    notes.contents = backup.notes
    blobs.contents = backup.blobs
    let device = DeviceID(using: randomness)
    do throws(StoreError) {
      let state = try await notes.write { transaction throws(StoreError) in
        try transaction.continueAfterRestore(as: device)
        return try transaction.state()
      }
      return RestoredStore(contents: backup.contents, replaced: replaced, hasSynced: state?.epoch != nil)
    } catch {
      throw .store(error)
    }
  }

  package func eraseRemains() async throws(MaintenanceError) {
    if let failure { throw failure }
    state.withLock { $0.erasures += 1 }
  }

  package func rebuild() async throws(MaintenanceError) {
    if let failure { throw failure }
    state.withLock { $0.rebuilds += 1 }
  }

  private func copy() async throws(MaintenanceError) -> Copy {
    do throws(StoreError) {
      var contents = StoreContents(notes: notes.all.count, attachments: blobs.contents.count)
      for note in notes.all {
        contents.versions += max(0, try await notes.versions(of: note.id, limit: 1000).count - 1)
      }
      contents.damaged = blobs.contents.filter { BlobDigest.of($0.value) != $0.key }.keys.sorted {
        $0.description < $1.description
      }
      return Copy(notes: notes.contents, blobs: blobs.contents, contents: contents)
    } catch {
      throw .store(error)
    }
  }
}
