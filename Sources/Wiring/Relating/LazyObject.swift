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
/// Unchecked: ``ready`` goes from `nil` to a retained, immutable `Box<Value>` once, is stored with release and read with
/// acquire order, and is released in `deinit`, when no reader is left. Everything else is a `let`.
public final class LazyObject<Value, Failure: Error> {
  @usableFromInline let ready = Atomic<UnsafeRawPointer?>(nil)
  private let make: @Sendable () throws(Failure) -> Value

  /// Creates an object to be made later.
  ///
  /// - Parameter make: Makes the object; called at most once at a time, and not again after it returned.
  public init(_ make: @escaping @Sendable () throws(Failure) -> Value) {
    self.make = make
  }

  deinit {
    if let pointer = ready.load(ordering: .acquiring) {
      Unmanaged<Box<Value>>.fromOpaque(pointer).release()
    }
  }

  /// The object, made now if nobody asked before.
  @inlinable
  public var value: Value {
    get throws(Failure) {
      if let pointer = ready.load(ordering: .acquiring) {
        return Unmanaged<Box<Value>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.value }
      }
      return try makeOrWait()
    }
  }

  /// Whether the object is there.
  public var isMade: Bool { ready.load(ordering: .acquiring) != nil }

  @usableFromInline @inline(never)
  func makeOrWait() throws(Failure) -> Value {
    let place = ObjectIdentifier(self)
    while true {
      switch Workshop.shared.begin(place) {
      case .ours:
        defer { Workshop.shared.end(place) }
        // Somebody may have finished between the first look and our turn.
        if isMade { return try value }
        let value = try make()
        ready.store(UnsafeRawPointer(Unmanaged.passRetained(Box(value)).toOpaque()), ordering: .releasing)
        return value
      case .wasElsewhere:
        if isMade { return try value }
      case .circular:
        // Neither waiting nor returning is possible, and `Failure` may be `Never`. Not a precondition, whose message a
        // release build would lose.
        fatalError(
          "the object of '\(AnyKey(Value.self))' was used while it was being made: its initializer, or one that it "
            + "waits for, calls it through its proxy; make that call after the initializer returned")
      }
    }
  }
}

extension LazyObject: @unchecked Sendable where Value: Sendable {}
