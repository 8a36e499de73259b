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

  static func all() -> [Component] { read(.component) }

  static func standIns() -> [StandIn] { read(.standIn) }

  private static func read<Item>(_ kind: Kind, _ type: Item.Type = Item.self) -> [Item] {
    let records = wiring_component_records()
    var items: [Item] = []
    items.reserveCapacity(records.count)
    for index in 0..<records.count {
      let record = records.first[index]
      guard record.kind == kind.rawValue else { continue }
      withUnsafeTemporaryAllocation(of: Item.self, capacity: 1) { place in
        guard let address = place.baseAddress, record.accessor(address) else { return }
        items.append(address.move())
      }
    }
    return items
  }
}
