internal import CWiringRecords

/// The subclasses of marked classes: they are components, too, where the initializer that is used is `required`, so that
/// each of them has it.
///
/// Unsafe, since the compiler's descriptions of classes are read where they lie. It is sound, since the layouts are those of
/// Swift's stable binary interface, which `wiring_classes.c` names, and since the metadata of a class is asked for only when
/// its superclasses lead to a marked class, none of them generic: that is what the compiler itself does when the program
/// mentions the class. What a name does not plainly say is passed over.
enum MarkedSubclasses {
  /// The classes of the program that inherit from one of those, at whatever distance.
  ///
  /// O(types of the program).
  static func all(of marked: [any Any.Type]) -> [any Any.Type] {
    let roots = Set(marked.compactMap { wiring_descriptor_of_class(unsafeBitCast($0, to: UnsafeRawPointer.self)) })
    if roots.isEmpty { return [] }
    return (0..<wiring_type_count()).compactMap { index in
      guard let descriptor = wiring_class_descriptor(index), inherits(descriptor, from: roots),
        let metadata = wiring_class_metadata(descriptor)
      else { return nil }
      return unsafeBitCast(metadata, to: Any.Type.self)
    }
  }

  private static func inherits(_ descriptor: UnsafeRawPointer, from roots: Set<UnsafeRawPointer>) -> Bool {
    var next = wiring_superclass_descriptor(descriptor)
    while let superclass = next {
      if roots.contains(superclass) { return true }
      next = wiring_superclass_descriptor(superclass)
    }
    return false
  }
}
