import SwiftSyntax

/// A parameter that a container passes. One with a default value becomes optional, and is `nil` when the type is unbound.
struct InjectedParameter {
  let parameter: Parameter
  /// The name of the variable that has the value, as code.
  let variable: String
  private let fallback: ExprSyntax?

  /// - Parameter names: The names that the variable must not hide.
  init(_ parameter: Parameter, beside names: ReferredNames) {
    self.parameter = parameter
    variable = names.variable(parameter.name)
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
    guard fallback != nil else { return parameter.declaration(naming: variable) }
    return "\(parameter.names(with: variable)): \(parameterType)"
  }

  /// The labelled argument as code, which falls back to the default value.
  ///
  /// - Parameter value: The value as code: that of the variable, unless there is another.
  func argument(_ value: String? = nil) -> String {
    let value = value ?? variable
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

extension Parameter {
  /// The reason why generated code cannot pass a dependency, with the id of its error; `nil` where it can.
  var injectionError: (id: String, reason: String, fixes: [ExpansionError.Fix])? {
    if let (reason, fix) = variadicError { return ("variadic", reason, [fix]) }
    if isInout { return ("inout", "'\(name)' is 'inout', and a dependency is not a variable", []) }
    guard isAutoclosure else { return nil }
    return ("autoclosure", "'\(name)' is an autoclosure; take a 'Lazy' or a 'Provider' instead", [])
  }

  /// Whether the type is one that the caller chooses.
  var isOpaque: Bool { type.containsToken { $0 == .keyword(.some) } }
}

/// The names to which default values refer.
///
/// Generated code evaluates these values, so that its own variables must not hide what they refer to: in
/// `init(log: Log, size: Int = log.capacity)` the second `log` is not the parameter.
struct ReferredNames {
  private let names: Set<String>

  init(in parameters: [Parameter]) {
    let collector = ReferenceCollector(viewMode: .sourceAccurate)
    for parameter in parameters { parameter.syntax.defaultValue.map { collector.walk($0) } }
    names = collector.names
  }

  /// Returns a name for a variable: the given one, unless a default value refers to something of this name.
  func variable(_ name: String) -> String {
    names.contains(name.withoutBackticks) ? "_wired_\(name.withoutBackticks)" : name
  }
}

private final class ReferenceCollector: SyntaxVisitor {
  private(set) var names: Set<String> = []

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    // In `Log.standard`, only `Log` is looked up where the value is evaluated.
    if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id {
      names.insert(node.baseName.text.withoutBackticks)
    }
    return .visitChildren
  }
}
