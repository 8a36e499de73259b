import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A class, struct or actor that carries `@Component`.
struct ComponentDeclaration {
  enum Kind {
    case `class`
    case `struct`
    case `actor`
  }

  let kind: Kind
  let declaration: any DeclGroupSyntax
  /// The name as code inside of the type.
  let name: String
  /// The name with those of the enclosing types, as definitions use it.
  let qualifiedName: String
  /// The access level as code, with a trailing space.
  let access: String
  let isolation: ActorIsolation
  let properties: [StoredProperty]
  let methods: [CallableMethod]
  let injectedMethods: [InjectedMethod]
  /// The protocols that the declaration lists, as code, and its superclass, which syntax alone cannot tell apart.
  let interfaces: [String]
  /// The initializers in the declaration, without unavailable ones.
  let initializers: [InitializerDeclSyntax]

  /// Reads a type.
  ///
  /// - Throws: An error for a type that cannot be marked.
  static func read(
    _ declaration: some DeclGroupSyntax, at attribute: AttributeSyntax, in context: some MacroExpansionContext
  ) throws(ExpansionError) -> ComponentDeclaration {
    guard let kind = Kind(declaration), let named = declaration.asProtocol((any NamedDeclSyntax).self) else {
      throw ExpansionError(
        declaration.is(EnumDeclSyntax.self) ? "enum" : "kind", at: attribute,
        "can be attached only to a class, a struct or an actor, not to \(declaration.kindDescription)")
    }
    var names = [named.name.text.withoutBackticks]
    var isHidden = false
    try rejectGeneric(declaration, named.name.text, at: attribute)
    var inner: any DeclGroupSyntax = declaration
    for enclosing in context.lexicalContext {
      guard let group = enclosing.asProtocol((any DeclGroupSyntax).self), !enclosing.is(ProtocolDeclSyntax.self) else {
        throw ExpansionError(
          "local", at: attribute,
          "cannot mark '\(named.name.text)', a local type; move it to file scope, or into another type")
      }
      let name =
        group.asProtocol((any NamedDeclSyntax).self)?.name.text
        ?? enclosing.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription ?? ""
      try rejectGeneric(group, name, at: attribute)
      names.insert(name.withoutBackticks, at: 0)
      isHidden = isHidden || inner.modifiers.contains(.private)
      inner = group
    }
    if isHidden {
      let modifier = declaration.modifiers.first { $0.name.tokenKind == .keyword(.private) }
      throw ExpansionError(
        "private", at: attribute,
        "cannot mark '\(named.name.text)': its conformance is generated outside, where a private type is inaccessible; "
          + "write 'fileprivate'",
        fixes: modifier.map {
          [.init("write 'fileprivate'", replace: $0.name, with: $0.name.with(\.tokenKind, .keyword(.fileprivate)))]
        } ?? [])
    }
    return ComponentDeclaration(
      declaration, kind: kind, name: named.name.text, qualifiedName: names.joined(separator: "."),
      access: declaration.modifiers.access(in: context.lexicalContext))
  }

  private static func rejectGeneric(
    _ group: any DeclGroupSyntax, _ name: String, at attribute: AttributeSyntax
  ) throws(ExpansionError) {
    let extended = group.as(ExtensionDeclSyntax.self)
    let parameters = group.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
    let isExtendedPlain = extended?.extendedType.isPlain ?? true
    guard parameters != nil || extended?.genericWhereClause != nil || !isExtendedPlain else { return }
    throw ExpansionError(
      "generic", at: attribute,
      "cannot mark a type for which '\(name)' is generic: its type arguments are unknown; bind it in a module")
  }

  private init(_ declaration: some DeclGroupSyntax, kind: Kind, name: String, qualifiedName: String, access: String) {
    let isolation =
      kind == .actor ? ActorIsolation.otherActor : ActorIsolation(declaration.attributes, declaration.modifiers)
    let members = declaration.memberBlock.members.map(\.decl)
    self.declaration = declaration
    self.kind = kind
    self.name = name
    self.qualifiedName = qualifiedName
    self.access = kind == .class && declaration.modifiers.contains(.open) ? "open " : access
    self.isolation = isolation
    properties = members.compactMap { $0.as(VariableDeclSyntax.self) }
      .flatMap { StoredProperty.all(of: $0, in: isolation) }
    methods = members.compactMap { $0.as(FunctionDeclSyntax.self) }
      .compactMap {
        CallableMethod(
          $0, in: isolation,
          mayBeSendable: isolation != .none || kind == .struct || declaration.inheritanceClause != nil)
      }
      .reduce(into: []) { methods, method in
        // Of two overloads that differ only in being async, the first one is callable by name.
        if !methods.contains(where: { $0.name == method.name }) { methods.append(method) }
      }
    injectedMethods = InjectedMethod.all(in: members)
    interfaces = Self.interfaces(in: declaration.inheritanceClause)
    let available = members.compactMap { $0.as(InitializerDeclSyntax.self) }.filter { !$0.isUnavailable }
    // A call of a deprecated one is a warning.
    let unlimited = available.filter { !$0.attributes.isLimited || InjectAttribute(in: $0.attributes) != nil }
    initializers = unlimited.isEmpty ? available : unlimited
  }

