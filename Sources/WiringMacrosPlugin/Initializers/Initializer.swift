import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// An initializer that a macro stands at.
struct Initializer {
  let syntax: InitializerDeclSyntax
  let parameters: [Parameter]
  /// The type that it makes, as it is called inside of itself.
  let type: String
  /// Whether a subclass could inherit what is generated, without inheriting the initializer.
  private let isOpenToSubclasses: Bool
  /// The actor of the type around it, as an attribute.
  private let actorOfType: String?

  /// Reads an initializer.
  ///
  /// - Returns: The initializer, and what stands in the way of calling it from generated code.
  static func read(
    _ declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> (initializer: Initializer?, errors: [ExpansionError]) {
    guard let syntax = declaration.as(InitializerDeclSyntax.self) else {
      return (nil, [ExpansionError("not-an-initializer", at: declaration, "stands at an initializer, and this is none")])
    }
    guard let surroundings = context.lexicalContext.first, let initializer = Initializer(syntax, in: surroundings)
    else {
      return (
        nil, [ExpansionError("no-type", at: syntax, "needs an initializer of a type that can be made, not of a protocol")]
      )
    }
    return (initializer, initializer.errors)
  }

  /// Reads an initializer of a type; `nil` when what stands around it is none that can be made.
  init?(_ syntax: InitializerDeclSyntax, in surroundings: Syntax) {
    self.syntax = syntax
    parameters = syntax.signature.parameterClause.parameters.enumerated().map { Parameter($1, at: $0) }
    if let extended = surroundings.as(ExtensionDeclSyntax.self) {
      // Whether it is a class that is extended, the extension does not say.
      type = extended.extendedType.trimmedDescription
      isOpenToSubclasses = true
    } else if let named = surroundings.asProtocol((any NamedDeclSyntax).self), !surroundings.is(ProtocolDeclSyntax.self)
    {
      type = named.name.text
      isOpenToSubclasses =
        surroundings.as(ClassDeclSyntax.self).map {
          !$0.modifiers.contains(.final) && !syntax.modifiers.contains(.required)
        }
        ?? false
    } else {
      return nil
    }
    actorOfType =
      surroundings.asProtocol((any WithAttributesSyntax).self)?.attributes
      .first { $0.as(AttributeSyntax.self)?.name.hasSuffix("Actor") ?? false }?.trimmedDescription
  }

  /// The type that it makes, for a member of that type.
  var result: String { isOpenToSubclasses ? type : "Self" }

  /// As code, with a space after it.
  var access: String {
    let levels: [Keyword] = [.public, .package, .fileprivate, .private]
    if syntax.modifiers.contains(.open) { return "public " }
    return syntax.modifiers.first { levels.map(TokenKind.keyword).contains($0.name.tokenKind) }
      .map { "\($0.name.text) " } ?? ""
  }

  var isAsync: Bool { syntax.signature.effectSpecifiers?.asyncSpecifier != nil }
  var throwing: ThrowsKind { ThrowsKind(syntax.signature.effectSpecifiers?.throwsClause) }
  var whereClause: String { syntax.genericWhereClause.map { " \($0.trimmedDescription)" } ?? "" }

  /// The attributes that hold for a caller too, each on a line.
  var attributes: String {
    syntax.attributes
      .filter { !["Injectable", "AssistedFactory", "Inject", "inlinable"].contains($0.as(AttributeSyntax.self)?.name) }
      .map { "\($0.trimmedDescription)\n" }.joined()
  }

  /// Its isolation as code, with a space or a line's end after it, where it is another than that of what stands around it.
  var nonisolated: String {
    syntax.modifiers.first { $0.name.tokenKind == .keyword(.nonisolated) }.map { "\($0.trimmedDescription) " } ?? ""
  }

  /// The attribute for a caller in another type; empty where the initializer says it itself, or belongs to no actor.
  var inheritedActor: String {
    let saysItself = syntax.attributes.names.contains { $0.hasSuffix("Actor") } || !nonisolated.isEmpty
    return saysItself ? "" : actorOfType.map { "\($0)\n" } ?? ""
  }

  /// What stands in the way of calling it from generated code.
  var errors: [ExpansionError] {
    if let mark = syntax.optionalMark {
      return [
        ExpansionError(
          "failable", at: syntax,
          "cannot call 'init?\(title.dropFirst(4))': no reason would be left when it fails; throw an error instead",
          fixes: [.init("remove '\(mark.text)'", replace: mark, with: TokenSyntax(.unknown(""), presence: .missing))]
        )
      ]
    }
    if syntax.genericParameterClause != nil
      || parameters.contains(where: { $0.type.containsToken { $0 == .keyword(.some) } })
    {
      return [error("generic", "nobody would know for which types; make the type generic instead")]
    }
    if syntax.signature.effectSpecifiers?.throwsClause?.throwsSpecifier.tokenKind == .keyword(.rethrows) {
      return [error("rethrows", "what 'rethrows' calls is not there; write 'throws'")]
    }
    return parameters.lazy.compactMap(error).prefix(1).map(\.self)
  }

  private func error(of parameter: Parameter) -> ExpansionError? {
    if parameter.isVariadic {
      let list = "[\(parameter.type.trimmedDescription)]"
      let replaced = parameter.syntax.with(\.ellipsis, nil).with(\.type, TypeSyntax(stringLiteral: list))
      return error(
        "variadic", "the arguments of '\(parameter.name)' arrive as an array, which cannot be passed on one by one",
        .init("take the array '\(list)'", replace: parameter.syntax, with: replaced))
    }
    if parameter.isInout { return error("inout", "there is no variable for '\(parameter.name)' to change") }
    if parameter.isAutoclosure {
      return error("autoclosure", "a dependency like '\(parameter.name)' is there, or is a 'Lazy' or a 'Provider'")
    }
    return nil
  }

  private func error(_ id: String, _ reason: String, _ fixes: ExpansionError.Fix...) -> ExpansionError {
    ExpansionError(id, at: syntax, "cannot call '\(title)': \(reason)", fixes: fixes)
  }

  var title: String { DeclarationName(syntax).text }
}

/// A parameter that a container fills in. One with a default value is optional: nothing comes when nobody provides it.
struct InjectedParameter {
  let parameter: Parameter
  private let fallback: ExprSyntax?

