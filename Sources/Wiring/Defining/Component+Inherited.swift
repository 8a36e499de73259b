extension Component {
  /// The description of a type that may be a subclass of the one that was marked: under the subclass's own name, and not
  /// as the primary one, which its superclass is.
  ///
  /// - Parameter marked: The type that was marked.
  /// - Returns: The description; itself for the type that was marked.
  public func inherited(from marked: any Any.Type) -> Component {
    type == marked ? self : Component(self, typeName: Self.name(of: type))
  }

  /// What a type is called in its module.
  private static func name(of type: any Any.Type) -> String {
    let parts = String(reflecting: type).split(separator: ".").dropFirst()
    // A private type's name has the place in brackets before it.
    return parts.filter { !$0.hasPrefix("(") }.joined(separator: ".")
  }

  private init(_ component: Component, typeName: String) {
    type = component.type
    self.typeName = typeName
    name = typeName
    stereotype = component.stereotype
    scope = component.scope
    isLazy = component.isLazy
    isPrimary = false
    isEager = component.isEager
    qualifier = component.qualifier
    profiles = component.profiles
    isShareable = component.isShareable
    site = component.site
    parts = component.parts
  }
}
