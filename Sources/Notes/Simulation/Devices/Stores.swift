package import NotesDomain

/// Where the stores of a world come from.
package protocol Stores: Sendable {
  /// An empty store for a device.
  func device() async throws(StoreError) -> DeviceStorage

  /// An empty store for a server.
  func server() async throws(StoreError) -> any ServerStore
}
