/// What the program is made of. Each command needs one of these, so that who adds a note does not pay for a server.
public enum Composition: Sendable, Hashable, CaseIterable {
  /// The notes on this device, and the way to a server.
  case device
  /// A server, and what its operator does.
  case server
}
