public import NotesDomain

/// Which network there is.
public struct NetworkSettings: Sendable, Hashable {
  /// Where the server of a network that is only played keeps its vaults; `nil` for no such network.
  public var mockNetwork: String?
  /// The vault that this device belongs to.
  public var vault: VaultID

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - mockNetwork: Where the server of a network that is only played keeps its vaults.
  ///   - vault: The vault that this device belongs to.
  public init(mockNetwork: String?, vault: VaultID = .main) {
    self.mockNetwork = mockNetwork
    self.vault = vault
  }
}
