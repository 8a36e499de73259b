/// Generates a stand-in for the objects of a protocol that lets an interceptor stand around every call.
///
/// ```swift
/// @Intercepted
/// protocol NoteRepository: Sendable {
///   func insert(_ note: Note) async throws(StoreError)
/// }
///
/// let repository = InterceptedNoteRepository(SQLiteNoteRepository(path), by: Stopwatch())
/// ```
///
/// Inherited requirements pass the interceptor too, as long as the protocols that demand them carry the attribute.
@attached(peer, names: prefixed(Intercepted), suffixed(Intercepting))
@attached(extension, names: arbitrary)
public macro Intercepted() = #externalMacro(module: "WiringMacrosPlugin", type: "InterceptedMacro")
