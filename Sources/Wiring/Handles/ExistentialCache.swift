import Synchronization

/// A cache of one object as each of several protocols, so that it is converted once and called without a copy.
///
/// A list from the newest to the oldest entry, read without a lock. It has at most as many entries as a protocol has ancestors.
///
/// The owner of the cache ensures that the object is safe to share between threads.
struct ExistentialCache: ~Copyable {
  private let newest = Atomic<UnsafeRawPointer?>(nil)

  init() {}

  deinit {
    if let pointer = newest.load(ordering: .acquiring) { Unmanaged<AnyCachedExistential>.fromOpaque(pointer).release() }
  }

  /// Returns the object as a protocol.
  ///
  /// - Parameters:
  ///   - type: The protocol.
  ///   - convert: Converts the object. Two threads may call it at once; the cache stores one of the results.
  func view<Parent>(as type: Parent.Type, convert: () -> Parent) -> MadeObject<Parent> {
    var made: CachedExistential<Parent>?
    while true {
      let head = newest.load(ordering: .acquiring)
      if let found = Self.find(type, from: head) { return found }
      let view = made ?? CachedExistential(convert())
      made = view
      view.next = head.map { Unmanaged<AnyCachedExistential>.fromOpaque($0) }
      let pointer = Unmanaged<AnyCachedExistential>.passUnretained(view).toOpaque()
      let (isStored, _) = newest.compareExchange(
        expected: head, desired: UnsafeRawPointer(pointer), ordering: .acquiringAndReleasing)
      if isStored {
        // The reference of the list.
        _ = Unmanaged.passRetained(view)
        return view.made
      }
      // The view is not in the list, so that it must not release the rest of it.
      view.next = nil
    }
  }

  private static func find<Parent>(_ type: Parent.Type, from head: UnsafeRawPointer?) -> MadeObject<Parent>? {
    // That of the entries: `type` may be a subclass of it, which only its value tells.
    let type = ObjectIdentifier(Parent.self)
    var next = head.map { Unmanaged<AnyCachedExistential>.fromOpaque($0) }
    while let view = next {
      let found: MadeObject<Parent>? = view._withUnsafeGuaranteedRef { view in
        next = view.next
        // The downcast is sound: the view was created for this type.
        return view.type == type ? unsafeDowncast(view, to: CachedExistential<Parent>.self).made : nil
      }
      if let found { return found }
    }
    return nil
  }
}

/// An entry whose type is erased. Owns the next entry.
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

  /// The object, valid while the entry exists.
  var made: MadeObject<Parent> { MadeObject(box) }
}
