import Configuration
import HTTPTypes
import Hummingbird
import HummingbirdTLS
import Logging
import Metrics
import NIOCore
import NIOSSL
import NotesDomain
import NotesWire
import ServiceLifecycle
import UnixSignals
public import Wiring
import WiringServiceLifecycle

/// The layer's face: a server's routes.
public struct HTTPServerModule: Module {
  /// Creates the module.
  public init() {}

  /// Declares the routes, and what answers them.
  ///
  /// - Parameter binder: Where the bindings go.
  public func configure(_ binder: inout Binder) {}
}
