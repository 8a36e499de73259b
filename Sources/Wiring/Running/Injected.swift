/// A place in an object that others create, to be filled by the ``Injector`` of that object.
///
/// ```swift
/// struct AddCommand: ParsableCommand {
///   @Argument var text: String
///   var editor = Injected<EditorViewModel>()
/// }
///
/// binder.injector(for: AddCommand.self) { (command: inout AddCommand, editor: EditorViewModel) in
///   command.editor.fill(editor)
/// }
/// ```
///
/// It is `Decodable`, from nothing, for objects that are made by decoding. Where the container makes the object itself, an
/// initializer's parameter is simpler, and cannot be forgotten.
public struct Injected<Value> {
  private var value: Value?

  /// Creates an empty place.
  public init() {}

  /// Fills the place.
  ///
  /// - Parameter value: What belongs there.
  public mutating func fill(_ value: Value) {
    self.value = value
  }

  /// What belongs there.
  ///
  /// - Returns: The injected object.
  /// - Throws: ``ResolutionError`` when nobody has injected it.
  public func callAsFunction() throws(ResolutionError) -> Value {
    guard let value else { throw ResolutionError(.notInjected(AnyKey(Value.self))) }
    return value
  }
}

extension Injected: Sendable where Value: Sendable {}

extension Injected: Decodable {
  /// Creates an empty place, whatever the decoder holds.
  ///
  /// - Parameter decoder: Not used.
  public init(from decoder: any Decoder) throws {}
}
