/// What generated stand-ins have in common: they hold the object that they pass calls on to.
///
/// The macros `@LazyProxy`, `@Intercepted` and `@Spied` generate the conformances. By hand there is no use for it.
public protocol Forwarding {
  /// What it stands in for, as in `any NoteRepository`.
  associatedtype Object
  /// What finding the object may throw.
  associatedtype Failure: Error

  /// The object.
  var _object: LazyObject<Object, Failure> { get }
}
