import SwiftSyntax
import SwiftSyntaxBuilder

/// A parameter of a protocol requirement or an initializer.
struct Parameter {
  let syntax: FunctionParameterSyntax
  /// The argument label; `nil` when callers write none.
  let label: String?
  /// The name inside the body, escaped where it is a keyword.
  let name: String

  /// Reads the parameters of a declaration.
  ///
  /// - Parameter isLabelled: Whether a single name is a label too, as it is everywhere but in subscripts.
  static func all(in clause: FunctionParameterClauseSyntax, isLabelled: Bool = true) -> [Parameter] {
    clause.parameters.enumerated().map { Parameter($1, at: $0, isLabelled: isLabelled) }
  }

  private init(_ syntax: FunctionParameterSyntax, at position: Int, isLabelled: Bool) {
    self.syntax = syntax
    let inner = syntax.secondName ?? syntax.firstName
    name = inner.tokenKind == .wildcard ? "argument\(position + 1)" : inner.escapedReference
    let hasLabel = syntax.firstName.tokenKind != .wildcard && (isLabelled || syntax.secondName != nil)
    label = hasLabel ? syntax.firstName.text.asLabel : nil
  }

  /// The name in messages: the label, or else the inner name.
  var title: String {
    return label?.withoutBackticks ?? (inner.tokenKind == .wildcard ? "" : inner.text.withoutBackticks)
  }

  /// The declaration as code, with a name even where the source has `_` only.
  var declaration: String { declaration(naming: name) }

  /// Returns the declaration, as code, with another name inside the body.
  func declaration(naming variable: String) -> String {
    let first = syntax.firstName.with(\.trailingTrivia, .space)
    let named =
      variable == name && inner.tokenKind != .wildcard
      ? syntax : syntax.with(\.firstName, first).with(\.secondName, .identifier(variable))
    return named.with(\.trailingComma, nil).trimmedDescription
  }

  /// Returns the names of the declaration, as code, with another name inside the body.
  func names(with variable: String) -> String {
    if variable != name || inner.tokenKind == .wildcard { return "\(syntax.firstName.text) \(variable)" }
    return [syntax.firstName, syntax.secondName].compactMap { $0?.text }.joined(separator: " ")
  }

  /// The labelled argument as code, which passes the parameter on unless another value is given.
  func argument(_ value: String? = nil) -> String {
    (label.map { "\($0): " } ?? "") + (value ?? forwardedValue)
  }

  /// The type without specifiers and attributes.
  var type: TypeSyntax { attributed?.baseType ?? syntax.type }

  var isInout: Bool { specifiers.contains("inout") }
  var isAutoclosure: Bool { attributes.contains("autoclosure") }
  var isConsuming: Bool { specifiers.contains("consuming") || specifiers.contains("__owned") }
  var isSending: Bool { specifiers.contains("sending") }
  private var isEscaping: Bool { attributes.contains("escaping") }
  private var function: FunctionTypeSyntax? { type.function }

  /// The keyword that prevents recording the value, such as `inout`; `nil` when the value can be recorded.
  var unrecordableReason: String? {
    let ownership: Set = ["inout", "consuming", "borrowing", "sending", "__owned", "__shared"]
    if let specifier = specifiers.first(where: ownership.contains) { return specifier }
    if isAutoclosure { return "autoclosure" }
    return function != nil && !isEscaping ? "closure" : nil
  }

  /// The reason why a variadic parameter cannot be forwarded, and its fix; `nil` for other parameters.
  var variadicError: (reason: String, fix: ExpansionError.Fix)? {
    guard syntax.ellipsis != nil else { return nil }
    let list = "[\(type.trimmedDescription)]"
    let replaced = syntax.with(\.ellipsis, nil).with(\.type, "\(raw: list)")
    return (
      "'\(name)' is variadic, and an array cannot be passed on as variadic arguments",
      .init("take the array '\(list)'", replace: syntax, with: replaced)
    )
  }

  private var forwardedValue: String {
    if isInout { return "&\(name)" }
    return isAutoclosure ? "\(Effects(function?.effectSpecifiers).keywords)\(name)()" : name
  }

  private var inner: TokenSyntax { syntax.secondName ?? syntax.firstName }
  private var attributed: AttributedTypeSyntax? { syntax.type.as(AttributedTypeSyntax.self) }

  private var specifiers: [String] {
    attributed?.specifiers.compactMap { $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.text } ?? []
  }

  private var attributes: Set<String> { Set(attributed?.attributes.names ?? []) }
}

extension TypeSyntax {
  /// The function type inside of parentheses and attributes; `nil` for other types.
  var function: FunctionTypeSyntax? {
    if let function = self.as(FunctionTypeSyntax.self) { return function }
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.function }
    guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1 else { return nil }
    return tuple.elements.first?.type.function
  }
}
