internal import CWiringRecords

/// Checks conformances of types to protocols that are known only at run time.
///
/// The language evaluates `type is any P.Type` only for a protocol that is spelled out: for a generic type that is `any
/// P`, the expression means something else. So the type `any P.Type` is created from the mangled name of `any P`, and
/// the check is a cast to it. The mangling is stable (Swift's documentation, "Mangling": a protocol composition ends in
/// `p`, and `Xp` is the metatype of its conforming types). The name of a private protocol cannot be looked up; such a
/// protocol is found where a component's own inheritance clause names it.
package final class Conformances {
  /// The precomputed part of a check against one type.
  private struct Question {
    /// The metatype to which that of a subtype can be cast; `nil` when there are no subtypes.
    let metatype: (any Any.Type)?
    /// The protocols of the type.
    let protocols: [UInt]
  }

  private var questions: [ObjectIdentifier: Question] = [:]

  package init() {}

  /// Returns whether a type is another one, a subclass of it, or conforms to it.
  package func isSubtype(_ type: any Any.Type, of other: any Any.Type) -> Bool {
    if type == other { return true }
    let question = question(about: other)
    guard let metatype = question.metatype, !ProgramConformances.shared.rulesOut(type, question.protocols) else {
      return false
    }
    return Self.isInstance(type, of: metatype)
  }

  private func question(about type: any Any.Type) -> Question {
    if let known = questions[ObjectIdentifier(type)] { return known }
    let question = Question(metatype: Self.metatype(of: type), protocols: ProgramConformances.protocols(of: type))
    questions[ObjectIdentifier(type)] = question
    return question
  }

  private static func metatype(of type: any Any.Type) -> (any Any.Type)? {
    // Of the types that are not protocols only classes have subtypes.
    let suffix = AnyKey(type).isExistential ? "Xp" : type is AnyClass ? "m" : nil
    return suffix.flatMap { suffix in _mangledTypeName(type).flatMap { _typeByName($0 + suffix) } }
  }

  private static func isInstance<Metatype>(_ type: any Any.Type, of metatype: Metatype.Type) -> Bool {
    type is Metatype
  }
}

/// The conformances of the program's types, gathered once: the runtime searches all of them for each new pair of a type
/// and a protocol, which would be most of a plan's time with many components.
///
/// It determines which types do not conform, and leaves the rest to the runtime: it never rules out a type or a
/// protocol that it does not know well, such as a generic one or one of a library.
///
/// Unsafe, since the compiler's descriptors are read in place. It is sound, since the layouts are those of Swift's
/// stable binary interface, which `wiring_conformances.c` names; pointers to descriptors are compared, and none is
/// dereferenced here.
package struct ProgramConformances: Sendable {
  private struct Conformance: Hashable, Sendable {
    let type: UInt
    let `protocol`: UInt
  }

  package static let shared = ProgramConformances()

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

  /// Returns the protocols of a type `any P & Q`; none for another type.
  package static func protocols(of type: any Any.Type) -> [UInt] {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    return (0..<wiring_protocol_count(metadata)).map { UInt(bitPattern: wiring_protocol(metadata, $0)) }
  }

  /// Returns whether it is certain that a type does not conform to all of some protocols.
  package func rulesOut(_ type: any Any.Type, _ protocols: [UInt]) -> Bool {
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
