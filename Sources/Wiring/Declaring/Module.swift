/// A group of bindings that belong together, such as the adapters of one layer.
///
/// ```swift
/// public struct StorageModule: Module {
///   public init() {}
///
///   public func configure(_ binder: inout Binder) {
///     binder.requires((any WallClock).self)
///     binder.bind((any NoteRepository).self, SQLiteNoteRepository.init).scoped(.singleton)
///   }
/// }
/// ```
///
/// A module is the public face of a layer: the types it binds can stay internal. It is known by its type, so a module
/// that several others include is installed once.
public protocol Module: Sendable {
  /// The modules that this one cannot do without; each is installed once, however many modules include it.
  ///
  /// A module of the same type that is listed in the plan itself takes precedence, so that a list can carry settings.
  static var includes: [any Module] { get }

  /// Declares the bindings. Called once per plan; it creates nothing.
  ///
  /// - Parameter binder: Where the bindings go.
  func configure(_ binder: inout Binder)
}

extension Module {
  /// No modules.
  public static var includes: [any Module] { [] }
}
