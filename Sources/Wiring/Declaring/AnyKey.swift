/// A ``Key`` whose type is known at run time only.
public struct AnyKey: Sendable, Hashable {
  /// The type that is asked for.
  public let type: any Any.Type
  /// The qualifier, if there is one.
  public let qualifier: String?

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - type: The type that is asked for.
  ///   - qualifier: The qualifier, if there is one.
  @inlinable
  public init(_ type: any Any.Type, qualifier: String? = nil) {
    self.type = type
    self.qualifier = qualifier
  }

  /// Whether two keys are the same type with the same qualifier.
  @inlinable
  public static func == (left: AnyKey, right: AnyKey) -> Bool {
    left.type == right.type && left.qualifier == right.qualifier
  }

  /// Feeds the type and the qualifier to a hasher.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type))
    if let qualifier { hasher.combine(qualifier) }
  }
}
