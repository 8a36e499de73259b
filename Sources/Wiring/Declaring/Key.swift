/// What a consumer asks for: a type, and a qualifier when there are several bindings of that type.
///
/// Declare a qualified key once, as a constant; the compiler then knows its type wherever it is used:
///
/// ```swift
/// extension Key where Value == any Store {
///   static var cache: Self { Key("cache") }
/// }
/// binder.bind(.cache, MemoryStore.init)
/// binder.bind(Report.self, Report.init).from(.cache, .unqualified)
/// ```
///
/// `any Store` and `any Store & Sendable` are one key: `Sendable` leaves no trace in a type at run time, so that a container
/// cannot tell the two apart. What is shared between threads was bound as `Sendable`, which the compiler demands. What is
/// not shared (``Scope/transient``, ``Scope/graph``) may be bound as `any Store` with a class that is not `Sendable`, and
/// reach a consumer whose parameter says `any Store & Sendable`. So let a protocol whose objects cross threads inherit from
/// `Sendable` itself; the difference then cannot be written.
public struct Key<Value>: Sendable {
  /// What tells this binding from others of the same type; `nil` for the one that needs no telling.
  public let qualifier: String?

  /// Creates a qualified key.
  ///
  /// - Parameter qualifier: What tells this binding from others of the same type.
  public init(_ qualifier: String) {
    self.qualifier = qualifier
  }

  private init() {
    qualifier = nil
  }

  /// The key that is the type alone.
  public static var unqualified: Key { Key() }

  @usableFromInline var erased: AnyKey { AnyKey(Value.self, qualifier: qualifier) }
}
