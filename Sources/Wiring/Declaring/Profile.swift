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
