/// A group of bindings that belong together, such as the adapters of one layer.
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

/// What a program is run for, by which modules can choose between bindings.
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
  ///
  /// - Parameter name: The profile's name.
  public init(_ name: String) {
    self.name = name
  }

  /// Creates a profile from its name.
  ///
  /// - Parameter value: The profile's name.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The real thing: what a plan is made for unless it says otherwise.
  public static let production: Profile = "production"
  /// For tests.
  public static let test: Profile = "test"

  /// The profile's name.
  public var description: String { name }
}
