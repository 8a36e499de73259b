/// How one binding's object is had in one container: scope, factory and slots tied together.
///
/// A closure in a `let`, since reading a `var` of a class costs an exclusivity check on every call.
///
/// Unchecked, since `Value` carries no constraint: a node has constants only, of which the closures are `@Sendable`, and the
/// cells, which keep a value, are made for scopes that demand a `Sendable` one.
@usableFromInline final class Node<Value>: AnyNode, @unchecked Sendable {
  /// Returns the object at once: a new one, or the one that is there. For a node of the main actor, only there.
  @usableFromInline let make: @Sendable (Frame?) throws -> Value
  /// Returns the object from anywhere; `nil` where ``make`` does that.
  @usableFromInline let makeAsync: (@Sendable (Frame?) async throws -> Value)?
  /// Where a singleton is kept, for a look without a call.
  @usableFromInline let singleton: SingletonCell<Value>?
  /// Where another shared object is kept.
  @usableFromInline let otherCell: (any Cell<Value>)?

  /// A node whose object can be had at once and anywhere: a transient one, or a singleton.
  @inlinable
  init(
    needsFrame: Bool, retained: [AnyNode], singleton: SingletonCell<Value>?,
    make: @escaping @Sendable (Frame?) throws -> Value
  ) {
    self.make = make
    self.singleton = singleton
    makeAsync = nil
    otherCell = nil
    super.init(needsFrame: needsFrame, isolation: .any, retained: retained)
  }

  init(
    needsFrame: Bool, isolation: Isolation, retained: [AnyNode], cell: (any Cell<Value>)?,
    make: @escaping @Sendable (Frame?) throws -> Value,
    makeAsync: (@Sendable (Frame?) async throws -> Value)?
  ) {
    self.make = make
    self.makeAsync = makeAsync
    singleton = cell as? SingletonCell<Value>
    otherCell = singleton == nil ? cell : nil
    super.init(needsFrame: needsFrame, isolation: isolation, retained: retained)
  }

  @inlinable
  convenience init(needsFrame: Bool, make: @escaping @Sendable (Frame?) throws -> Value) {
    self.init(needsFrame: needsFrame, retained: [], singleton: nil, make: make)
  }

  /// Where a shared object is kept.
  var cell: (any Cell<Value>)? { singleton ?? otherCell }

  /// The node of a value that is there.
  convenience init(keeping value: Value) {
    let kept = Kept(value)
    self.init(
      needsFrame: false, isolation: .any, retained: [], cell: kept, make: { _ in kept.value }, makeAsync: nil)
  }

  /// A node whose object is made of that of a node of this type.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - convert: Makes the object.
  @usableFromInline
  static func converting<Other>(_ node: AnyNode, _ convert: @escaping @Sendable (Value) -> Other) -> AnyNode {
    let source = node.of(Value.self)
    return Node<Other>(
      needsFrame: false, isolation: node.isolation, retained: [node], cell: nil,
      make: { _ in convert(try source.resolve()) }, makeAsync: { _ in convert(try await source.resolveAsync()) })
  }

  /// Begins a resolution.
  func resolve() throws -> Value {
    try make(needsFrame ? Frame() : nil)
  }

  /// Begins a resolution that may have to wait.
  func resolveAsync() async throws -> Value {
    let frame = needsFrame ? Frame() : nil
    guard let makeAsync else { return try make(frame) }
    return try await makeAsync(frame)
  }

  override func make(on isolation: Isolation) throws {
    guard self.isolation <= isolation else {
      let key = AnyKey(Value.self)
      throw ResolutionError(self.isolation == .main ? .needsMainActor(key) : .needsAwait(key))
    }
    _ = try resolve()
  }

  override func makeAsync() async throws { _ = try await resolveAsync() }

  override func resolveErased() throws -> Any { try resolve() }

  override func resolveErasedAsync() async throws -> Any { try await resolveAsync() }

  override var keptObject: AnyObject? {
    guard let value = cell?.current else { return nil }
    return type(of: value as Any) is AnyClass ? value as AnyObject : nil
  }

  override var isMade: Bool { cell?.current != nil }
}
