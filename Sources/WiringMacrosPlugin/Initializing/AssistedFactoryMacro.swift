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
    var (initializer, refusals) = Initializer.read(declaration, in: context)
    var assisted: Set<Int> = []
    if let initializer, refusals.isEmpty {
      let names = AssistedNames(node, of: initializer)
      (assisted, refusals) = (names.positions, names.refusals)
    }
    for refusal in refusals { context.diagnose(refusal.diagnostic(of: node.name)) }
    guard let initializer, refusals.isEmpty else { return [] }
    return ["\(raw: factory(for: initializer, assisted))"]
  }

  private static func factory(for initializer: Initializer, _ assisted: Set<Int>) -> String {
    let dependencies = initializer.parameters.indices.filter { !assisted.contains($0) }
      .map { Dependency(initializer.parameters[$0]) }
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
      assisted.contains(position) ? parameter.argument() : Dependency(parameter).argument("self.\(parameter.name)()")
    }.joined(separator: ", ")
    // A provider may throw anything.
    let throwing = assisted.count == initializer.parameters.count ? initializer.throwing : .anything
    let effects = (initializer.isAsync ? " async" : "") + throwing.clause
    let marks = (throwing == .nothing ? "" : "try ") + (initializer.isAsync ? "await " : "")
    return initializer.attributes + initializer.inheritedActor
      + block(
        "\(level)\(initializer.nonisolated)func callAsFunction(\(parameters))\(effects) -> \(initializer.type)",
        "\(marks)\(initializer.type)(\(arguments))")
  }
}
