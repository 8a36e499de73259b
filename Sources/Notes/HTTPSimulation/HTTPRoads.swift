import NotesDomain
import NotesHTTPClient
import NotesHTTPServer
import NotesServer
package import NotesSimulation
import NotesTestSupport
import Wiring

/// HTTP lies in between: the server of the program listens on this machine, and the transport of the program asks it.
package struct HTTPRoads: Roads {
  /// Creates the roads.
  package init() {}

  /// Starts a server in front of some rules. It stops with the last reference to what is returned.
  package func lead(to services: Services) async throws -> Services {
    let account = try OneAccount()
    let side = ServerSide(account: account)
    let modules: [any Module] = [HTTPServerModule(), ServerModule(), WatchModule(), side]
    // What is replaced are the rules: they are those that the world watches.
    let host = try await Plan((any SyncHost).self, modules: modules) {
      $0.replace((any SyncService).self, with: services.sync)
      $0.replace((any BlobService).self, with: services.blobs)
    }.build().root
    let (addresses, readiness) = AsyncThrowingStream<String, any Error>.makeStream()
    let serving = Task {
      do {
        try await host.serve { readiness.yield($0.first ?? "") }
        readiness.finish()
      } catch {
        readiness.finish(throwing: error)
      }
    }
    var iterator = addresses.makeAsyncIterator()
    guard let address = try await iterator.next() else { throw CancellationError() }
    let credentials = account.credentials(at: try ServerAddress(address))
    let device = try await Plan(DeviceRoot.self, modules: [HTTPClientModule(), DeviceSide(credentials: credentials)])
      .build().root
    let road = HTTPRoad(transport: device.transport, blobs: device.blobs, serving: serving)
    return Services(sync: road, blobs: road)
  }
}
