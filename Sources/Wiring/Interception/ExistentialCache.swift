import Synchronization

/// One object as each of several protocols, converted on first use and kept, so that it can be called where it lies.
///
/// A list from the newest to the oldest, read without a lock. It is as long as a protocol has ancestors.
///
/// Whether the object may be shared between threads is for the owner of the list to know.
struct ExistentialCache: ~Copyable {
  private let newest = Atomic<UnsafeRawPointer?>(nil)

  init() {}

  deinit {
    if let pointer = newest.load(ordering: .acquiring) { Unmanaged<AnyCachedExistential>.fromOpaque(pointer).release() }
  }

  /// The object as `type`.
  ///
  /// - Parameters:
  ///   - type: The protocol.
  ///   - convert: Returns the object as that protocol. Two threads may both be asked; one of the results is kept.
  func view<Parent>(as type: Parent.Type, convert: () -> Parent) -> MadeObject<Parent> {
    var made: CachedExistential<Parent>?
    while true {
      let head = newest.load(ordering: .acquiring)
      if let found = Self.find(type, from: head) { return found }
      let view = made ?? CachedExistential(convert())
      made = view
      view.next = head.map { Unmanaged<AnyCachedExistential>.fromOpaque($0) }
      let pointer = Unmanaged<AnyCachedExistential>.passUnretained(view).toOpaque()
      let (isKept, _) = newest.compareExchange(
        expected: head, desired: UnsafeRawPointer(pointer), ordering: .acquiringAndReleasing)
      if isKept {
        // The list's own reference.
        _ = Unmanaged.passRetained(view)
        return view.made
      }
      // Not in the list, so it must not take the rest of it along.
      view.next = nil
    }
  }

  private static func find<Parent>(_ type: Parent.Type, from head: UnsafeRawPointer?) -> MadeObject<Parent>? {
    let type = ObjectIdentifier(type)
    var next = head.map { Unmanaged<AnyCachedExistential>.fromOpaque($0) }
    while let view = next {
      let found: MadeObject<Parent>? = view._withUnsafeGuaranteedRef { view in
        next = view.next
        // The type is the one that the view was made for, so the downcast is sound.
        return view.type == type ? unsafeDowncast(view, to: CachedExistential<Parent>.self).made : nil
      }
      if let found { return found }
    }
    return nil
  }
}

/// A view whose type is known by its identity only. Owns the next one.
private class AnyCachedExistential {
  final let type: ObjectIdentifier
  final var next: Unmanaged<AnyCachedExistential>?

  init(_ type: ObjectIdentifier) {
    self.type = type
  }

  deinit { next?.release() }
}

private final class CachedExistential<Parent>: AnyCachedExistential {
  private let box: HeapBox<Parent>

  init(_ object: Parent) {
    box = HeapBox(object)
    super.init(ObjectIdentifier(Parent.self))
  }

  /// The object, valid for as long as the view lives.
  var made: MadeObject<Parent> { MadeObject(box) }
}
