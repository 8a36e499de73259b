import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A type that describes how its objects are made.
struct ComponentDeclaration {
  enum Kind {
    case `class`
    case `struct`
    case `actor`
  }

  let kind: Kind
  let declaration: any DeclGroupSyntax
  /// As code, inside of itself.
  let name: String
  /// With the types around it, as definitions call it.
  let typeName: String
  let isolation: ActorIsolation
  let properties: [StoredProperty]
  let methods: [CallableMethod]
  let interfaces: [String]
  /// The initializers that the type writes and that generated code could call; empty where it writes none.
  let initializers: [InitializerDeclSyntax]

  /// Reads a type; a error when it is none that can be marked.
  static func read(
    _ declaration: some DeclGroupSyntax, at attribute: AttributeSyntax, in context: some MacroExpansionContext
  ) -> Result<ComponentDeclaration, ExpansionError> {
    guard let kind = Kind(declaration), let named = declaration.asProtocol((any NamedDeclSyntax).self) else {
      return .failure(
        ExpansionError(
          declaration.is(EnumDeclSyntax.self) ? "enum" : "kind", at: attribute,
          "stands at a class, a struct or an actor, and this is \(declaration.kindInWords)"))
    }
    var names = [named.name.text.withoutBackticks]
    var isHidden = false
    if let error = generic(declaration, named.name.text, at: attribute) { return .failure(error) }
    var inner: any DeclGroupSyntax = declaration
    for surroundings in context.lexicalContext {
      if let group = surroundings.asProtocol((any DeclGroupSyntax).self), !surroundings.is(ProtocolDeclSyntax.self) {
        let name =
          group.asProtocol((any NamedDeclSyntax).self)?.name.text
          ?? surroundings.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription ?? ""
        if let error = generic(group, name, at: attribute) { return .failure(error) }
        names.insert(name.withoutBackticks, at: 0)
        isHidden = isHidden || inner.modifiers.contains(.private)
        inner = group
      } else {
        return .failure(
          ExpansionError(
            "local", at: attribute,
            "cannot mark '\(named.name.text)', which nobody can name from outside; move it out of the code around it"))
      }
    }
    if isHidden {
      let modifier = declaration.modifiers.first { $0.name.tokenKind == .keyword(.private) }
      return .failure(
        ExpansionError(
          "private", at: attribute,
          "cannot mark '\(named.name.text)', whose conformance stands outside, where what is private is not seen; "
            + "write 'fileprivate'",
          fixes: modifier.map {
            [.init("write 'fileprivate'", replace: $0.name, with: $0.name.with(\.tokenKind, .keyword(.fileprivate)))]
          } ?? []))
    }
    return .success(ComponentDeclaration(declaration, kind, named.name.text, names.joined(separator: ".")))
  }

  private static func generic(
    _ group: any DeclGroupSyntax, _ name: String, at attribute: AttributeSyntax
  ) -> ExpansionError? {
    let extended = group.as(ExtensionDeclSyntax.self)
    let parameters = group.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
    let isGeneric =
      parameters != nil || extended?.genericWhereClause != nil
      || extended.map { !$0.extendedType.isPlain } ?? false
    return isGeneric
      ? ExpansionError(
        "generic", at: attribute,
        "cannot mark a type for which '\(name)' is generic: nobody would know for which types; bind it in a module")
      : nil
  }

  private init(_ declaration: some DeclGroupSyntax, _ kind: Kind, _ name: String, _ typeName: String) {
    let isolation =
      kind == .actor ? ActorIsolation.otherActor : ActorIsolation(declaration.attributes, declaration.modifiers)
    let members = declaration.memberBlock.members.map(\.decl)
    self.declaration = declaration
    self.kind = kind
    self.name = name
    self.typeName = typeName
    self.isolation = isolation
    properties = members.compactMap { $0.as(VariableDeclSyntax.self) }
      .flatMap { StoredProperty.all(of: $0, in: isolation) }
    methods = members.compactMap { $0.as(FunctionDeclSyntax.self) }
      .compactMap { CallableMethod($0, in: isolation) }.reduce(into: []) { methods, method in
        // One that is async beside one that is not: the name stands for one of them.
        if !methods.contains(where: { $0.name == method.name }) { methods.append(method) }
      }
    interfaces = Interfaces(declaration.inheritanceClause).types
    initializers = members.compactMap { $0.as(InitializerDeclSyntax.self) }.filter { !$0.isUnavailable }
  }

  /// As code, with a space after it.
  var access: String {
    kind == .class && declaration.modifiers.contains(.open) ? "open " : declaration.modifiers.access
  }

