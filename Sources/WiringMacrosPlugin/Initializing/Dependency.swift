import SwiftSyntax

/// A parameter that a container fills in. One with a default value is optional: nothing comes when nobody provides it.
struct Dependency {
  let parameter: Parameter
  private let fallback: ExprSyntax?

  init(_ parameter: Parameter) {
    self.parameter = parameter
    fallback = parameter.syntax.defaultValue?.value
  }

  /// The type to ask for, as code.
  var type: String {
    let type = withoutEscaping
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
  private var withoutEscaping: String {
    guard let attributed = parameter.syntax.type.as(AttributedTypeSyntax.self) else {
      return parameter.syntax.type.trimmedDescription
    }
    let kept = attributed.attributes.filter { $0.as(AttributeSyntax.self)?.name != "escaping" }
    return (kept.map(\.trimmedDescription) + [attributed.baseType.trimmedDescription]).joined(separator: " ")
  }
}
