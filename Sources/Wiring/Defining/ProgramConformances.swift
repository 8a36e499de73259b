internal import CWiringRecords

/// Which types of the program conform to which protocols, gathered once: the language's runtime looks through all of them for
/// each pair of a type and a protocol that it meets for the first time, which would be most of a plan with many components.
///
/// It tells what does not conform, and leaves the rest to the runtime: a type or a protocol that it does not know well, such
/// as a generic one or one of a library, is never said not to conform.
///
/// Unsafe, since the compiler's descriptions are read where they lie. It is sound, since the layouts are those of Swift's
/// stable binary interface, which `wiring_conformances.c` names; pointers to descriptors are compared, and none is followed
/// here.
struct ProgramConformances: Sendable {
  private struct Conformance: Hashable, Sendable {
    let type: UInt
    let `protocol`: UInt
  }

  static let shared = ProgramConformances()

  private var conformances: Set<Conformance> = []
  private var types: Set<UInt> = []

  private init() {
    let count = wiring_conformance_count()
    guard count > 0 else { return }
    types.reserveCapacity(wiring_type_count())
    for index in 0..<wiring_type_count() {
      if let type = wiring_type_descriptor(index) { types.insert(UInt(bitPattern: type)) }
    }
    conformances.reserveCapacity(count)
    for index in 0..<count {
      guard let type = wiring_conformance_type(index), let interface = wiring_conformance_protocol(index) else {
        continue
      }
      conformances.insert(Conformance(type: UInt(bitPattern: type), protocol: UInt(bitPattern: interface)))
    }
  }

  /// The protocols of a type `any P & Q`; none for another type.
  static func protocols(of type: any Any.Type) -> [UInt] {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    return (0..<wiring_protocol_count(metadata)).map { UInt(bitPattern: wiring_protocol(metadata, $0)) }
  }

  /// Whether it is certain that a type does not conform to all of some protocols.
  func deny(_ type: any Any.Type, _ protocols: [UInt]) -> Bool {
    guard !protocols.isEmpty, !types.isEmpty else { return false }
    var next = wiring_descriptor_of_type(unsafeBitCast(type, to: UnsafeRawPointer.self))
    var missing = protocols
    while let descriptor = next {
      let address = UInt(bitPattern: descriptor)
      guard types.contains(address) else { return false }
      missing.removeAll { conformances.contains(Conformance(type: address, protocol: $0)) }
      guard wiring_has_superclass(descriptor) else { return !missing.isEmpty }
      next = wiring_superclass_descriptor(descriptor)
    }
    return false
  }
}
