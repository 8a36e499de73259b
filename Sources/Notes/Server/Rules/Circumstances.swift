package import NotesDomain

/// What a vault is when it is to judge a change.
package struct Circumstances: Sendable, Hashable {
  /// The version of the item that the vault holds; `nil` when it holds none.
  package var current: VaultItemVersion?
  /// How much the vault holds; `nil` when it may hold any amount.
  package var size: VaultSize?
  /// Whether the vault holds all of each blob that the change refers to.
  package var holdsBlobs: Bool

  /// Creates circumstances.
  ///
  /// - Parameters:
  ///   - current: The version of the item that the vault holds.
  ///   - size: How much the vault holds.
  ///   - holdsBlobs: Whether the vault holds all of each blob that the change refers to.
  package init(current: VaultItemVersion?, size: VaultSize? = nil, holdsBlobs: Bool = true) {
    self.current = current
    self.size = size
    self.holdsBlobs = holdsBlobs
  }
}
