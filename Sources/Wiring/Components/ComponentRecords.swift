internal import CWiringRecords

/// What `@Component` leaves in a section of the program for each type that it marks, and `@LazyProxy` for each protocol.
///
/// A tuple of constants, since the linker gathers only what needs no code to run. A change of the layout takes another value
/// of `kind`, so that records of an older library are passed over.
public typealias ComponentRecord = (
  kind: UInt32, flags: UInt32, accessor: @convention(c) (_ out: UnsafeMutableRawPointer) -> Bool, reserved1: UInt,
  reserved2: UInt
)

/// The records of the program.
///
/// Unsafe, since records lie in the program's image, and are read where they lie. It is sound, since the section holds
/// nothing but records: the attribute alone writes there, the layout is that of `ComponentRecord`, which the C declaration
/// repeats, and a record of another kind is passed over before it is called. An accessor that returns true has made one
/// `Component`, or one `StandIn`, as its kind says, at the address it was given, which is moved out once.
enum ComponentRecords {
  /// What an accessor makes. The value is "WI", and the kind with its version.
  private enum Kind: UInt32 {
    case component = 0x5749_0101
    case standIn = 0x5749_0201
  }

  /// What stands in the flags of a class whose subclasses count, too.
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
      // Between it and the root may stand a marked class whose subclasses do not count: then that is what is described.
      guard let component = (type as? any ComponentType.Type)?.wiringComponent, component.type == type else { continue }
      components.append(component)
    }
    return components
  }

  static func proxies() -> [LazyProxyRegistration] {
    var proxies: [LazyProxyRegistration] = []
    read(.standIn) { (standIn: LazyProxyRegistration, _) in proxies.append(standIn) }
    return proxies
  }

  private static func read<Item>(_ kind: Kind, _ take: (Item, _ flags: UInt32) -> Void) {
    let records = wiring_component_records()
    for index in 0..<records.count {
      let record = records.first[index]
      guard record.kind == kind.rawValue else { continue }
      withUnsafeTemporaryAllocation(of: Item.self, capacity: 1) { place in
        guard let address = place.baseAddress, record.accessor(address) else { return }
        take(address.move(), record.flags)
      }
    }
  }
}

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
