// A file with attributes needs no other import: the generated code names types of the library.
@_exported public import Wiring
@_exported public import WiringDefinitions

/// Marks a class, struct or actor as a component, which a scan finds and definitions can name.
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
/// The macro describes the declaration: the initializers with their parameters, the settable properties, the methods without
/// parameters, and the protocols. A type without an initializer gets one that takes the properties marked with ``Inject()``.
/// The attribute creates no objects, and the type can still be used without a container.
///
/// Where a class is not final and its default initializer is `required`, its subclasses are components too.
///
/// A type that cannot be marked is an error at the attribute, such as
/// `@Component cannot mark a type for which 'Box' is generic: its type arguments are unknown; bind it in a module`.
///
/// - Parameters:
///   - name: The name in definitions; by default that of the type.
///   - scope: The lifetime of the objects.
///   - lazy: Whether consumers get a lazy proxy.
///   - primary: Whether the component takes precedence over other candidates.
///   - eager: Whether a shared object is created with the graph.
///   - qualifier: The qualifier of the key, in addition to the type.
///   - profiles: The profiles in which the component exists; empty for all.
///   - external: The resource outside the process that its objects access, as in `the network`. A test can forbid that.
@attached(member, conformances: ComponentType, names: named(init), named(wiringComponent), prefixed(_wiringRecordOf))
@attached(extension, conformances: ComponentType)
public macro Component(
  _ name: String? = nil, scope: Scope = .transient, lazy: Bool = false, primary: Bool = false, eager: Bool = false,
  qualifier: String? = nil, profiles: [Profile] = [], external: String? = nil
) = #externalMacro(module: "WiringMacrosPlugin", type: "ComponentMacro")

/// Marks a service, a component that contains business logic.
///
/// The same as ``Component(_:scope:lazy:primary:eager:qualifier:profiles:external:)`` with another `stereotype`.
@attached(member, conformances: ComponentType, names: named(init), named(wiringComponent), prefixed(_wiringRecordOf))
@attached(extension, conformances: ComponentType)
public macro Service(
  _ name: String? = nil, scope: Scope = .transient, lazy: Bool = false, primary: Bool = false, eager: Bool = false,
  qualifier: String? = nil, profiles: [Profile] = [], external: String? = nil
) = #externalMacro(module: "WiringMacrosPlugin", type: "ComponentMacro")

/// Marks a controller, a component that handles requests of a front.
///
/// The same as ``Component(_:scope:lazy:primary:eager:qualifier:profiles:external:)`` with another `stereotype`.
@attached(member, conformances: ComponentType, names: named(init), named(wiringComponent), prefixed(_wiringRecordOf))
@attached(extension, conformances: ComponentType)
public macro Controller(
  _ name: String? = nil, scope: Scope = .transient, lazy: Bool = false, primary: Bool = false, eager: Bool = false,
  qualifier: String? = nil, profiles: [Profile] = [], external: String? = nil
) = #externalMacro(module: "WiringMacrosPlugin", type: "ComponentMacro")

/// Marks a repository, a component that stores objects.
///
/// The same as ``Component(_:scope:lazy:primary:eager:qualifier:profiles:external:)`` with another `stereotype`.
@attached(member, conformances: ComponentType, names: named(init), named(wiringComponent), prefixed(_wiringRecordOf))
@attached(extension, conformances: ComponentType)
public macro Repository(
  _ name: String? = nil, scope: Scope = .transient, lazy: Bool = false, primary: Bool = false, eager: Bool = false,
  qualifier: String? = nil, profiles: [Profile] = [], external: String? = nil
) = #externalMacro(module: "WiringMacrosPlugin", type: "ComponentMacro")

/// Marks a stored property that a container sets, a method that it calls with dependencies, or the default initializer of a
/// type with several.
///
/// ```swift
/// @Inject private var log: any Log
/// @Inject func install(radio: any Radio, volume: Volume) { … }  // called after the properties are set
/// ```
///
/// In a type without an initializer, ``Component(_:scope:lazy:primary:eager:qualifier:profiles:external:)`` generates one that takes
/// all such properties, constants included. In a type with an initializer, the properties must be variables, and are set
/// after it; a property of type `T!` resolves `T`. Their order and access level do not matter. A property with a value
/// retains it when its type is not bound.
///
/// Misuse is an error, such as `@Inject needs a stored property, and 'log' is computed`.
@attached(peer)
public macro Inject() = #externalMacro(module: "WiringMacrosPlugin", type: "InjectMacro")

