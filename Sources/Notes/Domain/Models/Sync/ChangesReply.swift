/// A vault's answer to a question for changes.
public enum ChangesReply: Sendable, Hashable {
  /// The next items.
  case page(ChangesPage)
  /// The vault is in another epoch.
  case epochChanged(EpochChange)
  /// The vault has forgotten tombstones that the device would need: it must take a snapshot.
  case resync
}
