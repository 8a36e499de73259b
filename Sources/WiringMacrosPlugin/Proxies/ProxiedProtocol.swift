import SwiftSyntax

/// A protocol that somebody is to stand in for.
struct ProxiedProtocol {
  let name: String
  /// As code, with a space after it.
  let access: String
  /// The access level of a declaration beside the protocol.
  let peerAccess: String
  /// The availability of the protocol, which is that of all that comes of it.
  let availability: String
  let isMainActor: Bool
  /// The protocols that it inherits from and that demand something.
  let parents: [String]
  let requirements: [ProtocolRequirement]

  /// Reads a protocol.
  ///
  /// - Returns: The protocol, and what stands in the way of standing in for it.
  static func read(_ declaration: some DeclSyntaxProtocol) -> (target: ProxiedProtocol?, errors: [ExpansionError]) {
    guard let protocolDeclaration = declaration.as(ProtocolDeclSyntax.self) else {
      return (nil, [ExpansionError("not-a-protocol", at: declaration, "stands in for a protocol, and this is none")])
    }
    let inheritance = Inheritance(protocolDeclaration)
    var reader = RequirementReader(protocolDeclaration, isClassBound: inheritance.isClassBound)
    reader.read()
    let modifiers = protocolDeclaration.modifiers
    let target = ProxiedProtocol(
      name: protocolDeclaration.name.text.withoutBackticks,
      access: modifiers.access,
      peerAccess: modifiers.contains(.fileprivate) || modifiers.contains(.private) ? "fileprivate " : modifiers.access,
      availability: protocolDeclaration.attributes.filter { $0.as(AttributeSyntax.self)?.name == "available" }
        .map { "\($0.trimmedDescription)\n" }.joined(),
      isMainActor: protocolDeclaration.attributes.names.contains("MainActor"),
      parents: inheritance.parents,
      requirements: reader.requirements)
    return (target, inheritance.errors + reader.errors)
  }

  /// Whether every call comes on the main actor, as far as the protocol itself demands them.
  var isCalledOnMainActor: Bool {
    requirements.isEmpty ? isMainActor : requirements.allSatisfy { $0.isMainActor(in: isMainActor) }
  }
}

/// What a protocol inherits from.
struct Inheritance {
  private(set) var parents: [String] = []
  private(set) var isClassBound = false
  private(set) var errors: [ExpansionError] = []

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
      errors.append(
        ExpansionError("actor", at: type, "cannot stand in for '\(declaration.name.text)': it demands an actor"))
    } else if Self.standard.contains(name) {
      errors.append(
        ExpansionError(
          "parent", at: type,
          "cannot forward what '\(name)' demands: only protocols with the same macro can be inherited"))
    } else if !type.is(SuppressedTypeSyntax.self), !Self.markerProtocols.contains(name) {
      parents.append(text)
    }
  }

  private static let actors: Set = ["Actor", "AnyActor", "DistributedActor", "GlobalActor"]
  private static let markerProtocols: Set = [
    "Sendable", "SendableMetatype", "Copyable", "Escapable", "BitwiseCopyable", "Observable", "Any",
  ]
  /// The standard library's protocols that one may think of inheriting from; others are found by the compiler, which then
  /// misses their forwarding.
  private static let standard: Set = [
    "AsyncSequence", "Codable", "CodingKey", "Collection", "Comparable", "CustomDebugStringConvertible",
    "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Identifiable", "Sequence",
  ]
}
