/// One binding as it was declared. Data: it creates nothing until it is linked.
@usableFromInline struct Declaration: Sendable {
  /// How the object comes to be, as far as the plan can know.
  @usableFromInline enum Kind: Sendable {
    /// Made from declared dependencies.
    case factory
    /// Given.
    case value
    /// Made by a closure that asks a resolver, so that its needs are unknown.
    case opaque
  }

  @usableFromInline let key: AnyKey
  @usableFromInline let kind: Kind
  @usableFromInline let site: CallSite
  @usableFromInline var dependencies: [Dependency]
  @usableFromInline var scope: Scope
  /// Whether somebody chose the scope; a replacement without a choice takes that of the binding it replaces.
  @usableFromInline var hasChosenScope = false
  /// Whether the compiler knows that the objects can be shared between threads, so that a replacement may take over a scope
  /// that shares them.
  var isShareable = false
  /// The position of the module in the plan's list of modules.
  @usableFromInline var module = 0
  /// Makes the node of this binding; called once per graph, after its dependencies have theirs.
  @usableFromInline let link: @Sendable (inout Linker, Scope) -> any AnyNode
  /// For a given value: whether it is an instance of a dependency's type.
  @usableFromInline let isInstance: (@Sendable (Dependency) -> Bool)?

  @inlinable
  init(
    key: AnyKey,
    kind: Kind,
    site: CallSite,
    dependencies: [Dependency],
    scope: Scope,
    isInstance: (@Sendable (Dependency) -> Bool)? = nil,
    link: @escaping @Sendable (inout Linker, Scope) -> any AnyNode
  ) {
    self.key = key
    self.kind = kind
    self.site = site
    self.dependencies = dependencies
    self.scope = scope
    self.isInstance = isInstance
    self.link = link
  }
}

/// One parameter of a factory.
@usableFromInline struct Dependency: Sendable {
  @usableFromInline let key: AnyKey
  /// Whether a value could be passed for the parameter as it is.
  @usableFromInline let accepts: @Sendable (Any) -> Bool

  @inlinable
  init<Value>(_ type: Value.Type, qualifier: String? = nil) {
    key = AnyKey(type, qualifier: qualifier)
    accepts = { $0 is Value }
  }
}
