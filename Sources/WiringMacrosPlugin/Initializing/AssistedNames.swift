import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder

/// The names in `@AssistedFactory("title", …)`: which parameters are runtime arguments.
struct AssistedNames {
  private(set) var positions: Set<Int> = []
  private(set) var refusals: [Refusal] = []

  init(_ attribute: AttributeSyntax, of initializer: Initializer) {
    guard case .argumentList(let arguments) = attribute.arguments, !arguments.isEmpty else {
      refusals.append(
        Refusal(
          "no-arguments", at: attribute,
          "needs the names of the runtime arguments, out of \(Self.list(initializer)); without any, bind a Provider"))
      return
    }
    for argument in arguments { add(argument.expression, of: initializer) }
  }

  private mutating func add(_ expression: ExprSyntax, of initializer: Initializer) {
    guard let literal = expression.as(StringLiteralExprSyntax.self), let name = literal.representedLiteralValue else {
      refusals.append(Refusal("name", at: expression, "needs a parameter's name as a plain string"))
      return
    }
    let parameters = initializer.parameters
    guard let position = parameters.firstIndex(where: { $0.name.bare == name || $0.label?.bare == name }) else {
      let near = parameters.map(\.name.bare).filter { name.isNear($0) }
      refusals.append(
        Refusal(
          "unknown-name", at: expression,
          "finds no parameter '\(name)' in '\(initializer.title)'; its parameters are \(Self.list(initializer))",
          remedies: near.map {
            .init("write \"\($0)\"", replace: expression, with: ExprSyntax(StringLiteralExprSyntax(content: $0)))
          }))
      return
    }
    if !positions.insert(position).inserted {
      refusals.append(Refusal("repeated-name", at: expression, "names '\(name)' twice"))
    }
  }

  private static func list(_ initializer: Initializer) -> String {
    let names = initializer.parameters.map { "'\($0.name.bare)'" }
    return names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}
