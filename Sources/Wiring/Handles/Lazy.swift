public import Synchronization

/// A dependency that is made when it is first used, and kept from then on.
///
/// ```swift
/// final class Importer: Sendable {
///   init(index: Lazy<SearchIndex>) { … }   // no index yet
///   func run() throws { try index.value.add(…) }
/// }
/// ```
///
/// It needs no binding of its own. Copies share the object. Several threads may ask at once: one makes the object, the
/// others wait. It breaks a cycle, and does not excuse a captive dependency.
///
/// Prefer a plain parameter when the object is always used: it is simpler, and fails early.
public struct Lazy<Value> {
  private let object: LazyObject<Value, any Error>

  /// Creates a lazy dependency by hand, as for a test.
  ///
  /// - Parameter make: Makes the object.
  public init(_ make: @escaping @Sendable () throws -> Value) {
    object = LazyObject(make)
  }

  /// The object, made now if nobody asked before.
  ///
  /// Throws what the object's factory throws; ``ResolutionError`` when the graph that makes it is gone.
  public var value: Value {
    get throws { try object.value }
  }

  /// Whether the object is there.
  public var isMade: Bool { object.isMade }
}

extension Lazy: Sendable where Value: Sendable {}

extension Lazy: DerivedValue {
  @usableFromInline
  static func declaration(_ context: DerivationContext) -> Declaration? {
    .handle(Self.self, to: Value.self, context) { target in Lazy { try target.resolve() } }
  }
}

/// An object that is made on first use, once, by whichever thread comes first; the others wait for it.
///
/// It is what a generated proxy holds. By hand it serves where a `lazy var` would race:
///
/// ```swift
/// let index = LazyObject { SearchIndex(folder) }
/// index.value.find("rye")  // made here
/// ```
///
/// No lock is held while `make` runs. When it throws, nothing is kept, and the next use tries again. A `make` that uses
/// the object it is about to make can never finish; the program then ends with
/// `the object of 'any Clock' was used while it was being made: …`.
///
/// Unchecked: `ready` goes from `nil` to a retained, immutable `HeapBox<Value>` once, is stored with release and read with
/// acquire order, and is released in `deinit`, when no reader is left. Everything else is a `let`.
public final class LazyObject<Value, Failure: Error> {
  // First, so that its place in the object depends on no type.
  @usableFromInline let ready: Atomic<UnsafeRawPointer?>
  /// `nil` for an object that was there from the start.
  private let make: (@Sendable () throws(Failure) -> Value)?
  private let views = ExistentialCache()

  /// Creates an object to be made later.
  ///
  /// - Parameter make: Makes the object; called at most once at a time, and not again after it returned.
  public init(_ make: @escaping @Sendable () throws(Failure) -> Value) {
    ready = Atomic(nil)
    self.make = make
  }

  /// Creates the holder of an object that is there already.
  ///
  /// - Parameter value: The object.
  public init(made value: Value) where Failure == Never {
    ready = Atomic(Self.place(value))
    make = nil
  }

  deinit {
    if let pointer = ready.load(ordering: .acquiring) { Unmanaged<HeapBox<Value>>.fromOpaque(pointer).release() }
  }

  /// The object, made now if nobody asked before.
  ///
  /// Where `Failure` is `Never`, the getter without `throws` is meant: Swift 6.3 crashes when it compiles this one for it.
  @inlinable
  public var value: Value {
    get throws(Failure) {
      // What was made lies in this object, whose last use is otherwise over before it is copied.
      defer { withExtendedLifetime(self) {} }
      return try made().object
    }
  }

  /// The object where it lies, made now if nobody asked before.
  @inlinable
  public func made() throws(Failure) -> MadeObject<Value> {
    if let pointer = ready.load(ordering: .acquiring) {
      return MadeObject(Unmanaged.fromOpaque(pointer).takeUnretainedValue())
    }
    return try makeOrWait()
  }

  /// The object as one of the protocols that its own inherits from, made now if nobody asked before.
  ///
  /// For generated code, which knows that `Value` inherits from `Parent` though the type checker does not. The first use
  /// converts the object by a dynamic cast, and the result is kept.
  public func made<Parent>(as parent: Parent.Type) throws(Failure) -> MadeObject<Parent> {
    let made = try made()
    return views.view(as: parent) {
      guard let view = made.object as? Parent else {
        preconditionFailure("the object of '\(AnyKey(Value.self))' is not '\(AnyKey(Parent.self))'")
      }
      return view
    }
  }

  /// Whether the object is there.
  public var isMade: Bool { ready.load(ordering: .acquiring) != nil }

  @usableFromInline @inline(never)
  func makeOrWait() throws(Failure) -> MadeObject<Value> {
    let place = ObjectIdentifier(self)
    while true {
      switch InitializationCoordinator.shared.begin(place) {
      case .acquired:
        defer { InitializationCoordinator.shared.end(place) }
        // Somebody may have finished between the first look and our turn.
        if isMade { return try made() }
        guard let make else { preconditionFailure("an object without a factory is there from the start") }
        let pointer = Self.place(try make())
        ready.store(pointer, ordering: .releasing)
        return MadeObject(Unmanaged.fromOpaque(pointer).takeUnretainedValue())
      case .completedElsewhere:
        if isMade { return try made() }
      case .circular:
        // Neither waiting nor returning is possible, and `Failure` may be `Never`. Not a precondition, whose message a
        // release build would lose.
        fatalError(
          "the object of '\(AnyKey(Value.self))' was used while it was being made: its initializer, or one that it "
            + "waits for, calls it through its proxy; make that call after the initializer returned")
      }
    }
  }

  private static func place(_ value: Value) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passRetained(HeapBox(value)).toOpaque())
  }
}

extension LazyObject: @unchecked Sendable where Value: Sendable {}

extension LazyObject where Failure == Never {
  // Not left to the getter that throws: the compiler (6.3) crashes where such a one is read with `Never` for its error.
  /// The object, made now if nobody asked before.
  @inlinable
  public var value: Value {
    // As above.
    defer { withExtendedLifetime(self) {} }
    return made().object
  }
}

extension LazyObject {
  /// Creates an object to be made later, on the main actor.
  ///
  /// A use elsewhere traps, so whoever holds the object must belong to the main actor.
  ///
  /// - Parameter make: Makes the object; called at most once at a time, and not again after it returned.
  public convenience init(main make: @escaping @MainActor @Sendable () throws(Failure) -> Value) {
    self.init { () throws(Failure) -> Value in
      // Unsafe in name only: `assumeIsolated` runs its closure at once, on this thread.
      nonisolated(unsafe) var result: Result<Value, Failure>?
      MainActor.assumeIsolated {
        do throws(Failure) { result = .success(try make()) } catch { result = .failure(error) }
      }
      guard let result else { preconditionFailure("`assumeIsolated` returned without calling its closure") }
      return try result.get()
    }
  }
}

/// An object that a ``LazyObject`` made, where it lies.
///
/// For generated code, which calls the object without a copy: that of an existential costs as much as eight calls.
public struct MadeObject<Value> {
  @usableFromInline let box: HeapBox<Value>

  @inlinable
  init(_ box: HeapBox<Value>) {
    self.box = box
  }

  /// A copy of the object.
  @inlinable
  public var object: Value { box.value }

  /// Does something with the object, without a copy.
  ///
  /// - Parameter body: What to do.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @inlinable
  public func callAsFunction<Answer, Failure: Error>(
    _ body: (Value) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try body(box.value)
  }
}
