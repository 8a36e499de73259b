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
