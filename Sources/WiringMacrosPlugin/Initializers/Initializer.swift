import SwiftSyntax
import SwiftSyntaxMacros

/// An initializer that generated code calls.
struct Initializer {
  let syntax: InitializerDeclSyntax
  let parameters: [Parameter]
  /// The name of the type that it creates, as code inside of that type.
  let type: String
  /// Whether a subclass could inherit the generated members without inheriting the initializer.
  private let isOpenToSubclasses: Bool
  /// The global actor of the enclosing type, as an attribute.
  private let actorOfType: String?

  /// Reads the declaration that a macro is attached to.
  ///
  /// - Throws: The reason why generated code cannot call it.
  static func read(
    _ declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws(ExpansionError) -> Initializer {
    guard let syntax = declaration.as(InitializerDeclSyntax.self) else {
      throw ExpansionError("not-an-initializer", at: declaration, "can be attached only to an initializer")
    }
    guard let type = context.lexicalContext.first, let initializer = Initializer(syntax, in: type) else {
      throw ExpansionError("no-type", at: syntax, "needs an initializer of a concrete type, not of a protocol")
    }
    if let error = initializer.error { throw error }
    return initializer
  }

  /// Reads an initializer of a type or an extension; `nil` for one of a protocol.
  init?(_ syntax: InitializerDeclSyntax, in context: Syntax) {
    self.syntax = syntax
    parameters = Parameter.all(in: syntax.signature.parameterClause)
    if let extended = context.as(ExtensionDeclSyntax.self) {
      // An extension does not tell whether it extends a class.
      type = extended.extendedType.trimmedDescription
      isOpenToSubclasses = true
    } else if let named = context.asProtocol((any NamedDeclSyntax).self), !context.is(ProtocolDeclSyntax.self) {
      type = named.name.text
      isOpenToSubclasses =
        context.as(ClassDeclSyntax.self).map {
          !$0.modifiers.contains(.final) && !syntax.modifiers.contains(.required)
        }
        ?? false
    } else {
      return nil
    }
    actorOfType =
      context.asProtocol((any WithAttributesSyntax).self)?.attributes
      .unconditional.first(where: \.isGlobalActor)?.trimmedDescription
  }

  /// Returns the initializer with its type's name for `Self`, which means another type elsewhere.
  func namingItsType() -> Initializer {
    let type = type
    let renamed = SelfRewriter(type: type).rewrite(syntax).as(InitializerDeclSyntax.self) ?? syntax
    return Initializer(self, syntax: renamed)
  }

  private init(_ other: Initializer, syntax: InitializerDeclSyntax) {
    self.syntax = syntax
    parameters = Parameter.all(in: syntax.signature.parameterClause)
    type = other.type
    isOpenToSubclasses = other.isOpenToSubclasses
    actorOfType = other.actorOfType
  }

  /// The created type as a return type of a member.
  var result: String { isOpenToSubclasses ? type : "Self" }

  /// The access level as code, with a trailing space.
  var access: String {
    let levels: [Keyword] = [.public, .package, .fileprivate, .private]
    if syntax.modifiers.contains(.open) { return "public " }
    return syntax.modifiers.first { levels.map(TokenKind.keyword).contains($0.name.tokenKind) }
      .map { "\($0.name.text) " } ?? ""
  }

  var title: String { syntax.title }
  var effects: Effects { Effects(syntax.signature.effectSpecifiers) }
  var whereClause: String { syntax.genericWhereClause.map { " \($0.trimmedDescription)" } ?? "" }

  /// The attributes that apply to a caller too, one a line.
  var attributes: String {
    syntax.attributes
      .filter { !["Injectable", "AssistedFactory", "Inject", "inlinable"].contains($0.as(AttributeSyntax.self)?.name) }
      .map { "\($0.trimmedDescription)\n" }.joined()
  }

  /// The `nonisolated` modifier as code, with a trailing space; empty where the initializer has none.
  var nonisolated: String {
    syntax.modifiers.first { $0.name.tokenKind == .keyword(.nonisolated) }.map { "\($0.trimmedDescription) " } ?? ""
  }

  /// The enclosing type's actor as an attribute for a caller in another type; empty where the initializer spells out its
  /// isolation, or has none.
  var inheritedActor: String {
    let isExplicit = syntax.attributes.hasGlobalActor || !nonisolated.isEmpty
    return isExplicit ? "" : actorOfType.map { "\($0)\n" } ?? ""
  }

  /// The first reason why generated code cannot call the initializer; `nil` when it can.
  var error: ExpansionError? {
    if let mark = syntax.optionalMark {
      return ExpansionError(
        "failable", at: syntax,
        "cannot call 'init?\(title.dropFirst(4))': a failure would have no error to report; throw an error instead",
        fixes: [.init("remove '\(mark.text)'", replace: mark, with: TokenSyntax(.unknown(""), presence: .missing))])
    }
    if syntax.genericParameterClause != nil
      || parameters.contains(where: { $0.type.containsToken { $0 == .keyword(.some) } })
    {
      return error(id: "generic", reason: "its type arguments are unknown; make the type generic instead")
    }
    if syntax.signature.effectSpecifiers?.throwsClause?.throwsSpecifier.tokenKind == .keyword(.rethrows) {
      return error(id: "rethrows", reason: "generated code cannot rethrow; write 'throws'")
    }
    return parameters.lazy.compactMap(error).first
  }

  private func error(of parameter: Parameter) -> ExpansionError? {
    if let (reason, fix) = parameter.variadicError { return error(id: "variadic", reason: reason, fixes: fix) }
    if parameter.isInout {
      return error(id: "inout", reason: "'\(parameter.name)' is 'inout', and a dependency is not a variable")
    }
    if parameter.isAutoclosure {
      return error(
        id: "autoclosure", reason: "'\(parameter.name)' is an autoclosure; take a 'Lazy' or a 'Provider' instead")
    }
    return nil
  }

  private func error(id: String, reason: String, fixes: ExpansionError.Fix...) -> ExpansionError {
    ExpansionError(id, at: syntax, "cannot call '\(title)': \(reason)", fixes: fixes)
  }
}

/// Replaces `Self` by the name of a type.
private final class SelfRewriter: SyntaxRewriter {
  private let type: String

