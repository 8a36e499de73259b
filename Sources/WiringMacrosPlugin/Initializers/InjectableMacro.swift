import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Injectable`.
enum InjectableMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let (initializer, errors) = Initializer.read(declaration, in: context)
    for error in errors { context.diagnose(error.diagnostic(of: node.name)) }
    guard let initializer, errors.isEmpty else { return [] }
    return ["\(raw: factory(for: initializer))"]
  }

  private static func factory(for initializer: Initializer) -> String {
    let dependencies = initializer.parameters.map(InjectedParameter.init)
    let parameters = dependencies.map(\.declaration).joined(separator: ", ")
    let arguments = dependencies.map { $0.argument($0.parameter.name) }.joined(separator: ", ")
    let effects = (initializer.isAsync ? " async" : "") + initializer.throwing.clause
    let marks = (initializer.throwing == .nonthrowing ? "" : "try ") + (initializer.isAsync ? "await " : "")
    let opening = "\(initializer.access)\(initializer.nonisolated)static func wired(\(parameters))\(effects)"
    return "/// Calls '\(initializer.title)'; a parameter with a default value takes it for 'nil'.\n"
      + initializer.attributes
      + block(
        "\(opening) -> \(initializer.result)\(initializer.whereClause)", "\(marks)\(initializer.result)(\(arguments))")
  }
}
