import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
import NotesDomain
import NotesWire
public import Wiring

/// The layer's face: the way to a server over HTTP.
public struct HTTPClientModule: Module {
  /// Creates the module.
  public init() {}

  /// Declares the ways to a server.
  ///
  /// - Parameter binder: Where the bindings go.
  public func configure(_ binder: inout Binder) {}
}
