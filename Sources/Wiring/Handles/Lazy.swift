public import Synchronization

/// A dependency that is created on first use and then retained.
///
/// ```swift
/// final class Importer: Sendable {
///   init(index: Lazy<SearchIndex>) { … }   // no index yet
///   func run() throws { try index.value.add(…) }
/// }
/// ```
///
/// It needs no binding. Copies share the object. Any number of threads may use it: one creates the object, the others
/// wait. It breaks a cycle, and does not excuse a captive dependency.
///
/// Prefer a plain parameter when the object is always used: it is simpler, and fails early.
public struct Lazy<Value> {
  fileprivate enum Source {
    /// An object of the graph, which retains it: a reference here would keep a circle alive that leads back to this one.
    case shared(DeferredDependency<Value>)
    case own(LazyObject<Value, any Error>)
  }

  private let source: Source

  /// Creates a lazy dependency by hand, as for a test.
  public init(_ make: @escaping @Sendable () throws -> Value) {
    source = .own(LazyObject(make))
  }

  init(_ target: DeferredDependency<Value>) {
    source = target.isShared ? .shared(target) : .own(LazyObject { try target.resolve() })
  }

  /// The object, created on first use.
  ///
  /// Throws the error of the object's factory; ``ResolutionError`` when the graph no longer exists, and when the object is used
  /// while it is being created.
  public var value: Value {
    get throws {
      switch source {
      case .shared(let target): try target.resolve()
      case .own(let object): try object.value
      }
    }
  }

  /// Whether the object exists. That of a shared object may have been created by another consumer.
  public var isMade: Bool {
    switch source {
    case .shared(let target): (try? target.target())?.isMade ?? false
    case .own(let object): object.isMade
    }
  }
}

extension Lazy: Sendable where Value: Sendable {}
extension Lazy.Source: Sendable where Value: Sendable {}

extension Lazy: DerivedValue {
  @usableFromInline
  static func declaration(_ context: DerivationContext) -> Declaration? {
    .handle(Self.self, to: Value.self, qualifier: context.qualifier, site: context.site) { target in Lazy(target) }
  }
}

/// An object that is created once, on first use; concurrent callers wait for it.
///
/// A generated proxy contains one. By hand it is useful where a `lazy var` would race:
///
/// ```swift
/// let index = LazyObject { SearchIndex(folder) }
/// index.value.find("rye")  // created here
/// ```
///
/// No lock is held while `make` runs. When it throws, the next use tries again. A `make` that uses its own object could
/// never finish: the use throws a ``ResolutionError`` where `Failure` allows that. Otherwise the program ends with
/// `the object of 'any Clock' was used while it was being made: …`.
///
/// Unchecked: `ready` changes from `nil` to a retained, immutable `HeapBox<Value>` once, is stored with release and
/// read with acquire order, and is released in `deinit`, when no reader is left. All other properties are constants.
public final class LazyObject<Value, Failure: Error> {
  // First, so that its offset in the object depends on no type.
  @usableFromInline let ready: Atomic<UnsafeRawPointer?>
  /// `nil` for an object that existed from the start.
  private let make: (@Sendable () throws(Failure) -> Value)?
  private let views = ExistentialCache()

  /// Creates an object on first use; the factory is never called concurrently, and not again after it returned.
  public init(_ make: @escaping @Sendable () throws(Failure) -> Value) {
    ready = Atomic(nil)
    self.make = make
  }

  /// Wraps an existing object.
  public init(made value: Value) where Failure == Never {
    ready = Atomic(Self.box(value))
    make = nil
  }

  deinit {
    if let pointer = ready.load(ordering: .acquiring) { Unmanaged<HeapBox<Value>>.fromOpaque(pointer).release() }
  }

