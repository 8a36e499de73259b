extension ComponentBuilder where Value: Sendable {
  /// Offers a property of the main actor that a definition can set on a new object.
  ///
  /// - Parameters:
  ///   - name: The property's name.
  ///   - property: Its type; a key path would belong to the main actor, too.
  ///   - set: Sets it.
  @inlinable
  public mutating func property<Property: Sendable>(
    main name: String, _ property: Property.Type,
    _ set: @escaping @MainActor @Sendable (inout Value, Property) -> Void
  ) {
    parts.properties.append(
      ComponentParts.Property(name: name, dependency: Dependency(Property.self)) {
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
