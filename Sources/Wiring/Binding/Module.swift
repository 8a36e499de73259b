/// A group of related bindings, such as the adapters of one layer.
///
/// ```swift
/// public struct PersistenceModule: Module {
///   public init() {}
///
///   public func configure(_ binder: inout Binder) {
///     binder.requires((any WallClock).self)
///     binder.bind((any NoteRepository).self, SQLiteNoteRepository.init).scoped(.singleton)
///   }
/// }
/// ```
///
/// A module is the public interface of a layer: the types it binds can be internal. It is identified by its type, so a
/// module that several others include is installed once.
public protocol Module: Sendable {
  /// The modules that this one requires; each is installed once, however many modules include it, and before all of them:
  /// decorators and contributions of a module come after those of its includes.
  ///
  /// A module of the same type that the plan lists itself takes precedence, so that a list can pass settings.
  static var includes: [any Module] { get }

  /// Declares the bindings. Called once per plan; it creates no objects.
  func configure(_ binder: inout Binder)
}

extension Module {
  /// No modules.
  public static var includes: [any Module] { [] }
}

/// A module that is a closure, for tests and small programs.
///
/// ```swift
/// let graph = try Plan(modules: [Bindings { binder in
///   binder.bind((any Clock).self, FixedClock.init)
/// }]).build()
/// ```
///
/// It has no type of its own, so that it is neither included nor replaced by one, and a plan may list several. A layer of a
/// program is better a ``Module``, which has a name and can be tested.
public struct Bindings: Module {
  private let bindings: @Sendable (inout Binder) -> Void

  /// Creates a module from a closure that declares its bindings.
  public init(_ bindings: @escaping @Sendable (inout Binder) -> Void) {
    self.bindings = bindings
  }

  /// Declares the bindings.
  public func configure(_ binder: inout Binder) { bindings(&binder) }
}

/// The purpose of a run of the program, by which modules select bindings.
///
/// ```swift
/// extension Profile {
///   static let demo: Profile = "demo"
/// }
/// binder.bind((any Mailer).self, ConsoleMailer.init).when(.demo)
/// binder.bind((any Mailer).self, SMTPMailer.init).unless(.demo)
/// ```
public struct Profile: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The profile's name, as in `production`.
  public let name: String

  /// Creates a profile.
  public init(_ name: String) {
    self.name = name
  }

  /// Creates a profile from its name.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The profile of the real program, and the default of a plan.
  public static let production: Profile = "production"
  /// The profile of tests.
  public static let test: Profile = "test"

  /// The profile's name.
  public var description: String { name }
}
