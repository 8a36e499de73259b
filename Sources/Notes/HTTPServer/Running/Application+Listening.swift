import Foundation
import Hummingbird
import NIOCore
import NotesDomain

extension Application {
  /// Runs until it is told to stop.
  ///
  /// - Parameter address: Where it listens, for the error that says that it cannot.
  func run(listeningOn address: ListenAddress) async throws {
    do {
      try await run()
    } catch let error as IOError {
      throw HostError.cannotListen(address: "\(address)", detail: Self.words(for: error))
    } catch let error as SocketAddressError {
      throw HostError.cannotListen(address: "\(address)", detail: "\(error)")
    }
  }

  private static func words(for error: IOError) -> String {
    switch error.errnoCode {
    case EADDRINUSE: "another program listens there"
    case EACCES: "it takes rights that this user does not have"
    case EADDRNOTAVAIL: "this machine has no such address"
    default: "\(error)"
    }
  }
}
