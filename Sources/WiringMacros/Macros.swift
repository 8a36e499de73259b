/// Marks a class, struct or actor whose objects a container makes, so that a scan finds it and definitions can name it.
///
/// ```swift
/// @Component("pantry", scope: .singleton)
/// final class CellarPantry: Pantry, Sendable {
///   @Inject private let log: any Log
///   @Inject("storeURL") private let address: Address
/// }
///
/// let plan = try Plan(App.self, modules: [], context: Definitions(scan: .everything()))
/// ```
///
/// It writes down what the declaration shows: the initializers with their parameters, the properties that can be set, the
/// methods that can be called, and the protocols. A type without an initializer gets one that takes what is marked with
/// ``Inject()``. Nothing is made before somebody asks, and the type can still be made by hand.
///
/// Where a class is not final and the initializer that is used is `required`, its subclasses are components, too.
///
/// What cannot be marked is an error at the attribute, such as
/// `@Component cannot mark a type for which 'Box' is generic: nobody would know for which types; bind it in a module`.
///
/// - Parameters:
///   - name: What the objects are called in definitions; the type's name unless told.
///   - scope: How long they live.
///   - lazy: Whether consumers get a stand-in.
///   - primary: Whether the component is taken where several would do.
///   - eager: Whether a shared object is made when the graph is built.
///   - qualifier: What consumers must ask for besides the type.
///   - profiles: The profiles in which it stands; in all when empty.
@attached(member, conformances: ComponentType, names: named(init), named(wiringComponent), prefixed(_wiringRecordOf))
@attached(extension, conformances: ComponentType)
public macro Component(
  _ name: String? = nil, scope: Scope = .transient, lazy: Bool = false, primary: Bool = false, eager: Bool = false,
  qualifier: String? = nil, profiles: [Profile] = []
) = #externalMacro(module: "WiringMacrosPlugin", type: "ComponentMacro")

/// Marks a service: what does the work behind a front. As ``Component(_:scope:lazy:primary:eager:qualifier:profiles:)``, under another name.
///
/// The attribute's name is the component's `stereotype`, which changes nothing, and can be asked for.
///
/// - Parameters:
///   - name: What the objects are called in definitions; the type's name unless told.
///   - scope: How long they live.
///   - lazy: Whether consumers get a stand-in.
///   - primary: Whether the component is taken where several would do.
///   - eager: Whether a shared object is made when the graph is built.
///   - qualifier: What consumers must ask for besides the type.
///   - profiles: The profiles in which it stands; in all when empty.
@attached(member, conformances: ComponentType, names: named(init), named(wiringComponent), prefixed(_wiringRecordOf))
@attached(extension, conformances: ComponentType)
public macro Service(
  _ name: String? = nil, scope: Scope = .transient, lazy: Bool = false, primary: Bool = false, eager: Bool = false,
  qualifier: String? = nil, profiles: [Profile] = []
) = #externalMacro(module: "WiringMacrosPlugin", type: "ComponentMacro")

/// Marks a controller: what answers for a front. As ``Component(_:scope:lazy:primary:eager:qualifier:profiles:)``, under another name.
///
/// The attribute's name is the component's `stereotype`, which changes nothing, and can be asked for.
///
/// - Parameters:
///   - name: What the objects are called in definitions; the type's name unless told.
///   - scope: How long they live.
///   - lazy: Whether consumers get a stand-in.
///   - primary: Whether the component is taken where several would do.
///   - eager: Whether a shared object is made when the graph is built.
///   - qualifier: What consumers must ask for besides the type.
///   - profiles: The profiles in which it stands; in all when empty.
@attached(member, conformances: ComponentType, names: named(init), named(wiringComponent), prefixed(_wiringRecordOf))
@attached(extension, conformances: ComponentType)
public macro Controller(
  _ name: String? = nil, scope: Scope = .transient, lazy: Bool = false, primary: Bool = false, eager: Bool = false,
  qualifier: String? = nil, profiles: [Profile] = []
) = #externalMacro(module: "WiringMacrosPlugin", type: "ComponentMacro")

/// Marks a repository: what keeps objects. As ``Component(_:scope:lazy:primary:eager:qualifier:profiles:)``, under another name.
///
/// The attribute's name is the component's `stereotype`, which changes nothing, and can be asked for.
///
/// - Parameters:
///   - name: What the objects are called in definitions; the type's name unless told.
///   - scope: How long they live.
///   - lazy: Whether consumers get a stand-in.
///   - primary: Whether the component is taken where several would do.
///   - eager: Whether a shared object is made when the graph is built.
///   - qualifier: What consumers must ask for besides the type.
///   - profiles: The profiles in which it stands; in all when empty.
@attached(member, conformances: ComponentType, names: named(init), named(wiringComponent), prefixed(_wiringRecordOf))
@attached(extension, conformances: ComponentType)
public macro Repository(
  _ name: String? = nil, scope: Scope = .transient, lazy: Bool = false, primary: Bool = false, eager: Bool = false,
  qualifier: String? = nil, profiles: [Profile] = []
) = #externalMacro(module: "WiringMacrosPlugin", type: "ComponentMacro")

/// Marks a stored property that a container sets, or the initializer that it uses where a type has several.
///
/// ```swift
/// @Component
/// final class CellarPantry: Pantry, Sendable {
///   @Inject private let log: any Log
/// }
/// ```
///
/// In a type that writes no initializer, ``Component(_:scope:lazy:primary:eager:qualifier:profiles:)`` generates one that
/// takes all such properties, constants included. In a type that writes one, they are variables, and set behind it: those
/// of type `T!` ask for `T`. The order in which they stand does not matter, nor does their access. A property that has a
/// value keeps it where nobody provides another.
///
/// What makes no sense is an error, such as `@Inject needs a stored property, and 'log' is computed`.
@attached(peer)
public macro Inject() = #externalMacro(module: "WiringMacrosPlugin", type: "InjectMacro")

/// Marks a stored property that a container sets to the object of a name.
///
/// ```swift
/// @Inject("storeURL") private let address: Address
/// ```
///
/// - Parameter name: The qualifier to ask for besides the type: that of a component, or the name of a definition.
@attached(peer)
public macro Inject(_ name: String) = #externalMacro(module: "WiringMacrosPlugin", type: "InjectMacro")

/// Marks the initializer that a container uses, and says which of its parameters are asked for by name.
///
/// ```swift
/// @Inject(["address": "storeURL"])
/// init(address: Address, log: any Log) { … }
/// ```
///
/// - Parameter qualifiers: The qualifiers to ask for besides the types, by the names of the parameters: the label, or the
///   name inside where there is no label.
@attached(peer)
public macro Inject(_ qualifiers: KeyValuePairs<String, String>) =
  #externalMacro(module: "WiringMacrosPlugin", type: "InjectMacro")

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

/// Generates a factory beside an initializer for which a container provides some of the parameters, and the caller the
/// others.
///
/// ```swift
/// struct Draft {
///   @AssistedFactory("title")
///   init(title: String, clock: any WallClock) { … }
/// }
///
/// binder.bind(Draft.Factory.init)
/// let draft = try factory(title: "Plum jam")
/// ```
///
/// `Factory` takes a ``Provider`` for each of the other parameters, and asks it at each call.
///
/// - Parameter arguments: The names of the parameters that the caller provides.
@attached(peer, names: named(Factory))
public macro AssistedFactory(_ arguments: String...) =
  #externalMacro(module: "WiringMacrosPlugin", type: "AssistedFactoryMacro")

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

// A file that carries attributes imports this module alone: what they generate names types of the library.
@_exported public import Wiring
