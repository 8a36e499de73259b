/// Generates a stand-in for the objects of a protocol that makes its object on the first call.
///
/// ```swift
/// @LazyProxy
/// protocol NoteRepository: Sendable {
///   func insert(_ note: Note) async throws(StoreError)
/// }
///
/// binder.bind((any NoteRepository).self, SQLiteNoteRepository.init).scoped(.singleton).lazy(LazyNoteRepository.self)
/// ```
///
/// The class `LazyNoteRepository` forwards every requirement, those of inherited protocols included, as long as they carry
/// the attribute too. It can also be made by hand: `LazyNoteRepository { SQLiteNoteRepository(path) }`. The protocol
/// `NoteRepositoryForwarding` is for the stand-ins of child protocols.
///
/// What making the object may throw is what every requirement can throw: in the example, a `StoreError`. It is nothing as
/// soon as one requirement throws nothing, and where the protocol inherits from others, whose requirements the macro does
/// not see; see ``LazyProxy(failure:)``.
///
/// What cannot be forwarded is an error at the requirement, such as
/// `@LazyProxy cannot forward 'static func make()': it belongs to the type, and the stand-in is of another`.
@attached(peer, names: prefixed(Lazy), suffixed(Forwarding))
@attached(extension, names: arbitrary)
public macro LazyProxy() = #externalMacro(module: "WiringMacrosPlugin", type: "LazyProxyMacro")

/// Generates a stand-in that makes its object on the first call, for a protocol whose inherited requirements can throw, too.
///
/// ```swift
/// @LazyProxy(failure: StoreError.self)
/// protocol ImportingRepository: NoteRepository {
///   func store(_ items: [ImportItem]) async throws(StoreError)
/// }
/// ```
///
/// - Parameter failure: What making the object may throw. The compiler checks that every requirement can throw it.
@attached(peer, names: prefixed(Lazy), suffixed(Forwarding))
@attached(extension, names: arbitrary)
public macro LazyProxy<Failure: Error>(failure: Failure.Type) =
  #externalMacro(module: "WiringMacrosPlugin", type: "LazyProxyMacro")
