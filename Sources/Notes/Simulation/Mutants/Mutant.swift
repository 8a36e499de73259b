package import NotesDomain
package import Wiring

/// One thing that is broken on purpose: the judge must notice, or it is worth nothing.
package struct Mutant: Sendable {
  /// Its name.
  package let name: String
  /// What it takes the place of.
  package let replaced: String
  let breakDevice: @Sendable (inout Overrides) -> Void
  let breakServer: @Sendable (inout Overrides) -> Void
  let deviceStore: @Sendable (any SyncStore) -> any SyncStore
  let serverStore: @Sendable (any ServerStore) -> any ServerStore

  /// Creates a mutant.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - replaced: What it takes the place of.
  ///   - device: What it replaces in the graph of each device.
  ///   - server: What it replaces in the graph of the server.
  ///   - deviceStore: What it puts around the store of each device.
  ///   - serverStore: What it puts around the store of the server.
  package init(
    _ name: String, replacing replaced: String, device: @escaping @Sendable (inout Overrides) -> Void = { _ in },
    server: @escaping @Sendable (inout Overrides) -> Void = { _ in },
    deviceStore: @escaping @Sendable (any SyncStore) -> any SyncStore = { $0 },
    serverStore: @escaping @Sendable (any ServerStore) -> any ServerStore = { $0 }
  ) {
    self.name = name
    self.replaced = replaced
    breakDevice = device
    breakServer = server
    self.deviceStore = deviceStore
    self.serverStore = serverStore
  }
}
