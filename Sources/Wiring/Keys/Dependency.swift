/// A parameter of a factory.
@usableFromInline package struct Dependency: Sendable {
  @usableFromInline package let key: AnyKey
  /// The definition that determines this dependency, which must then be provided; `nil` for most, hence an object.
  package let definitionOrigin: DefinitionOrigin?

  package init(_ type: any Any.Type, qualifier: String? = nil, definitionOrigin: DefinitionOrigin? = nil) {
    key = AnyKey(type, qualifier: qualifier)
    self.definitionOrigin = definitionOrigin
  }

  /// The parameters of a factory, by their types.
  package static func all<each Parameter>(_ types: repeat (each Parameter).Type) -> [Dependency] {
    var dependencies: [Dependency] = []
    repeat dependencies.append(Dependency(each types))
    return dependencies
  }

  /// Returns the dependency with another qualifier.
  package func asking(for qualifier: String?) -> Dependency {
    Dependency(key.type, qualifier: qualifier)
  }

  /// Returns the dependency with the qualifier that a definition assigns.
  package func given(_ qualifier: String, at location: SourceLocation?) -> Dependency {
    Dependency(key.type, qualifier: qualifier, definitionOrigin: DefinitionOrigin(location))
  }

  /// The position in a definition that determines a dependency.
  package final class DefinitionOrigin: Sendable {
    /// The location in a file; `nil` in code.
    let location: SourceLocation?

    init(_ location: SourceLocation?) {
      self.location = location
    }
  }
}

/// A key that a module requires: as an entry point, or of other modules.
package struct RequiredKey: Sendable {
  let dependency: Dependency
  let site: CallSite
  /// The position of the module that requires it; `nil` for the plan itself.
  let module: Int?

  var key: AnyKey { dependency.key }
  /// Whether it is the root of a plan without one.
  var isNothing: Bool { module == nil && key.type == Void.self }
}
