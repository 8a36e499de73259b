/// Whether types conform to protocols, for types that are known at run time only.
///
/// The language asks `type is any P.Type` of a protocol that is spelled out, and of no other: for a generic type that stands
/// for `any P`, the question means something else. So the type `any P.Type` is made of the mangled name of `any P`, and the
/// question is a cast to it. The mangling is stable (Swift's documentation, "Mangling": a protocol composition ends in `p`,
/// and `Xp` makes the metatype of what conforms to it). A private protocol has no name that finds it again; such a one is
/// found where a component's own inheritance clause names it.
final class Conformances {
  /// What is asked of each type about one other.
  private struct Question {
    /// What the metatype of a subtype can be cast to; `nil` where nothing is a subtype.
    let metatype: (any Any.Type)?
    /// The protocols of the other type.
    let protocols: [UInt]
  }

  private var questions: [ObjectIdentifier: Question] = [:]
  private static let factoryProtocols = ProgramConformances.protocols(of: (any ObjectFactory).self)

  /// Whether an object of a type is one of another: the same type, a subclass, or one that conforms to the protocol.
  func isSubtype(_ type: any Any.Type, of other: any Any.Type) -> Bool {
    if type == other { return true }
    let question = question(about: other)
    guard let metatype = question.metatype, !ProgramConformances.shared.deny(type, question.protocols) else {
      return false
    }
    return Self.isInstance(type, of: metatype)
  }

  /// A type as a factory, if it is one.
  static func factory(_ type: any Any.Type) -> (any ObjectFactory.Type)? {
    ProgramConformances.shared.deny(type, factoryProtocols) ? nil : type as? any ObjectFactory.Type
  }

  private func question(about type: any Any.Type) -> Question {
    if let known = questions[ObjectIdentifier(type)] { return known }
    let question = Question(metatype: Self.metatype(of: type), protocols: ProgramConformances.protocols(of: type))
    questions[ObjectIdentifier(type)] = question
    return question
  }

  private static func metatype(of type: any Any.Type) -> (any Any.Type)? {
    let key = AnyKey(type)
    var metatype: (any Any.Type)?
    // Of the types that are no protocols only classes have others below them.
    if key.isExistential {
      metatype = _mangledTypeName(type).flatMap { _typeByName($0 + "Xp") }
    } else if type is AnyClass {
      metatype = _mangledTypeName(type).flatMap { _typeByName($0 + "m") }
    }
    return metatype
  }

  private static func isInstance<Metatype>(_ type: any Any.Type, of metatype: Metatype.Type) -> Bool {
    type is Metatype
  }
}
