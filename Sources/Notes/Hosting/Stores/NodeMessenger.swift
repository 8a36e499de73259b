package import NotesDomain

/// The messages between the nodes of a server, which are processes that share its store.
///
/// They make nodes fast, not right: all that they announce is in the store, and is found a little later without them.
package protocol NodeMessenger: Sendable {
  /// Sends a message to the other nodes without waiting. Equal messages that are sent together are combined.
  func send(_ message: NodeMessage)

  /// Waits until the messages so far were sent or cannot be sent, or its task is cancelled. For a process that is about to
  /// end.
  func flush() async

  /// Returns the messages of other nodes. The stream ends when its task is cancelled.
  ///
  /// It begins with ``NodeMessage/gap`` once messages are received, since earlier ones were missed, and has another one after
  /// each interruption. A node that is alone receives nothing.
  func messages() -> AsyncStream<NodeMessage>
}

/// A message of one node to the others.
package enum NodeMessage: Sendable, Hashable {
  /// A vault was changed.
  case change(VaultID)
  /// A device was signed out.
  case revocation(SignedInDeviceID)
  /// Messages may have been missed, for example while the connection was lost.
  case gap
}

extension NodeMessage: LosslessStringConvertible {
  /// Parses the form of ``description``; `nil` for any other text, such as a message of a later version.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    switch (parts.first, parts.count) {
    case ("change", 2):
      guard let vault = VaultID(String(parts[1])) else { return nil }
      self = .change(vault)
    case ("revocation", 2):
      guard let device = SignedInDeviceID(String(parts[1])) else { return nil }
      self = .revocation(device)
    case ("gap", 1): self = .gap
    default: return nil
    }
  }

  package var description: String {
    switch self {
    case .change(let vault): "change \(vault.name)"
    case .revocation(let device): "revocation \(device)"
    case .gap: "gap"
    }
  }
}
