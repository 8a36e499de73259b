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
