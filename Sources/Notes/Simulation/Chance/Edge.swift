/// A place in a history where something can break.
package enum Edge: UInt8, Sendable, Hashable, CaseIterable {
  /// Before a transaction of a device's store.
  case beforeCommit
  /// After it, when nobody has heard yet that it succeeded.
  case afterCommit
  /// Before a transaction of the server's store.
  case beforeServerCommit
  /// After it.
  case afterServerCommit
  /// When a request leaves.
  case request
  /// When an answer arrives.
  case reply
}
