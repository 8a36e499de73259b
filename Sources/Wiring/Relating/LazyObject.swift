public import Synchronization

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
/// Unchecked: `ready` goes from `nil` to the address of an initialized, immutable `Value` once, is stored with release
/// and read with acquire order, and the memory is freed in `deinit`, when no reader is left. Everything else is a `let`.
public final class LazyObject<Value, Failure: Error> {
  // First, so that its place in the object depends on no type.
  @usableFromInline let ready: Atomic<UnsafeMutablePointer<Value>?>
  /// `nil` for an object that was there from the start.
  private let make: (@Sendable () throws(Failure) -> Value)?
  private let views = ObjectViews()

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
    if let address = ready.load(ordering: .acquiring) {
      address.deinitialize(count: 1)
      address.deallocate()
    }
  }

  /// The object, made now if nobody asked before.
  @inlinable
  public var value: Value {
    get throws(Failure) { try address().pointee }
  }

  /// Where the object lies, made now if nobody asked before; valid for as long as this holder lives.
  ///
  /// For generated code, which calls the object where it lies: a copy of an existential costs as much as five calls. It
  /// is sound there because the proxy owns the holder, and whoever calls the proxy keeps it alive until the call returns.
  @inlinable
  public func address() throws(Failure) -> UnsafePointer<Value> {
    if let address = ready.load(ordering: .acquiring) { return UnsafePointer(address) }
    return try makeOrWait()
  }

  /// Where the object lies as one of the protocols that its own inherits from; valid for as long as this holder lives.
  ///
  /// For generated code, which knows that `Value` inherits from `Parent` though the type checker does not. The first use
  /// converts the object by a dynamic cast, and the result is kept.
  public func address<Parent>(as parent: Parent.Type) throws(Failure) -> UnsafePointer<Parent> {
    let object = try address()
    return views.address(as: parent) {
      guard let view = object.pointee as? Parent else {
        preconditionFailure("the object of '\(AnyKey(Value.self))' is not '\(AnyKey(Parent.self))'")
      }
      return view
    }
  }

  /// Whether the object is there.
  public var isMade: Bool { ready.load(ordering: .acquiring) != nil }

  @usableFromInline @inline(never)
  func makeOrWait() throws(Failure) -> UnsafePointer<Value> {
    let place = ObjectIdentifier(self)
    while true {
      switch Workshop.shared.begin(place) {
      case .ours:
        defer { Workshop.shared.end(place) }
        // Somebody may have finished between the first look and our turn.
        if isMade { return try address() }
        guard let make else { preconditionFailure("an object without a factory is there from the start") }
        let address = Self.place(try make())
        ready.store(address, ordering: .releasing)
        return UnsafePointer(address)
      case .wasElsewhere:
        if isMade { return try address() }
      case .circular:
        // Neither waiting nor returning is possible, and `Failure` may be `Never`. Not a precondition, whose message a
        // release build would lose.
        fatalError(
          "the object of '\(AnyKey(Value.self))' was used while it was being made: its initializer, or one that it "
            + "waits for, calls it through its proxy; make that call after the initializer returned")
      }
    }
  }

  private static func place(_ value: Value) -> UnsafeMutablePointer<Value> {
    let address = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    address.initialize(to: value)
    return address
  }
}

extension LazyObject: @unchecked Sendable where Value: Sendable {}

extension LazyObject where Failure == Never {
  // Not left to the getter that throws: the compiler (6.3) crashes where such a one is read with `Never` for its error.
  /// The object, made now if nobody asked before.
  @inlinable
  public var value: Value { address().pointee }
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
