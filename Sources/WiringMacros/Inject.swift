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
