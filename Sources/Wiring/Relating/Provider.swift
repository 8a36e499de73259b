/// A dependency that is made on every call, as often as it is asked for.
///
/// ```swift
/// init(notes: Provider<any NoteRepository>) { … }
/// let repository = try notes()
/// ```
public struct Provider<Value>: Sendable {
  private let make: @Sendable () throws -> Value

  /// Creates a provider.
  ///
  /// - Parameter make: Makes the value; called once for each call of the provider.
  public init(_ make: @escaping @Sendable () throws -> Value) {
    self.make = make
  }

  /// Makes the value.
  ///
  /// - Returns: The value.
  /// - Throws: What making it throws.
  public func callAsFunction() throws -> Value {
    try make()
  }
}
