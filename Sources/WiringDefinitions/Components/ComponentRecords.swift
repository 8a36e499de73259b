internal import CWiringRecords
import Wiring

/// The records of the program.
///
/// Unsafe, since records are read in place in the program's image. It is sound, since the section contains nothing but
/// records: only the attribute writes there, the layout is that of `ComponentRecord`, which the C declaration repeats,
/// and a record of another kind is skipped before it is called. An accessor that returns true has initialized one
/// `Component`, or one `LazyProxyRegistration`, according to its kind, at the address it received, which is moved out
/// once.
enum ComponentRecords {
  /// The type that an accessor creates. The value is "WI", the kind and its version.
  private enum Kind: UInt32 {
    case component = 0x5749_0101
    case lazyProxy = 0x5749_0201
  }

  /// The flag of a class whose subclasses are components too.
  private static let hasSubclasses: UInt32 = 1

  static func all() -> [Component] {
    var components: [Component] = []
    var roots: [any Any.Type] = []
    read(.component) { (component: Component, flags) in
      components.append(component)
      if flags & hasSubclasses != 0 { roots.append(component.type) }
    }
    if roots.isEmpty { return components }
    let marked = Set(components.map { ObjectIdentifier($0.type) })
    for type in MarkedSubclasses.all(of: roots) where !marked.contains(ObjectIdentifier(type)) {
      // A marked class between it and the root may exclude its subclasses; the description is then that of the marked
      // class.
      guard let component = (type as? any ComponentType.Type)?.wiringComponent, component.type == type else { continue }
      components.append(component)
    }
    return components
  }

  static func proxies() -> [LazyProxyRegistration] {
    var proxies: [LazyProxyRegistration] = []
    read(.lazyProxy) { (proxy: LazyProxyRegistration, _) in proxies.append(proxy) }
    return proxies
  }

  private static func read<Item>(_ kind: Kind, forEach body: (Item, _ flags: UInt32) -> Void) {
    let records = wiring_component_records()
    for index in 0..<records.count {
      let record = records.first[index]
      guard record.kind == kind.rawValue else { continue }
      withUnsafeTemporaryAllocation(of: Item.self, capacity: 1) { buffer in
        guard let address = buffer.baseAddress, record.accessor(address) else { return }
        body(address.move(), record.flags)
      }
    }
  }
}

/// The subclasses of marked classes, which are components too where the initializer is `required`, so that every
/// subclass has it.
///
/// Unsafe, since the compiler's class descriptors are read in place. It is sound, since the layouts are those of
/// Swift's stable binary interface, which `wiring_classes.c` names, and since the metadata of a class is requested only
/// when its superclasses lead to a marked class, none of them generic: the compiler itself does that when the program
/// mentions the class. Names that are not plain are skipped.
enum MarkedSubclasses {
  /// Returns the direct and indirect subclasses of some classes in the program.
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
