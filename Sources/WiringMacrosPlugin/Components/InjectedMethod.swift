import SwiftSyntax

/// A method marked with `@Inject`: a container calls it on each new object, with dependencies as arguments.
struct InjectedMethod {
  let syntax: FunctionDeclSyntax
  let parameters: [Parameter]
  private let attribute: InjectAttribute
  /// The position among the injected methods of the type, which tells their parameters apart.
  private let position: Int

  /// Reads the injected methods of a type. `@Inject` itself reports those that cannot be called.
  static func all(in members: [DeclSyntax]) -> [InjectedMethod] {
    members.compactMap { $0.as(FunctionDeclSyntax.self) }.compactMap { syntax in
      (try? check(syntax)) == nil ? nil : InjectAttribute(in: syntax.attributes).map { (syntax, $0) }
    }.enumerated().map { InjectedMethod($1.0, $1.1, at: $0) }
  }

  private init(_ syntax: FunctionDeclSyntax, _ attribute: InjectAttribute, at position: Int) {
    self.syntax = syntax
    self.attribute = attribute
    self.position = position
    parameters = Parameter.all(in: syntax.signature.parameterClause)
  }

  var isMutating: Bool { syntax.modifiers.contains(.mutating) }

  var throwing: ThrowsKind { ThrowsKind(syntax.signature.effectSpecifiers?.throwsClause) }

  /// Returns the parameters as those of an initializer, with their names for definitions.
  func dependencies(beside names: ReferredNames) -> [(name: String, qualifier: String?, declaration: String)] {
    parameters.enumerated().map { index, parameter in
      let title = parameter.title.isEmpty ? parameter.name : parameter.title
      let type = InjectedParameter(parameter, beside: names).parameterType
      return (title, attribute.qualifier(of: title), "\(variable(index)): \(type)")
    }
  }

  /// Returns the call on the new object, as code.
  func call(beside names: ReferredNames) -> String {
    let arguments = parameters.enumerated()
      .map { InjectedParameter($1, beside: names).argument(variable($0)) }.joined(separator: ", ")
    let result = syntax.signature.returnClause.isVoid ? "" : "_ = "
    return "\(result)\(throwing == .nonthrowing ? "" : "try ")_object.\(syntax.name.text)(\(arguments))"
  }

  private func variable(_ index: Int) -> String { "_method\(position)_\(index)" }

  /// Checks that a container can call a method.
  ///
  /// - Throws: An error at the part of the declaration that prevents it.
  static func check(_ syntax: FunctionDeclSyntax) throws(ExpansionError) {
    let name = syntax.name.text.withoutBackticks
    let excluded: Set<Keyword> = [.static, .class]
    for modifier in syntax.modifiers {
      guard case .keyword(let keyword) = modifier.name.tokenKind, excluded.contains(keyword) else { continue }
      throw ExpansionError("modifier", at: modifier, "needs a method of the instance, without '\(modifier.name.text)'")
    }
    if syntax.signature.parameterClause.parameters.isEmpty {
      throw ExpansionError(
        "no-parameter", at: syntax.name, "has no effect at '\(name)', which has no parameters to inject")
    }
    if let specifier = syntax.signature.effectSpecifiers?.asyncSpecifier {
      throw ExpansionError(
        "async", at: specifier, "cannot call '\(name)', which is asynchronous; await in an asynchronous initializer")
    }
    let parameters = Parameter.all(in: syntax.signature.parameterClause)
    if syntax.genericParameterClause != nil || syntax.genericWhereClause != nil
      || parameters.contains(where: \.isOpaque)
    {
      throw ExpansionError("generic", at: syntax.name, "cannot call '\(name)', which is generic: its types are unknown")
    }
    if let (id, reason, fixes) = parameters.lazy.compactMap(\.injectionError).first {
      throw ExpansionError(id, at: syntax.name, "cannot call '\(name)': \(reason)", fixes: fixes)
    }
  }
}
