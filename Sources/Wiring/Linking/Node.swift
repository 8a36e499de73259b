/// How one binding's object is had in one container: scope, factory and slots tied together.
///
/// A closure in a `let`, since reading a `var` of a class costs an exclusivity check on every call.
@usableFromInline final class Node<Value>: AnyNode, @unchecked Sendable {
  /// Returns the object at once: a new one, or the one that is there. For a node of the main actor, only there.
  @usableFromInline let make: @Sendable (Frame?) throws -> Value
  /// Returns the object from anywhere; `nil` where ``make`` does that.
  @usableFromInline let makeAsync: (@Sendable (Frame?) async throws -> Value)?
  /// Where a shared object is kept.
  let cell: (any Cell<Value>)?

  init(
    needsFrame: Bool, isolation: Isolation, retained: [AnyNode], cell: (any Cell<Value>)?,
    make: @escaping @Sendable (Frame?) throws -> Value,
    makeAsync: (@Sendable (Frame?) async throws -> Value)?
  ) {
    self.make = make
    self.makeAsync = makeAsync
    self.cell = cell
    super.init(needsFrame: needsFrame, isolation: isolation, retained: retained)
  }

  @usableFromInline
  convenience init(needsFrame: Bool, make: @escaping @Sendable (Frame?) throws -> Value) {
    self.init(needsFrame: needsFrame, isolation: .any, retained: [], cell: nil, make: make, makeAsync: nil)
  }

  /// The node of a value that is there.
  convenience init(keeping value: Value) {
    let kept = Kept(value)
    self.init(
      needsFrame: false, isolation: .any, retained: [], cell: kept, make: { _ in kept.value }, makeAsync: nil)
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

  override var keptObject: AnyObject? {
    guard let value = cell?.current else { return nil }
    return type(of: value as Any) is AnyClass ? value as AnyObject : nil
  }

  override var isMade: Bool { cell?.current != nil }
}

/// A ``Node`` whose value's type is known to its binding only.
///
/// Unchecked, since the base class of a `Sendable` class must be one too: it has constants only.
@usableFromInline class AnyNode: @unchecked Sendable {
  /// Whether a resolution that begins here must carry a frame.
  @usableFromInline final let needsFrame: Bool
  /// Where the object can be made.
  @usableFromInline final let isolation: Isolation
  /// The nodes that this one's slots point to: they live as long as it does, whatever becomes of their container.
  final let retained: [AnyNode]

  init(needsFrame: Bool, isolation: Isolation, retained: [AnyNode]) {
    self.needsFrame = needsFrame
    self.isolation = isolation
    self.retained = retained
  }

  /// Makes the object for whoever asks next.
  func make(on isolation: Isolation) throws {}

  /// Makes the object for whoever asks next.
  func makeAsync() async throws {}

  /// The shared object, when it is there and has an identity.
  var keptObject: AnyObject? { nil }

  /// Whether the shared object is there.
  var isMade: Bool { false }
}

/// A cell that was never empty.
///
/// Unchecked: what is kept here came from a binding with a stop, which demands a `Sendable` type.
private final class Kept<Value>: Cell, @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  var current: Value? { value }
}

/// Where a shared object is kept.
protocol Cell<Value>: AnyObject, Sendable {
  associatedtype Value
  /// The object, when it is there.
  var current: Value? { get }
}
