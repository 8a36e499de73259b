/// A stand-in for an object that is made on the first call, as the macro `@LazyProxy` generates it.
///
/// A binding hands it out by ``BindingBuilder/lazy(_:)``:
///
/// ```swift
/// binder.bind((any NoteRepository).self, SQLiteNoteRepository.init).scoped(.singleton).lazy(LazyNoteRepository.self)
/// ```
public protocol LazyProxy: SendableMetatype {
  /// What the proxy stands for, as in `any NoteRepository`.
  associatedtype Object
  /// What each requirement of the protocol can throw: the error of making the object can be reported through it. `Never`
  /// when one of the requirements does not throw, so that the plan allows only objects whose making cannot fail.
  associatedtype Failure: Error

  /// Whether the protocol belongs to the main actor, so that its calls, and with them the making, happen there.
  static var isMainActor: Bool { get }

  /// Creates the proxy.
  ///
  /// - Parameter object: Makes the object.
  /// - Returns: The proxy, as what it stands for.
  static func proxy(for object: LazyObject<Object, Failure>) -> Object
}

extension LazyProxy {
  /// `false`.
  public static var isMainActor: Bool { false }
}
