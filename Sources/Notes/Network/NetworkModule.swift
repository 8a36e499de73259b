import NotesDomain
public import Wiring

/// The layer's face: the way to a server.
public struct NetworkModule: Module {
  /// Creates the module.
  public init() {}

  /// Declares the ways to a server.
  ///
  /// - Parameter binder: Where the bindings go.
  public func configure(_ binder: inout Binder) {
    binder.requires((any SyncService).self)
  }
}
