import NotesDomain
public import Wiring

/// The layer's face: what brings this device and its vault together.
public struct SyncModule: Module {
  /// Creates the module.
  public init() {}

  /// Declares the engine and its rules, each of which can be replaced.
  ///
  /// - Parameter binder: Where the bindings go.
  public func configure(_ binder: inout Binder) {
    binder.requires((any SyncStore).self)
    binder.requires((any SyncTransport).self)
    binder.requires((any NoteIDGenerator).self)
    binder.requires((any Randomness).self)
    binder.requires((any Sleeper).self)
    binder.requires((any WallClock).self)
  }
}
