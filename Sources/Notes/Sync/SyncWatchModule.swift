import NotesDomain
public import Wiring

/// What waits between two syncs. It stands apart from ``SyncModule``, since most syncs are not followed by another.
public struct SyncWatchModule: Module {
  /// The rules that it shares with syncs.
  public static var includes: [any Module] { [SyncModule()] }

  /// Creates the module.
  public init() {}

  /// Declares the watch.
  ///
  /// - Parameter binder: Where the bindings go.
  public func configure(_ binder: inout Binder) {
    binder.requires((any ChangeListener).self)
    binder.requires((any NoteHistory).self)
    binder.bind((any ChangeWatch).self, TwoSidedWatch.init)
  }
}
