/// A parameter of a component's initializer, or a property that is injected into it.
public struct ComponentParameter: Sendable, Hashable, ExpressibleByStringLiteral {
  /// Its name, by which definitions give it an argument: the label, or the name inside where there is no label.
  public let name: String
  /// The qualifier that is asked for unless a definition says otherwise.
  public let qualifier: String?

  /// Names a parameter.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - qualifier: The qualifier that is asked for: that of a component, or the name of a definition.
  @inlinable
  public init(_ name: String, qualifier: String? = nil) {
    self.name = name
    self.qualifier = qualifier
  }

  /// Names a parameter that is known by its type.
  ///
  /// - Parameter value: Its name.
  @inlinable
  public init(stringLiteral value: String) {
    self.init(value)
  }
}
