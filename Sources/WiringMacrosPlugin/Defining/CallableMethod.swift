import SwiftSyntax

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
    isThrowing = effects?.throwsClause != nil && Throwing(effects?.throwsClause) != .nothing
  }

  /// What offers it to definitions.
  var code: String {
    let marks = (isThrowing ? "try " : "") + (isAsync ? "await " : "")
    return "component.method(\(isAsync ? "async: " : "")\"\(name.bare)\") { \(marks)$0.\(name)() }"
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
