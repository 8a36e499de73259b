import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Injectable`: generates `wired`, a static function that calls the initializer.
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
    let injected = initializer.parameters.map(InjectedParameter.init)
    let parameters = injected.map(\.declaration).joined(separator: ", ")
    let arguments = injected.map { $0.argument($0.parameter.name) }.joined(separator: ", ")
    let (effects, result) = (initializer.effects, initializer.result)
    let opening = "\(initializer.access)\(initializer.nonisolated)static func wired(\(parameters))\(effects.clause)"
    return "/// Calls '\(initializer.title)'; a parameter with a default value uses it for 'nil'.\n"
      + initializer.attributes
      + block("\(opening) -> \(result)\(initializer.whereClause)", "\(effects.keywords)\(result)(\(arguments))")
  }
}