  /// The object, created on first use.
  ///
  /// Where `Failure` is `Never`, use the getter without `throws`: Swift 6.3 crashes when it compiles this one for it.
  @inlinable
  public var value: Value {
    get throws(Failure) {
      // This instance owns the box of the object, and its lifetime could otherwise end before the copy.
      defer { withExtendedLifetime(self) {} }
      return try made().object
    }
  }

  /// The object in its box, created on first use.
  @inlinable
  public func made() throws(Failure) -> MadeObject<Value> {
    if let pointer = ready.load(ordering: .acquiring) {
      return MadeObject(Unmanaged.fromOpaque(pointer).takeUnretainedValue())
    }
    return try makeOrWait()
  }

  /// The object as a protocol that its own inherits from, created on first use.
  ///
  /// For generated code, which knows that `Value` inherits from `Parent` though the type checker does not. The first
  /// use converts the object by a dynamic cast and caches the result.
  public func made<Parent>(as parent: Parent.Type) throws(Failure) -> MadeObject<Parent> {
    let made = try made()
    return views.view(as: parent) {
      guard let view = made.object as? Parent else {
        preconditionFailure("the object of '\(AnyKey(Value.self))' is not '\(AnyKey(Parent.self))'")
      }
      return view
    }
  }

  /// Whether the object exists.
  public var isMade: Bool { ready.load(ordering: .acquiring) != nil }

  @usableFromInline @inline(never)
  func makeOrWait() throws(Failure) -> MadeObject<Value> {
    let identifier = ObjectIdentifier(self)
    while true {
      switch InitializationCoordinator.shared.begin(identifier, of: AnyKey(Value.self)) {
      case .acquired:
        defer { InitializationCoordinator.shared.end(identifier) }
        // Another thread may have finished between the first check and this turn.
        if isMade { return try made() }
        guard let make else { preconditionFailure("an object without a factory is there from the start") }
        let pointer = Self.box(try make())
        ready.store(pointer, ordering: .releasing)
        return MadeObject(Unmanaged.fromOpaque(pointer).takeUnretainedValue())
      case .completedElsewhere:
        if isMade { return try made() }
      case .circular(let keys):
        if let error = ResolutionError(.usedWhileCreated(keys)) as? Failure { throw error }
        // Neither waiting nor returning is possible. Not a precondition, since a release build would omit its message.
        fatalError(
          "the object of '\(AnyKey(Value.self))' was used while it was being made: its initializer, or one that it "
            + "waits for, calls it through its proxy\(keys.count > 1 ? " (\(keys.path))" : ""); "
            + "make that call after the initializer returned")
      }
    }
  }

  private static func box(_ value: Value) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passRetained(HeapBox(value)).toOpaque())
  }
}

extension LazyObject: @unchecked Sendable where Value: Sendable {}

extension LazyObject where Failure == Never {
  // Not the throwing getter: the compiler (6.3) crashes where that is read with `Never` as its error.
  /// The object, created on first use.
  @inlinable
  public var value: Value {
    // As above.
    defer { withExtendedLifetime(self) {} }
    return made().object
  }
}

extension LazyObject {
  /// Creates an object on first use, on the main actor.
  ///
  /// A use elsewhere traps, so the owner of the object must be isolated to the main actor.
  public convenience init(main make: @escaping @MainActor @Sendable () throws(Failure) -> Value) {
    self.init { () throws(Failure) -> Value in
      // Unsafe in name only: `assumeIsolated` runs its closure synchronously, on this thread.
      nonisolated(unsafe) var result: Result<Value, Failure>?
      MainActor.assumeIsolated {
        do throws(Failure) { result = .success(try make()) } catch { result = .failure(error) }
      }
      guard let result else { preconditionFailure("`assumeIsolated` returned without calling its closure") }
      return try result.get()
    }
  }
}

/// An object of a ``LazyObject`` in its box.
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

  /// Calls a closure with the object, without a copy.
  @inlinable
  public func callAsFunction<Result, Failure: Error>(
    _ body: (Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(box.value)
  }
}