/// Marks a stored property that a container sets to a qualified object.
///
/// ```swift
/// @Inject("storeURL") private let address: Address
/// ```
///
/// - Parameter name: The qualifier of a component, or the name of a definition.
@attached(peer)
public macro Inject(_ name: String) = #externalMacro(module: "WiringMacrosPlugin", type: "InjectMacro")

/// Marks the default initializer, or a method, with qualifiers for its parameters.
///
/// ```swift
/// @Inject(["address": "storeURL"])
/// init(address: Address, log: any Log) { … }
/// ```
///
/// - Parameter qualifiers: The qualifiers by parameter: by its label, or by its inner name where it has no label.
@attached(peer)
public macro Inject(_ qualifiers: KeyValuePairs<String, String>) =
  #externalMacro(module: "WiringMacrosPlugin", type: "InjectMacro")

/// Generates a factory function `wired` beside an initializer, in which parameters with default values are optional
/// dependencies.
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
/// `wired` has the parameters and effects of the initializer. A parameter with a default value becomes optional, and uses the
/// default for `nil`, which the container passes when the type is not bound.
@attached(peer, names: named(wired))
public macro Injectable() = #externalMacro(module: "WiringMacrosPlugin", type: "InjectableMacro")

/// Generates a type `Factory` beside an initializer, which takes some parameters from the caller and the others from the
/// container.
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
/// `Factory` has a `Provider` for each of the other parameters, which it calls each time.
///
/// - Parameter arguments: The names of the parameters that the caller passes.
@attached(peer, names: named(Factory))
public macro AssistedFactory(_ arguments: String...) =
  #externalMacro(module: "WiringMacrosPlugin", type: "AssistedFactoryMacro")

/// Generates a proxy for a protocol that creates its object on the first call.
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
/// The class `LazyNoteRepository` forwards every requirement, including those of inherited protocols, which need the
/// attribute too. It can be used without a container: `LazyNoteRepository { SQLiteNoteRepository(path) }`. The protocol
/// `NoteRepositoryForwarding` is the base of proxies for child protocols.
///
/// Creating the object can throw the error that every requirement can throw: in the example, a `StoreError`. It cannot throw
/// if one requirement does not throw, or if the protocol inherits from others, whose requirements the macro does not see;
/// see ``LazyProxy(failure:)``.
///
/// A requirement that cannot be forwarded is an error, such as
/// `@LazyProxy cannot forward 'static func make()': it belongs to the type, and a proxy forwards to an object`.
@attached(peer, names: prefixed(Lazy), suffixed(Forwarding))
@attached(extension, names: arbitrary)
public macro LazyProxy() = #externalMacro(module: "WiringMacrosPlugin", type: "LazyProxyMacro")

/// Generates a lazy proxy for a protocol whose inherited requirements can throw too.
///
/// ```swift
/// @LazyProxy(failure: StoreError.self)
/// protocol ImportingRepository: NoteRepository {
///   func store(_ items: [ImportItem]) async throws(StoreError)
/// }
/// ```
///
/// - Parameter failure: The error of creating the object. The compiler checks that every requirement can throw it.
@attached(peer, names: prefixed(Lazy), suffixed(Forwarding))
@attached(extension, names: arbitrary)
public macro LazyProxy<Failure: Error>(failure: Failure.Type) =
  #externalMacro(module: "WiringMacrosPlugin", type: "LazyProxyMacro")

/// Generates a proxy for a protocol that passes every call to an interceptor.
///
/// ```swift
/// @Intercepted protocol NoteRepository: Sendable { … }
///
/// let repository = InterceptedNoteRepository(SQLiteNoteRepository(path), by: Stopwatch())
/// ```
///
/// Inherited requirements are intercepted too; their protocols need the attribute.
@attached(peer, names: prefixed(Intercepted), suffixed(Intercepting))
@attached(extension, names: arbitrary)
public macro Intercepted() = #externalMacro(module: "WiringMacrosPlugin", type: "InterceptedMacro")

/// Generates a proxy for a protocol that records every call, for tests.
///
/// ```swift
/// @Spied protocol NoteRepository: Sendable { … }
///
/// let spy = SpyNoteRepository(InMemoryNoteRepository())
/// try await spy.insert(note)
/// #expect(spy.calls(to: "insert(_:)").count == 1)
/// ```
///
/// Inherited requirements are recorded too; their protocols need the attribute.
@attached(peer, names: prefixed(Spy), suffixed(Spying))
@attached(extension, names: arbitrary)
public macro Spied() = #externalMacro(module: "WiringMacrosPlugin", type: "SpiedMacro")
