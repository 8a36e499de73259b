import SwiftSyntax
import SwiftSyntaxMacros

/// A protocol that carries a proxy macro.
struct ProxiedProtocol {
  let name: String
  /// The access level of members, as code with a trailing space.
  let access: String
  /// The access level of declarations beside the protocol, as code with a trailing space.
  let peerAccess: String
  /// The `@available` attributes of the protocol, which apply to all generated declarations.
  let availability: String
  let isMainActor: Bool
  /// The inherited protocols that have requirements.
  let parents: [String]
  let requirements: [ProtocolRequirement]

  /// Reads the declaration that a macro is attached to.
  ///
  /// - Returns: The protocol, and the errors that prevent generating a proxy.
  static func read(
    _ declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> (target: ProxiedProtocol?, errors: [ExpansionError]) {
    guard let declaration = declaration.as(ProtocolDeclSyntax.self) else {
      return (nil, [notAProtocol(declaration)])
    }
    let inheritance = Inheritance(declaration)
    let reader = RequirementReader(declaration, isClassBound: inheritance.isClassBound)
    let modifiers = declaration.modifiers
    let hidden = context.lexicalContext.firstHidden(around: declaration).map { _ in
      ExpansionError(
        "private", at: declaration.name,
        "cannot generate a proxy for '\(declaration.name.text)': its members are generated outside, where a private type is "
          + "inaccessible; write 'fileprivate'")
    }
    let target = ProxiedProtocol(
      name: declaration.name.text.withoutBackticks,
      access: modifiers.access(in: context.lexicalContext),
      peerAccess: modifiers.contains(.private)
        ? "fileprivate " : modifiers.accessLevel.map { "\($0.name.text) " } ?? "",
      availability: declaration.attributes.availability,
      isMainActor: declaration.attributes.names.contains("MainActor"),
      parents: inheritance.parents,
      requirements: reader.requirements)
    return (target, inheritance.errors + reader.errors + [hidden].compactMap(\.self))
  }

  /// Refuses a class: a proxy that inherits from it would create its object.
  private static func notAProtocol(_ declaration: some DeclSyntaxProtocol) -> ExpansionError {
    let advice = declaration.asProtocol((any NamedDeclSyntax).self).map { type in
      ": declare one with what callers of '\(type.name.text)' use, or inject 'Lazy<\(type.name.text)>'"
    }
    return ExpansionError("not-a-protocol", at: declaration, "can be attached only to a protocol\(advice ?? "")")
  }

  /// Whether every requirement that the protocol itself declares is isolated to the main actor.
  var isCalledOnMainActor: Bool {
    requirements.isEmpty ? isMainActor : requirements.allSatisfy { $0.isMainActor(in: isMainActor) }
  }
}

/// The types that a protocol inherits from.
private struct Inheritance {
  private(set) var parents: [String] = []
  private(set) var isClassBound = false
  private(set) var errors: [ExpansionError] = []

  init(_ declaration: ProtocolDeclSyntax) {
    let listed = declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    let required: [TypeSyntax] =
      declaration.genericWhereClause?.requirements.compactMap { requirement in
        guard case .conformanceRequirement(let conformance) = requirement.requirement,
          conformance.leftType.trimmedDescription == "Self"
        else { return nil }
        return conformance.rightType
      } ?? []
    for type in (listed + required).flatMap(\.composedTypes) { add(type, of: declaration) }
  }

  private mutating func add(_ type: TypeSyntax, of declaration: ProtocolDeclSyntax) {
    let name = type.lastName
    if name == "AnyObject" {
      isClassBound = true
    } else if Self.actors.contains(name) {
      errors.append(
        ExpansionError(
          "actor", at: type, "cannot generate a proxy for '\(declaration.name.text)': it requires an actor"))
    } else if Self.standard.contains(name) {
      errors.append(
        ExpansionError(
          "parent", at: type,
          "cannot forward the requirements of '\(name)': only protocols with the same macro can be inherited"))
    } else if !type.is(SuppressedTypeSyntax.self), !Self.markerProtocols.contains(name) {
      parents.append(type.trimmedDescription)
    }
  }

  private static let actors: Set = ["Actor", "AnyActor", "DistributedActor", "GlobalActor"]
  private static let markerProtocols: Set = [
    "Sendable", "SendableMetatype", "Copyable", "Escapable", "BitwiseCopyable", "Observable", "Any",
  ]
  /// The standard library's protocols that are likely to be inherited. For any other protocol without the macro, the
  /// compiler reports the missing forwarding protocol.
  private static let standard: Set = [
    "AsyncSequence", "Codable", "CodingKey", "Collection", "Comparable", "CustomDebugStringConvertible",
    "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Identifiable", "Sequence",
  ]
}
