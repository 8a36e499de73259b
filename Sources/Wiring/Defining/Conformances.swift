/// Whether types conform to protocols, for types that are known at run time only.
///
/// The language asks `type is any P.Type` of a protocol that is spelled out, and of no other: for a generic type that stands
/// for `any P`, the question means something else. So the type `any P.Type` is made of the mangled name of `any P`, and the
/// question is a cast to it. The mangling is stable (Swift's documentation, "Mangling": a protocol composition ends in `p`,
/// and `Xp` makes the metatype of what conforms to it). A private protocol has no name that finds it again; such a one is
/// found where a component's own inheritance clause names it.
final class Conformances {
  private var metatypes: [ObjectIdentifier: (any Any.Type)?] = [:]

  /// Whether an object of a type is one of another: the same type, a subclass, or one that conforms to the protocol.
  func isSubtype(_ type: any Any.Type, of other: any Any.Type) -> Bool {
    if type == other { return true }
    guard let metatype = metatype(of: other) else { return false }
    return Self.isInstance(type, of: metatype)
  }

  private func metatype(of type: any Any.Type) -> (any Any.Type)? {
    if let known = metatypes[ObjectIdentifier(type)] { return known }
    let key = AnyKey(type)
    var metatype: (any Any.Type)?
    // Of the types that are no protocols only classes have others below them.
    if key.isExistential {
      metatype = _mangledTypeName(type).flatMap { _typeByName($0 + "Xp") }
    } else if type is AnyClass {
      metatype = _mangledTypeName(type).flatMap { _typeByName($0 + "m") }
    }
    metatypes[ObjectIdentifier(type)] = .some(metatype)
    return metatype
  }

  private static func isInstance<Metatype>(_ type: any Any.Type, of metatype: Metatype.Type) -> Bool {
    type is Metatype
  }
}
