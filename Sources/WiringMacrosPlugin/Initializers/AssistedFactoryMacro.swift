import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@AssistedFactory`.
enum AssistedFactoryMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    var (initializer, errors) = Initializer.read(declaration, in: context)
    var assisted: Set<Int> = []
    if let initializer, errors.isEmpty {
      let names = AssistedNames(node, of: initializer)
      (assisted, errors) = (names.positions, names.errors)
    }
    for error in errors { context.diagnose(error.diagnostic(of: node.name)) }
    guard let initializer, errors.isEmpty else { return [] }
    return ["\(raw: factory(for: initializer, assisted))"]
  }

  private static func factory(for initializer: Initializer, _ assisted: Set<Int>) -> String {
    let dependencies = initializer.parameters.indices.filter { !assisted.contains($0) }
      .map { InjectedParameter(initializer.parameters[$0]) }
    // A private member of the factory would be out of reach for the type around it.
    let level = initializer.access == "private " ? "fileprivate " : initializer.access
    let fields = dependencies.map { "private let \($0.parameter.name): Wiring.Provider<\($0.type)>" }
    let parameters = dependencies.map { "\($0.parameter.name): Wiring.Provider<\($0.type)>" }.joined(separator: ", ")
    let members =
      (fields.isEmpty ? [] : [fields.joined(separator: "\n")]) + [
        block(
          "\(level)init(\(parameters))",
          dependencies.map { "self.\($0.parameter.name) = \($0.parameter.name)" }.joined(separator: "\n")),
        call(of: initializer, assisted, level: level),
      ]
    return "/// Makes '\(initializer.type)' from runtime arguments, and asks providers for the rest at each call.\n"
      + block("\(level)struct Factory: Sendable", members.joined(separator: "\n\n"))
  }

  private static func call(of initializer: Initializer, _ assisted: Set<Int>, level: String) -> String {
    let parameters = initializer.parameters.indices.filter(assisted.contains)
      .map { initializer.parameters[$0].declaration }.joined(separator: ", ")
    let arguments = initializer.parameters.enumerated().map { position, parameter in
      assisted.contains(position) ? parameter.argument() : InjectedParameter(parameter).argument("self.\(parameter.name)()")
    }.joined(separator: ", ")
    // A provider may throw anything.
    let throwing = assisted.count == initializer.parameters.count ? initializer.throwing : .anyError
    let effects = (initializer.isAsync ? " async" : "") + throwing.clause
    let marks = (throwing == .nonthrowing ? "" : "try ") + (initializer.isAsync ? "await " : "")
    return initializer.attributes + initializer.inheritedActor
      + block(
        "\(level)\(initializer.nonisolated)func callAsFunction(\(parameters))\(effects) -> \(initializer.type)",
        "\(marks)\(initializer.type)(\(arguments))")
  }
}

/// The names in `@AssistedFactory("title", …)`: which parameters are runtime arguments.
struct AssistedNames {
  private(set) var positions: Set<Int> = []
  private(set) var errors: [ExpansionError] = []

  init(_ attribute: AttributeSyntax, of initializer: Initializer) {
    guard case .argumentList(let arguments) = attribute.arguments, !arguments.isEmpty else {
      errors.append(
        ExpansionError(
          "no-arguments", at: attribute,
          "needs the names of the runtime arguments, out of \(Self.list(initializer)); without any, bind a Provider"))
      return
    }
    for argument in arguments { add(argument.expression, of: initializer) }
  }

  private mutating func add(_ expression: ExprSyntax, of initializer: Initializer) {
    guard let literal = expression.as(StringLiteralExprSyntax.self), let name = literal.representedLiteralValue else {
      errors.append(ExpansionError("name", at: expression, "needs a parameter's name as a plain string"))
      return
    }
    let parameters = initializer.parameters
    guard let position = parameters.firstIndex(where: { $0.name.withoutBackticks == name || $0.label?.withoutBackticks == name }) else {
      let near = parameters.map(\.name.withoutBackticks).filter { name.isSimilar($0) }
      errors.append(
        ExpansionError(
          "unknown-name", at: expression,
          "finds no parameter '\(name)' in '\(initializer.title)'; its parameters are \(Self.list(initializer))",
          fixes: near.map {
            .init("write \"\($0)\"", replace: expression, with: ExprSyntax(StringLiteralExprSyntax(content: $0)))
          }))
      return
    }
    if !positions.insert(position).inserted {
      errors.append(ExpansionError("repeated-name", at: expression, "names '\(name)' twice"))
    }
  }

  private static func list(_ initializer: Initializer) -> String {
    let names = initializer.parameters.map { "'\($0.name.withoutBackticks)'" }
    return names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}
