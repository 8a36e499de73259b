import NotesDomain

/// What one sync learned of the blobs of its vault.
struct VaultBlobs: Sendable {
  /// How often a note may be refused for a blob that the vault said it holds, before it is left out.
  private static let mostRefusals = 3

  /// The blobs that the vault holds.
  private var present: Set<BlobDigest> = []
  /// The blobs that the vault should hold, and does not.
  private var lost: Set<BlobDigest> = []
  private var refusals: [NoteID: Int] = [:]

  /// Whether the vault holds all blobs of a change, as far as can be told without asking it.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - base: The vault's version of the note, as last seen: what that refers to is there.
  func hasAll(of change: PushChange, base: @autoclosure () throws(StoreError) -> Note?) throws(StoreError) -> Bool {
    let unknown = change.blobs.filter { !present.contains($0) }
    guard !unknown.isEmpty else { return true }
    let known = try base()?.blobs ?? []
    return unknown.allSatisfy { known.contains($0) && !lost.contains($0) }
  }

  /// Whether the vault is known to hold a blob.
  func contains(_ digest: BlobDigest) -> Bool { present.contains(digest) }

  /// Remembers that the vault holds a blob.
  mutating func insert(_ digest: BlobDigest) { present.insert(digest) }

  /// Remembers that the vault refused a change, since it does not hold a blob of it.
  ///
  /// - Returns: Whether it is worth to bring the blobs once more.
  mutating func isWorthAnotherTry(_ change: PushChange) -> Bool {
    present.subtract(change.blobs)
    lost.formUnion(change.blobs)
    refusals[change.id, default: 0] += 1
    return !change.blobs.isEmpty && refusals[change.id, default: 0] < Self.mostRefusals
  }
}