  init(type: String) {
    self.type = type
  }

  override func visit(_ token: TokenSyntax) -> TokenSyntax {
    token.tokenKind == .keyword(.Self) ? token.with(\.tokenKind, .identifier(type)) : token
  }
}

/// A parameter that a container passes. One with a default value becomes optional, and is `nil` when the type is unbound.
struct InjectedParameter {
  let parameter: Parameter
  private let fallback: ExprSyntax?

  init(_ parameter: Parameter) {
    self.parameter = parameter
    fallback = parameter.syntax.defaultValue?.value
  }

  /// The type to resolve, as code.
  var type: String {
    if let optional { return optional }
    let type = storedType
    guard fallback != nil, !parameter.type.isOptional else { return type }
    return isSimple ? "\(type)?" : "(\(type))?"
  }

  /// The type of a parameter that accepts the value, as code.
  var parameterType: String {
    if let optional { return optional }
    return fallback == nil ? parameter.syntax.type.trimmedDescription : type
  }

  /// `T?` of a parameter of type `T!`, as code; `nil` for another type.
  private var optional: String? {
    guard let forced = parameter.type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else { return nil }
    return "\(forced.wrappedType.trimmedDescription)?"
  }

  /// The declaration of a parameter that accepts the value, as code.
  var declaration: String {
    guard fallback != nil else { return parameter.declaration }
    let names = [parameter.syntax.firstName, parameter.syntax.secondName].compactMap { $0?.text }
    return "\(names.joined(separator: " ")): \(parameterType)"
  }

  /// The labelled argument as code, which falls back to the default value.
  func argument(_ value: String) -> String {
    guard let fallback, !fallback.is(NilLiteralExprSyntax.self) else { return parameter.argument(value) }
    let simple: [SyntaxKind] = [
      .declReferenceExpr, .memberAccessExpr, .functionCallExpr, .integerLiteralExpr, .floatLiteralExpr,
      .booleanLiteralExpr,
      .stringLiteralExpr, .arrayExpr, .dictionaryExpr, .tupleExpr, .closureExpr, .macroExpansionExpr,
    ]
    let isCompound = !simple.contains(fallback.kind)
    return parameter.argument(
      "\(value) ?? \(isCompound ? "(\(fallback.trimmedDescription))" : fallback.trimmedDescription)")
  }

  private var isSimple: Bool {
    let type = parameter.syntax.type
    return type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self) || type.is(ArrayTypeSyntax.self)
      || type.is(DictionaryTypeSyntax.self)
  }

  /// The type of a stored value: without `@escaping`, which stored closures imply.
  private var storedType: String {
    guard let attributed = parameter.syntax.type.as(AttributedTypeSyntax.self) else {
      return parameter.syntax.type.trimmedDescription
    }
    let attributes = attributed.attributes.filter { $0.as(AttributeSyntax.self)?.name != "escaping" }
    return (attributes.map(\.trimmedDescription) + [attributed.baseType.trimmedDescription]).joined(separator: " ")
  }
}
