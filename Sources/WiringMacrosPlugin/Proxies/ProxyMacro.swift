import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A macro that generates a ``GeneratedProxy``: its class and protocol beside the protocol, its members in an extension.
protocol ProxyMacro: PeerMacro, ExtensionMacro {
  /// Returns the kind of proxy, and the errors of this kind.
  static func kind(for target: ProxiedProtocol, _ attribute: AttributeSyntax) -> (GeneratedProxy.Kind, [ExpansionError])
}

extension ProxyMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let (proxy, errors) = read(declaration, node, in: context)
    context.report(errors, of: node)
    guard let proxy else { return [] }
    let availability = proxy.target.availability
    return [proxy.forwardingProtocol, proxy.classDeclaration].map { "\(raw: availability)\(raw: $0)" }
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The peer expansion reports the errors.
    guard let declaration = declaration.as(ProtocolDeclSyntax.self),
      let inside = read(declaration, node, in: context, qualifiedName: type.trimmedDescription).proxy
    else { return [] }
    let proxy = inside.outside(declaration) { ProxiedProtocol.read($0, in: context).target }
    return try proxy.extensions.map { try ExtensionDeclSyntax("\(raw: proxy.target.availability)\(raw: $0)") }
  }

  /// Reads the protocol; returns no proxy where there is any error, and only the errors that this attribute reports.
  private static func read(
    _ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax, in context: some MacroExpansionContext,
    qualifiedName: String = ""
  ) -> (proxy: GeneratedProxy?, errors: [ExpansionError]) {
    let (target, sharedErrors) = ProxiedProtocol.read(declaration, in: context)
    let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes.names ?? []
    let reported = attributes.first(where: proxyAttributes.contains) == node.name ? sharedErrors : []
    guard let target else { return (nil, reported) }
    let (kind, errors) = kind(for: target, node)
    let proxy = GeneratedProxy(
      kind: kind, target: target, qualifiedName: qualifiedName,
      nested: context.lexicalContext.isEmpty ? nil : declaration.as(ProtocolDeclSyntax.self))
    return (sharedErrors.isEmpty && errors.isEmpty ? proxy : nil, reported + errors)
  }

  /// The attributes that have the same errors for a protocol. Only the first one reports them.
  private static var proxyAttributes: Set<String> { ["LazyProxy", "Intercepted", "Spied"] }
}

/// `@Intercepted`.
enum InterceptedMacro: ProxyMacro {
  static func kind(for _: ProxiedProtocol, _: AttributeSyntax) -> (GeneratedProxy.Kind, [ExpansionError]) {
    (.intercepted, [])
  }
}

/// `@Spied`.
enum SpiedMacro: ProxyMacro {
  static func kind(for _: ProxiedProtocol, _: AttributeSyntax) -> (GeneratedProxy.Kind, [ExpansionError]) {
    (.spied, [])
  }
}

/// `@LazyProxy`.
enum LazyProxyMacro: ProxyMacro {
  static func kind(
    for target: ProxiedProtocol, _ attribute: AttributeSyntax
  ) -> (GeneratedProxy.Kind, [ExpansionError]) {
    guard case .argumentList(let arguments) = attribute.arguments, let argument = arguments.first?.expression else {
      return (.lazy(inferredFailure(of: target)), [])
    }
    guard let failure = explicitFailure(argument) else {
      let reason = "needs the error's type spelled out, as in 'failure: StoreError.self'"
      return (.lazy(.nonthrowing), [ExpansionError("failure-type", at: argument, reason)])
    }
    let narrower = target.requirements.filter { ![failure, .anyError].contains($0.proxyThrowing) }
    let errors = narrower.map { requirement in
      let throwing = requirement.proxyThrowing
      let thrown = throwing == .nonthrowing ? "cannot throw it" : "throws '\(throwing.type)'"
      return ExpansionError(
        "failure", at: Syntax(requirement.syntax),
        "cannot report '\(failure.type)' through '\(requirement.title)', which \(thrown)")
    }
    return (.lazy(failure), failure == .nonthrowing ? [] : errors)
  }

  /// The widest error that every requirement can throw. A macro does not see the requirements of parents, so that a
  /// protocol with parents has none unless the attribute names it.
  private static func inferredFailure(of target: ProxiedProtocol) -> ThrowsKind {
    guard target.parents.isEmpty, var common = target.requirements.first?.proxyThrowing else { return .nonthrowing }
    for requirement in target.requirements {
      switch (common, requirement.proxyThrowing) {
      case (_, .anyError): continue
      case (.anyError, let narrower): common = narrower
      case (let one, let other) where one == other: continue
      case (_, _): return .nonthrowing
      }
    }
    return common
  }

  private static func explicitFailure(_ expression: ExprSyntax) -> ThrowsKind? {
    guard let access = expression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.self),
      let base = access.base?.trimmedDescription
    else { return nil }
    return ThrowsKind(type: base)
  }
}
