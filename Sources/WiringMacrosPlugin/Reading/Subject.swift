import SwiftSyntax

/// A protocol that somebody is to stand in for.
struct Subject {
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
  let requirements: [Requirement]

  /// Reads a protocol.
  ///
  /// - Returns: The protocol, and what stands in the way of standing in for it.
  static func read(_ declaration: some DeclSyntaxProtocol) -> (subject: Subject?, refusals: [Refusal]) {
    guard let protocolDeclaration = declaration.as(ProtocolDeclSyntax.self) else {
      return (nil, [Refusal("not-a-protocol", at: declaration, "stands in for a protocol, and this is none")])
    }
    let inheritance = Inheritance(protocolDeclaration)
    var reader = RequirementReader(protocolDeclaration, isClassBound: inheritance.isClassBound)
    reader.read()
    let modifiers = protocolDeclaration.modifiers
    let subject = Subject(
      name: protocolDeclaration.name.text.bare,
      access: modifiers.access,
      peerAccess: modifiers.contains(.fileprivate) || modifiers.contains(.private) ? "fileprivate " : modifiers.access,
      availability: protocolDeclaration.attributes.filter { $0.as(AttributeSyntax.self)?.name == "available" }
        .map { "\($0.trimmedDescription)\n" }.joined(),
      isMainActor: protocolDeclaration.attributes.names.contains("MainActor"),
      parents: inheritance.parents,
      requirements: reader.requirements)
    return (subject, inheritance.refusals + reader.refusals)
  }

  /// Whether every call comes on the main actor, as far as the protocol itself demands them.
  var isCalledOnMainActor: Bool {
    requirements.isEmpty ? isMainActor : requirements.allSatisfy { $0.isMainActor(in: isMainActor) }
  }
}