  init(_ parameter: Parameter) {
    self.parameter = parameter
    fallback = parameter.syntax.defaultValue?.value
  }

  /// The type to ask for, as code.
  var type: String {
    let type = storedType
    guard fallback != nil, !isOptional else { return type }
    return isSimple ? "\(type)?" : "(\(type))?"
  }

  /// The type of a parameter that takes it, as code.
  var parameterType: String { fallback == nil ? parameter.syntax.type.trimmedDescription : type }

  /// The declaration of a parameter that takes it.
  var declaration: String {
    guard fallback != nil else { return parameter.declaration }
    let names = [parameter.syntax.firstName, parameter.syntax.secondName].compactMap { $0?.text }
    return "\(names.joined(separator: " ")): \(parameterType)"
  }

  /// The argument for it, given where its value is.
  func argument(_ value: String) -> String {
    guard let fallback, !fallback.is(NilLiteralExprSyntax.self) else { return parameter.argument(value) }
    let isCompound = fallback.is(SequenceExprSyntax.self) || fallback.is(TernaryExprSyntax.self)
    return parameter.argument(
      "\(value) ?? \(isCompound ? "(\(fallback.trimmedDescription))" : fallback.trimmedDescription)")
  }

  private var isSimple: Bool {
    let type = parameter.syntax.type
    return type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self) || type.is(ArrayTypeSyntax.self)
      || type.is(DictionaryTypeSyntax.self)
  }

  private var isOptional: Bool {
    parameter.type.is(OptionalTypeSyntax.self)
      || parameter.type.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
  }

  /// The type as that of a value that is kept: what is optional or kept escapes anyway.
  private var storedType: String {
    guard let attributed = parameter.syntax.type.as(AttributedTypeSyntax.self) else {
      return parameter.syntax.type.trimmedDescription
    }
    let kept = attributed.attributes.filter { $0.as(AttributeSyntax.self)?.name != "escaping" }
    return (kept.map(\.trimmedDescription) + [attributed.baseType.trimmedDescription]).joined(separator: " ")
  }
}
