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
