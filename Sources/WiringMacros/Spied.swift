/// Generates a stand-in for the objects of a protocol that records every call, for tests.
///
/// ```swift
/// @Spied
/// protocol NoteRepository: Sendable {
///   func insert(_ note: Note) async throws(StoreError)
/// }
///
/// let spy = SpyNoteRepository(InMemoryNoteRepository())
/// try await spy.insert(note)
/// #expect(spy.calls(to: "insert(_:)").count == 1)
/// ```
///
/// Calls of inherited requirements are recorded too, as long as the protocols that demand them carry the attribute.
@attached(peer, names: prefixed(Spy), suffixed(Spying))
@attached(extension, names: arbitrary)
public macro Spied() = #externalMacro(module: "WiringMacrosPlugin", type: "SpiedMacro")
