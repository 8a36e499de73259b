import NotesDomain
import NotesHosting

/// Rejects requests that no device sends, before they reach the store.
struct RequestValidator: Sendable {
  let settings: ServerSettings

  func check(_ batch: PushBatch) throws {
    guard batch.number > 0 else { throw ServiceError.malformed(detail: "A batch has a number above 0") }
    let changes = batch.changes
    guard changes.count <= settings.maximumChanges else {
      throw ServiceError.malformed(detail: "A batch has at most \(settings.maximumChanges) changes")
    }
    var (bytes, references) = (0, 0)
    for change in changes {
      guard change.base >= .none else { throw ServiceError.malformed(detail: "A revision is not below 0") }
      guard change.blobs.count <= Attachment.maximumCount else {
        throw ServiceError.malformed(detail: "An item refers to at most \(Attachment.maximumCount) blobs")
      }
      bytes += change.byteCount
      references += change.blobs.count
    }
    guard changes.count == 1 || bytes <= settings.maximumBatchBytes else {
      throw ServiceError.tooLarge(limit: settings.maximumBatchBytes)
    }
    guard changes.count == 1 || references <= settings.maximumBatchReferences else {
      throw ServiceError.malformed(detail: "A batch refers to at most \(settings.maximumBatchReferences) blobs")
    }
    guard !hasRepeatedID(changes) else { throw ServiceError.malformed(detail: "A batch changes an item once") }
  }

  func check(_ request: ChangesRequest) throws {
    guard request.after >= .none, request.floor ?? .none >= .none else {
      throw ServiceError.malformed(detail: "A revision is not below 0")
    }
    guard request.limit > 0 else { throw ServiceError.malformed(detail: "A page has at least one item") }
  }

  private func hasRepeatedID(_ changes: [PushChange]) -> Bool {
    // Comparing each pair of a few is faster than creating a set.
    if changes.count <= 16 {
      return changes.indices.contains { later in
        changes[..<later].contains { $0.id == changes[later].id }
      }
    }
    return Set(changes.map(\.id)).count < changes.count
  }
}
