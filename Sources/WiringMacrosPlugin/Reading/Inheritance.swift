import SwiftSyntax

/// What a protocol inherits from.
struct Inheritance {
  private(set) var parents: [String] = []
  private(set) var isClassBound = false
  private(set) var refusals: [Refusal] = []

  init(_ declaration: ProtocolDeclSyntax) {
    let listed = declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    let demanded: [TypeSyntax] =
      declaration.genericWhereClause?.requirements.compactMap { requirement in
        guard case .conformanceRequirement(let conformance) = requirement.requirement,
          conformance.leftType.trimmedDescription == "Self"
        else { return nil }
        return conformance.rightType
      } ?? []
    for type in listed + demanded { add(type, of: declaration) }
  }

  private mutating func add(_ type: TypeSyntax, of declaration: ProtocolDeclSyntax) {
    if let composition = type.as(CompositionTypeSyntax.self) {
      for element in composition.elements { add(element.type, of: declaration) }
      return
    }
    let text = type.trimmedDescription
    let name = text.split(separator: ".").last.map(String.init) ?? text
    if name == "AnyObject" {
      isClassBound = true
    } else if Self.actors.contains(name) {
      refusals.append(
        Refusal("actor", at: type, "cannot stand in for '\(declaration.name.text)': it demands an actor"))
    } else if Self.standard.contains(name) {
      refusals.append(
        Refusal(
          "parent", at: type,
          "cannot forward what '\(name)' demands: only protocols with the same macro can be inherited"))
    } else if !type.is(SuppressedTypeSyntax.self), !Self.demandingNothing.contains(name) {
      parents.append(text)
    }
  }

  private static let actors: Set = ["Actor", "AnyActor", "DistributedActor", "GlobalActor"]
  private static let demandingNothing: Set = [
    "Sendable", "SendableMetatype", "Copyable", "Escapable", "BitwiseCopyable", "Observable", "Any",
  ]
  /// The standard library's protocols that one may think of inheriting from; others are found by the compiler, which then
  /// misses their forwarding.
  private static let standard: Set = [
    "AsyncSequence", "Codable", "CodingKey", "Collection", "Comparable", "CustomDebugStringConvertible",
    "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Identifiable", "Sequence",
  ]
}
