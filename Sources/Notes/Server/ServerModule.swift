import NotesDomain
public import Wiring

/// The layer's face: what a server does for devices.
public struct ServerModule: Module {
  /// Creates the module.
  public init() {}

  /// Declares the service and its rules, each of which can be replaced.
  ///
  /// - Parameter binder: Where the bindings go.
  public func configure(_ binder: inout Binder) {
    binder.requires((any ServerStore).self)
    binder.requires((any Randomness).self)
  }
}
