import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A macro that generates a ``GeneratedProxy``: its class and protocol beside the protocol, its members in an extension.
protocol ProxyMacro: PeerMacro, ExtensionMacro {
  /// The kind, and what speaks against it in particular.
  static func kind(for target: ProxiedProtocol, _ attribute: AttributeSyntax) -> (kind: GeneratedProxy.Kind, errors: [ExpansionError])
}

extension ProxyMacro {
  /// The code is laid out as it is written here.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let reading = read(declaration, node)
    for error in reading.errors where reading.isFirst || error.isOwn {
      context.diagnose(error.error.diagnostic(of: node.name))
    }
    guard let proxy = reading.proxy else { return [] }
    let availability = proxy.target.availability
    return [proxy.forwardingProtocol, proxy.classDeclaration].map { "\(raw: availability)\(raw: $0)" }
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // What there is to say was said beside the protocol.
    let proxy = read(declaration, node, qualifiedName: type.trimmedDescription).proxy
    guard let proxy else { return [] }
    return try proxy.extensions.map { try ExtensionDeclSyntax("\(raw: proxy.target.availability)\(raw: $0)") }
  }

  private static func read(
    _ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax, qualifiedName: String = ""
  ) -> (proxy: GeneratedProxy?, errors: [(error: ExpansionError, isOwn: Bool)], isFirst: Bool) {
    let (target, shared) = ProxiedProtocol.read(declaration)
    var errors = shared.map { (error: $0, isOwn: false) }
    var proxy: GeneratedProxy?
    if let target {
      let (kind, own) = kind(for: target, node)
      errors += own.map { (error: $0, isOwn: true) }
      if errors.isEmpty { proxy = GeneratedProxy(kind: kind, target: target, qualifiedName: qualifiedName) }
    }
    let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes.names ?? []
    return (proxy, errors, attributes.first(where: family.contains) == node.name)
  }

  /// The attributes that would all say the same of a requirement that cannot be forwarded; the first one does.
  private static var family: Set<String> { ["LazyProxy", "Intercepted", "Spied"] }
}

/// `@Intercepted`.
enum InterceptedMacro: ProxyMacro {
  static func kind(for target: ProxiedProtocol, _ attribute: AttributeSyntax) -> (kind: GeneratedProxy.Kind, errors: [ExpansionError]) {
    (.intercepted, [])
  }
}

/// `@Spied`.
enum SpiedMacro: ProxyMacro {
  static func kind(for target: ProxiedProtocol, _ attribute: AttributeSyntax) -> (kind: GeneratedProxy.Kind, errors: [ExpansionError]) {
    (.spied, [])
  }
}

/// `@LazyProxy`.
enum LazyProxyMacro: ProxyMacro {
  static func kind(for target: ProxiedProtocol, _ attribute: AttributeSyntax) -> (kind: GeneratedProxy.Kind, errors: [ExpansionError]) {
    guard case .argumentList(let arguments) = attribute.arguments, let argument = arguments.first?.expression else {
      return (.lazy(derived(from: target)), [])
    }
    guard let stated = stated(by: argument) else {
      return (
        .lazy(.nonthrowing),
        [ExpansionError("failure-type", at: argument, "needs the error's type spelled out, as in 'failure: StoreError.self'")]
      )
    }
    let errors = target.requirements.filter { !allows(stated, in: $0.proxyThrowing) }.map { requirement in
      ExpansionError(
        "failure", at: requirement.syntax,
        "cannot report '\(stated.type)' through '\(DeclarationName(requirement).text)', which \(thrownDescription(requirement.proxyThrowing))")
    }
    return (.lazy(stated), errors)
  }

  /// The most that every requirement can throw. A macro does not see what its parents demand, so that with parents it is
  /// nothing unless it is stated.
  private static func derived(from target: ProxiedProtocol) -> ThrowsKind {
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

  private static func stated(by expression: ExprSyntax) -> ThrowsKind? {
    guard let access = expression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.self),
      let base = access.base?.trimmedDescription
    else { return nil }
    return switch base {
    case "Never": .nonthrowing
    case "(any Error)": .anyError
    case _: .typed(base)
    }
  }

  private static func allows(_ stated: ThrowsKind, in throwing: ThrowsKind) -> Bool {
    stated == .nonthrowing || throwing == .anyError || stated == throwing
  }

  private static func thrownDescription(_ throwing: ThrowsKind) -> String {
    throwing == .nonthrowing ? "cannot throw it" : "throws '\(throwing.type)'"
  }
}