  private static func interfaces(in clause: InheritanceClauseSyntax?) -> [String] {
    var interfaces: [String] = []
    for inherited in clause?.inheritedTypes ?? [] {
      let attributed = inherited.type.as(AttributedTypeSyntax.self)
      // An isolated conformance is usable only on its actor.
      if attributed?.attributes.hasGlobalActor ?? false { continue }
      for type in (attributed?.baseType ?? inherited.type).composedTypes where !type.is(SuppressedTypeSyntax.self) {
        let text = type.trimmedDescription
        if !ignoredProtocols.contains(type.lastName), !interfaces.contains(text) { interfaces.append(text) }
      }
    }
    return interfaces
  }

  /// Protocols that are never resolved.
  private static let ignoredProtocols: Set = [
    "Sendable", "SendableMetatype", "AnyObject", "Any", "Copyable", "Escapable", "BitwiseCopyable", "Actor",
    "GlobalActor", "DistributedActor", "ComponentType",
  ]

  /// Whether the type can have subclasses.
  var isOpenToSubclasses: Bool { kind == .class && !declaration.modifiers.contains(.final) }
}

/// A method without parameters and result, which a definition can call.
struct CallableMethod {
  /// The name, as code.
  let name: String
  private let effects: Effects

  /// Reads a method; `nil` for one that a definition cannot call.
  ///
  /// - Parameter mayBeSendable: Whether the type's objects can perhaps be sent to another actor.
  init?(_ syntax: FunctionDeclSyntax, in context: ActorIsolation, mayBeSendable: Bool) {
    let excluded: [Keyword] = [.static, .class, .mutating, .consuming]
    guard !syntax.attributes.isLimited, syntax.signature.parameterClause.parameters.isEmpty,
      syntax.genericParameterClause == nil,
      syntax.genericWhereClause == nil, syntax.signature.returnClause.isVoid,
      !excluded.contains(where: syntax.modifiers.contains), !syntax.modifiers.contains(.override),
      case .identifier = syntax.name.tokenKind
    else { return nil }
    name = syntax.name.text
    let isElsewhere = ActorIsolation(syntax.attributes, syntax.modifiers, in: context) != .none
    if isElsewhere || syntax.attributes.names.contains("concurrent"), !mayBeSendable { return nil }
    var effects = Effects(syntax.signature.effectSpecifiers)
    if isElsewhere { effects.isAsync = true }
    self.effects = effects
  }

  /// The call that declares the method to definitions, without the builder on which it is made.
  var code: String {
    let label = effects.isAsync ? "async: " : ""
    return "method(\(label)\"\(name.withoutBackticks)\") { \(effects.keywords)$0.\(name)() }"
  }
}

extension TypeSyntax {
  /// Whether the type is a name without generic arguments and without sugar such as `[Int]`.
  fileprivate var isPlain: Bool {
    (self.is(IdentifierTypeSyntax.self) || self.is(MemberTypeSyntax.self)) && !containsToken { $0 == .leftAngle }
  }
}

extension ComponentDeclaration.Kind {
  fileprivate init?(_ declaration: some DeclGroupSyntax) {
    switch declaration.kind {
    case .classDecl: self = .class
    case .structDecl: self = .struct
    case .actorDecl: self = .actor
    default: return nil
    }
  }
}

extension DeclGroupSyntax {
  fileprivate var kindDescription: String {
    if self.is(EnumDeclSyntax.self) { return "an enum" }
    if self.is(ProtocolDeclSyntax.self) { return "a protocol" }
    return self.is(ExtensionDeclSyntax.self) ? "an extension" : "this declaration"
  }
}

extension InitializerDeclSyntax {
  fileprivate var isUnavailable: Bool {
    attributes.unconditional.contains { attribute in
      attribute.name == "available"
        && attribute.containsToken { $0 == .keyword(.unavailable) || $0 == .identifier("unavailable") }
    }
  }
}

extension Optional<ReturnClauseSyntax> {
  var isVoid: Bool {
    let type = self?.type.trimmedDescription ?? "Void"
    return ["Void", "()", "(Void)", "Swift.Void", "Swift::Void"].contains(type)
  }
}
