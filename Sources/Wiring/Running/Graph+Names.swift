extension Graph {
  /// Resolves what is called by a name: a definition, a component, a qualifier, a type or a protocol.
  ///
  /// For names that come from outside, such as a file or a command. Names that the program knows are better said as types
  /// and keys, which the plan proves.
  ///
  /// - Parameters:
  ///   - name: The name, as in `mainView`, `SGService` or `SomeProtocol`.
  ///   - type: What the object is wanted as; anything unless told.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when nothing has the name, when several do and none is primary, or when what has it is of
  ///   another type; otherwise what the object's factory throws.
  public func resolve<Value>(named name: String, as type: Value.Type = Any.self) throws -> Value {
    let container = container
    defer { withExtendedLifetime(container) {} }
    return try container.node(named: name, as: type, on: .any).resolve()
  }

  /// Resolves what is called by a name, with whatever `await` that takes.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: What the object is wanted as; anything unless told.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when nothing has the name, when several do and none is primary, or when what has it is of
  ///   another type; otherwise what the object's factory throws.
  public func resolve<Value>(named name: String, as type: Value.Type = Any.self) async throws -> Value {
    try await container.node(named: name, as: type, on: .async).resolveAsync()
  }

  /// Resolves what may be called by a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: What the object is wanted as; anything unless told.
  /// - Returns: The object; `nil` when nothing of that type has the name.
  /// - Throws: ``ResolutionError`` when several have the name and none is primary; otherwise what the object's factory throws.
  public func resolve<Value>(ifNamed name: String, as type: Value.Type = Any.self) throws -> Value? {
    container.isCalled(name, type) ? try resolve(named: name, as: type) : nil
  }

  /// Resolves everything that is called by a name: of a protocol's name, all that conform to it.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: What the objects are wanted as; anything unless told.
  /// - Returns: The objects, by their names; none when nothing of that type has the name.
  /// - Throws: ``ResolutionError`` when one of them cannot be had at once; otherwise what the objects' factories throw.
  public func resolveAll<Value>(named name: String, as type: Value.Type = Any.self) throws -> [Value] {
    let container = container
    defer { withExtendedLifetime(container) {} }
    return try container.nodes(named: name, as: type, on: .any).map { try $0.resolve() }
  }
}

extension Plan {
  /// What the scans of the plan say of each component of the program, by name; empty without a scan.
  public var scan: [ScannedComponent] { description.scan }
}

extension GraphDescription {
  /// What the scans of the plan say of each component of the program, by name; empty without a scan.
  public var scan: [ScannedComponent] {
    analysis.installer.scan.sorted {
      ($0.component.typeName, $0.component.location) < ($1.component.typeName, $1.component.location)
    }
  }
}
