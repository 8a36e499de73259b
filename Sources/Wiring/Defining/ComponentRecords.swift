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

  static func standIns() -> [StandIn] {
    var standIns: [StandIn] = []
    read(.standIn) { (standIn: StandIn, _) in standIns.append(standIn) }
    return standIns
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