  /// Whether there can be subclasses.
  var isOpenToSubclasses: Bool { kind == .class && !declaration.modifiers.contains(.final) }
}

extension TypeSyntax {
  /// Whether it is a name without arguments, nor a short form of one with arguments.
  fileprivate var isPlain: Bool {
    (self.is(IdentifierTypeSyntax.self) || self.is(MemberTypeSyntax.self)) && !containsToken { $0 == .leftAngle }
  }
}

extension ComponentDeclaration.Kind {
  fileprivate init?(_ declaration: some DeclGroupSyntax) {
    if declaration.is(ClassDeclSyntax.self) {
      self = .class
    } else if declaration.is(StructDeclSyntax.self) {
      self = .struct
    } else if declaration.is(ActorDeclSyntax.self) {
      self = .actor
    } else {
      return nil
    }
  }
}

extension DeclGroupSyntax {
  fileprivate var kindInWords: String {
    if self.is(EnumDeclSyntax.self) { return "an enum, whose cases are its values" }
    if self.is(ProtocolDeclSyntax.self) { return "a protocol" }
    return self.is(ExtensionDeclSyntax.self) ? "an extension" : "something else"
  }
}

extension InitializerDeclSyntax {
  /// Whether an attribute says that nobody can call it.
  fileprivate var isUnavailable: Bool {
    attributes.contains { attribute in
      guard let attribute = attribute.as(AttributeSyntax.self), attribute.name == "available" else { return false }
      return attribute.containsToken { $0 == .keyword(.unavailable) || $0 == .identifier("unavailable") }
    }
  }
}

/// A method without parameters that gives nothing.
struct CallableMethod {
  /// The name, as code.
  let name: String
  private let isAsync: Bool
  private let isThrowing: Bool

  /// Reads a method; `nil` for one that a definition cannot call.
  init?(_ syntax: FunctionDeclSyntax, in surroundings: ActorIsolation) {
    let others: [Keyword] = [.static, .class, .mutating, .consuming]
    let effects = syntax.signature.effectSpecifiers
    guard syntax.signature.parameterClause.parameters.isEmpty, syntax.genericParameterClause == nil,
      syntax.genericWhereClause == nil, syntax.signature.returnClause.isNothing,
      !others.contains(where: syntax.modifiers.contains), !syntax.modifiers.contains(.override),
      case .identifier = syntax.name.tokenKind
    else { return nil }
    name = syntax.name.text
    isAsync =
      effects?.asyncSpecifier != nil || ActorIsolation(syntax.attributes, syntax.modifiers, in: surroundings) != .none
    isThrowing = effects?.throwsClause != nil && ThrowsKind(effects?.throwsClause) != .nonthrowing
  }

  /// What offers it to definitions.
  var code: String {
    let marks = (isThrowing ? "try " : "") + (isAsync ? "await " : "")
    return "component.method(\(isAsync ? "async: " : "")\"\(name.withoutBackticks)\") { \(marks)$0.\(name)() }"
  }
}

extension Optional<ReturnClauseSyntax> {
  fileprivate var isNothing: Bool {
    switch self?.type.trimmedDescription {
    case nil, "Void", "()", "Swift.Void": true
    case _?: false
    }
  }
}

/// What the objects of a type can be asked for as, by the type's own declaration.
struct Interfaces {
  /// Types as code: protocols, and perhaps a superclass, which looks the same.
  private(set) var types: [String] = []

  init(_ clause: InheritanceClauseSyntax?) {
    for inherited in clause?.inheritedTypes ?? [] { add(inherited.type) }
  }

  private mutating func add(_ type: TypeSyntax) {
    if let attributed = type.as(AttributedTypeSyntax.self) {
      // A conformance that belongs to an actor holds there alone.
      if !attributed.attributes.names.contains(where: { $0.hasSuffix("Actor") }) { add(attributed.baseType) }
    } else if let composition = type.as(CompositionTypeSyntax.self) {
      for element in composition.elements { add(element.type) }
    } else if !type.is(SuppressedTypeSyntax.self) {
      let text = type.trimmedDescription
      let name = text.split(separator: ".").last.map(String.init) ?? text
      if !Self.ignoredProtocols.contains(name), !types.contains(text) { types.append(text) }
    }
  }

  /// What nobody asks for.
  private static let ignoredProtocols: Set = [
    "Sendable", "SendableMetatype", "AnyObject", "Any", "Copyable", "Escapable", "BitwiseCopyable", "Actor",
    "GlobalActor", "DistributedActor", "ComponentType",
  ]
}
