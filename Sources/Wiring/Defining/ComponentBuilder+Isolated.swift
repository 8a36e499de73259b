extension ComponentBuilder where Value: Sendable {
  /// Offers a property of the main actor that a definition can set on a new object.
  ///
  /// - Parameters:
  ///   - name: The property's name.
  ///   - set: Sets it, and says its type: a key path would belong to the main actor, too.
  @inlinable
  public mutating func property<Property: Sendable>(
    main name: String, _ set: @escaping @MainActor @Sendable (inout Value, Property) -> Void
  ) {
    parts.properties.append(
      ComponentParts.Property(name: name, dependency: Dependency(Property.self), isolation: .main) {
        Step<Value> { linker in
          let slot = linker.slot(for: Property.self)
          return Step.Linked(
            run: { value, frame in
              let property = try slot.value(frame)
              let unset = value
              value = MainActor.assumeIsolated {
                var object = unset
                set(&object, property)
                return object
              }
            },
            runAsync: { value, frame in
              let property = try await slot.asyncValue(frame)
              let unset = value
              value = await MainActor.run {
                var object = unset
                set(&object, property)
                return object
              }
            })
        }
      })
  }
}

extension ComponentBuilder {
  /// Passes over a method that takes an `await`: an object that is not `Sendable` is nobody's when a graph starts or stops.
  ///
  /// - Parameters:
  ///   - name: The method's name, without brackets.
  ///   - call: Not called.
  public mutating func method(async name: String, _ call: @escaping @Sendable (Value) async throws -> Void) {
    // The parameters are those of the one for `Sendable` objects: the compiler then chooses between the two by that.
  }
}
