/// Generates a factory function for a container beside an initializer, so that parameters with default values may stay
/// unbound.
///
/// ```swift
/// struct SQLiteNoteRepository: NoteRepository {
///   @Injectable
///   init(path: StorePath, clock: any WallClock = SystemClock()) throws { … }
/// }
///
/// binder.bind((any NoteRepository).self, SQLiteNoteRepository.wired)
/// ```
///
/// `wired` has the parameters and effects of the initializer. A parameter with a default value becomes optional, and takes
/// the default for `nil`, which is what the container passes when nobody binds that type.
@attached(peer, names: named(wired))
public macro Injectable() = #externalMacro(module: "WiringMacrosPlugin", type: "InjectableMacro")
