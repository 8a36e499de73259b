import SwiftSyntax

/// A parameter of a requirement or an initializer.
struct Parameter {
  let syntax: FunctionParameterSyntax
  /// The label that callers write; `nil` when they write none.
  let label: String?
  /// The name inside the body, escaped where it is a keyword.
  let name: String

  /// - Parameters:
  ///   - position: Which parameter it is, to name one that has no name.
  ///   - isLabelled: Whether a single name is a label too, as it is everywhere but in subscripts.
  init(_ syntax: FunctionParameterSyntax, at position: Int, isLabelled: Bool = true) {
    self.syntax = syntax
    let inner = syntax.secondName ?? syntax.firstName
    name = inner.tokenKind == .wildcard ? "argument\(position + 1)" : inner.escapedReference
    let hasLabel = syntax.firstName.tokenKind != .wildcard && (isLabelled || syntax.secondName != nil)
    label = hasLabel ? syntax.firstName.text : nil
  }

  /// What to call it in words: the label, or else its own name.
  var title: String {
    let inner = syntax.secondName ?? syntax.firstName
    return label?.withoutBackticks ?? (inner.tokenKind == .wildcard ? "" : inner.text.withoutBackticks)
  }

  /// Its declaration as code, with a name.
  var declaration: String {
    let inner = syntax.secondName ?? syntax.firstName
    let isNamed = inner.tokenKind != .wildcard
    let first = syntax.firstName.with(\.trailingTrivia, .space)
    let named = isNamed ? syntax : syntax.with(\.firstName, first).with(\.secondName, .identifier(name))
    return named.with(\.trailingComma, nil).trimmedDescription
  }

  /// Itself as an argument, as code; `value` where something else than its name is passed.
  func argument(_ value: String? = nil) -> String {
    (label.map { "\($0): " } ?? "") + (value ?? passed)
  }

  /// Its type without specifiers and attributes.
  var type: TypeSyntax { attributed?.baseType ?? syntax.type }

  var isInout: Bool { specifiers.contains("inout") }
  var isAutoclosure: Bool { attributes.contains("autoclosure") }
  var isConsuming: Bool { specifiers.contains("consuming") || specifiers.contains("__owned") }
  var isSending: Bool { specifiers.contains("sending") }
  var isVariadic: Bool { syntax.ellipsis != nil }
  var isEscaping: Bool { attributes.contains("escaping") }
  var function: FunctionTypeSyntax? { type.function }

  /// The word for why its value cannot be kept; `nil` when it can.
  var unrecordableReason: String? {
    let ownership: Set = ["inout", "consuming", "borrowing", "sending", "__owned", "__shared"]
    if let word = specifiers.first(where: ownership.contains) { return word }
    if isAutoclosure { return "autoclosure" }
    return function != nil && !isEscaping ? "closure" : nil
  }

  /// Its value, as code.
  private var passed: String {
    if isInout { return "&\(name)" }
    guard isAutoclosure else { return name }
    let effects = function?.effectSpecifiers
    return (effects?.throwsClause != nil ? "try " : "") + (effects?.asyncSpecifier != nil ? "await " : "") + "\(name)()"
  }

  private var attributed: AttributedTypeSyntax? { syntax.type.as(AttributedTypeSyntax.self) }

  private var specifiers: [String] {
    attributed?.specifiers.compactMap { $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.text } ?? []
  }

  private var attributes: Set<String> { Set(attributed?.attributes.names ?? []) }
}

extension TypeSyntax {
  /// Itself as a function type, without parentheses and attributes around it.
  fileprivate var function: FunctionTypeSyntax? {
    if let function = self.as(FunctionTypeSyntax.self) { return function }
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.function }
    guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1 else { return nil }
    return tuple.elements.first?.type.function
  }
}
