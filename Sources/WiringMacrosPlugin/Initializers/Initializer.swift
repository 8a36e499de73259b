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
  /// The access level that the extension around it gives to members, as code with a trailing space.
  private let accessOfExtension: String

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
    accessOfExtension = [context].accessOfExtension
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
    accessOfExtension = other.accessOfExtension
  }

  /// The parameters as a container passes them.
  var injectedParameters: [InjectedParameter] {
    let names = ReferredNames(in: parameters)
    return parameters.map { InjectedParameter($0, beside: names) }
  }

  /// The created type as a return type of a member.
  var result: String { isOpenToSubclasses ? type : "Self" }

  /// The access level of a member beside it, as code with a trailing space.
  var access: String { syntax.modifiers.accessLevel.map { "\($0.name.text) " } ?? "" }

  /// The access level of a member of a type beside it, as code with a trailing space.
  var accessOfInnerMember: String {
    // A private member of an inner type would be inaccessible in the type around it.
    if syntax.modifiers.contains(.private) { return "fileprivate " }
    return access.isEmpty ? accessOfExtension : access
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
      || parameters.contains(where: \.isOpaque)
    {
      return error(id: "generic", reason: "its type arguments are unknown; make the type generic instead")
    }
    if syntax.signature.effectSpecifiers?.throwsClause?.throwsSpecifier.tokenKind == .keyword(.rethrows) {
      return error(id: "rethrows", reason: "generated code cannot rethrow; write 'throws'")
    }
    return parameters.lazy.compactMap(\.injectionError).first.map {
      error(id: $0.id, reason: $0.reason, fixes: $0.fixes)
    }
  }

  private func error(id: String, reason: String, fixes: [ExpansionError.Fix] = []) -> ExpansionError {
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
