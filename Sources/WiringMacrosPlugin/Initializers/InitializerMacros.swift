import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A macro that generates a member beside an initializer.
protocol InitializerMacro: PeerMacro {
  /// Returns the member as code, or the errors that prevent generating it.
  static func member(for initializer: Initializer, _ attribute: AttributeSyntax) -> (code: String, [ExpansionError])
}

extension InitializerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    do throws(ExpansionError) {
      let (code, errors) = member(for: try Initializer.read(declaration, in: context), node)
      context.report(errors, of: node)
      return errors.isEmpty ? ["\(raw: code)"] : []
    } catch {
      context.report([error], of: node)
      return []
    }
  }
}

/// `@Injectable`: generates `wired`, a static function that calls the initializer.
enum InjectableMacro: InitializerMacro {
  static func member(for initializer: Initializer, _: AttributeSyntax) -> (code: String, [ExpansionError]) {
    let injected = initializer.injectedParameters
    let parameters = injected.map(\.declaration).joined(separator: ", ")
    let arguments = injected.map { $0.argument() }.joined(separator: ", ")
    let (effects, result) = (initializer.effects, initializer.result)
    let opening = "\(initializer.access)\(initializer.nonisolated)static func wired(\(parameters))\(effects.clause)"
    let code =
      "/// Calls '\(initializer.title)'; a parameter with a default value uses it for 'nil'.\n"
      + initializer.attributes
      + block("\(opening) -> \(result)\(initializer.whereClause)", "\(effects.keywords)\(result)(\(arguments))")
    return (code, [])
  }
}

/// `@AssistedFactory`: generates `Factory`, a callable struct that takes the runtime arguments.
enum AssistedFactoryMacro: InitializerMacro {
  static func member(for initializer: Initializer, _ attribute: AttributeSyntax) -> (code: String, [ExpansionError]) {
    let (assisted, errors) = assistedPositions(in: attribute, of: initializer)
    return (factory(for: initializer.namingItsType(), assisted), errors)
  }

  /// Reads the names in `@AssistedFactory("title", …)` as positions of the initializer's parameters.
  private static func assistedPositions(
    in attribute: AttributeSyntax, of initializer: Initializer
  ) -> (positions: Set<Int>, errors: [ExpansionError]) {
    let names = initializer.parameters.map(\.name.withoutBackticks)
    guard case .argumentList(let arguments) = attribute.arguments, !arguments.isEmpty else {
      let reason = "needs the names of the runtime arguments, out of \(names.quotedList); without any, bind a Provider"
      return ([], [ExpansionError("no-arguments", at: attribute, reason)])
    }
    var (positions, errors): (Set<Int>, [ExpansionError]) = ([], [])
    for expression in arguments.map(\.expression) {
      guard let name = expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
        errors.append(ExpansionError("name", at: expression, "needs a parameter's name as a plain string"))
        continue
      }
      let position = initializer.parameters.firstIndex {
        $0.name.withoutBackticks == name || $0.label?.withoutBackticks == name
      }
      guard let position else {
        errors.append(.unknownParameter(name, at: expression, of: initializer.syntax.title, parameters: names))
        continue
      }
      if !positions.insert(position).inserted {
        errors.append(ExpansionError("repeated-name", at: expression, "names '\(name)' twice"))
      }
    }
    return (positions, errors)
  }

  private static func factory(for initializer: Initializer, _ assisted: Set<Int>) -> String {
    let injected = initializer.injectedParameters.enumerated().filter { !assisted.contains($0.offset) }.map(\.element)
    let access = initializer.accessOfInnerMember
    let accessOfFactory = initializer.access.isEmpty ? "" : access
    let fields = injected.map { "private let \($0.variable): Wiring::Provider<\($0.type)>" }
    let parameters = injected.map { "\($0.parameter.name.asLabel): Wiring::Provider<\($0.type)>" }.joined(
      separator: ", ")
    let members =
      (fields.isEmpty ? [] : [fields.joined(separator: "\n")]) + [
        block(
          "\(access)init(\(parameters))",
          injected.map { "self.\($0.variable) = \($0.parameter.name)" }.joined(separator: "\n")),
        call(of: initializer, assisted, access: access),
      ]
    return "/// Creates '\(initializer.type)' from runtime arguments, and from providers, which it calls each time.\n"
      + block("\(accessOfFactory)struct Factory: Swift::Sendable", members.joined(separator: "\n\n"))
  }

  private static func call(of initializer: Initializer, _ assisted: Set<Int>, access: String) -> String {
    let injected = initializer.injectedParameters
    let parameters = injected.indices.filter(assisted.contains)
      .map { injected[$0].parameter.declaration(naming: injected[$0].variable) }.joined(separator: ", ")
    let arguments = injected.enumerated().map { position, injected in
      assisted.contains(position)
        ? injected.parameter.argument(injected.variable) : injected.argument("self.\(injected.variable)()")
    }.joined(separator: ", ")
    var effects = initializer.effects
    // A provider can throw any error.
    if assisted.count < initializer.parameters.count { effects.throwing = .anyError }
    return initializer.attributes + initializer.inheritedActor
      + block(
        "\(access)\(initializer.nonisolated)func callAsFunction(\(parameters))\(effects.clause) -> \(initializer.type)",
        "\(effects.keywords)\(initializer.type)(\(arguments))")
  }
}
