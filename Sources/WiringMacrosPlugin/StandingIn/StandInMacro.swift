import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A macro that generates a ``StandIn``: its class and protocol beside the protocol, its members in an extension.
protocol StandInMacro: PeerMacro, ExtensionMacro {
  /// The kind, and what speaks against it in particular.
  static func kind(for subject: Subject, _ attribute: AttributeSyntax) -> (kind: StandIn.Kind, refusals: [Refusal])
}

extension StandInMacro {
  /// The code is laid out as it is written here.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let reading = read(declaration, node)
    for refusal in reading.refusals where reading.isFirst || refusal.isOwn {
      context.diagnose(refusal.refusal.diagnostic(of: node.name))
    }
    guard let standIn = reading.standIn else { return [] }
    let availability = standIn.subject.availability
    return [standIn.forwardingProtocol, standIn.classDeclaration].map { "\(raw: availability)\(raw: $0)" }
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // What there is to say was said beside the protocol.
    let standIn = read(declaration, node, qualifiedName: type.trimmedDescription).standIn
    guard let standIn else { return [] }
    return try standIn.extensions.map { try ExtensionDeclSyntax("\(raw: standIn.subject.availability)\(raw: $0)") }
  }

  private static func read(
    _ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax, qualifiedName: String = ""
  ) -> (standIn: StandIn?, refusals: [(refusal: Refusal, isOwn: Bool)], isFirst: Bool) {
    let (subject, shared) = Subject.read(declaration)
    var refusals = shared.map { (refusal: $0, isOwn: false) }
    var standIn: StandIn?
    if let subject {
      let (kind, own) = kind(for: subject, node)
      refusals += own.map { (refusal: $0, isOwn: true) }
      if refusals.isEmpty { standIn = StandIn(kind: kind, subject: subject, qualifiedName: qualifiedName) }
    }
    let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes.names ?? []
    return (standIn, refusals, attributes.first(where: family.contains) == node.name)
  }

  /// The attributes that would all say the same of a requirement that cannot be forwarded; the first one does.
  private static var family: Set<String> { ["LazyProxy", "Intercepted", "Spied"] }
}

/// `@Intercepted`.
enum InterceptedMacro: StandInMacro {
  static func kind(for subject: Subject, _ attribute: AttributeSyntax) -> (kind: StandIn.Kind, refusals: [Refusal]) {
    (.intercepted, [])
  }
}

/// `@Spied`.
enum SpiedMacro: StandInMacro {
  static func kind(for subject: Subject, _ attribute: AttributeSyntax) -> (kind: StandIn.Kind, refusals: [Refusal]) {
    (.spied, [])
  }
}
