import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Component` and its stereotypes. The attribute's own name is the stereotype.
enum ComponentMacro: MemberMacro, ExtensionMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let (initializers, errors) = read(declaration, node, in: context)
    context.report(errors, of: node)
    guard let initializers, errors.isEmpty else {
      let addsConformance = !errors.contains { idsWithoutConformance.contains($0.id) }
      return (addsConformance ? [stub(for: declaration, isOverride: protocols.isEmpty, in: context)] : []).compactMap(
        \.self)
        + [initializers?.generated].compactMap(\.self).map { "\(raw: $0)" }
    }
    let code = ComponentCode(
      initializers: initializers, attribute: node, sourceLocation: sourceLocation(of: declaration, in: context),
      isOverride: initializers.component.kind == .class && protocols.isEmpty)
    return [initializers.generated, code.description, code.record].compactMap(\.self).map { "\(raw: $0)" }
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The compiler relies on the announced conformance, so that most types with an error get it too.
    let errors = read(declaration, node, in: context).errors
    if protocols.isEmpty || errors.contains(where: { idsWithoutConformance.contains($0.id) }) { return [] }
    return [
      try ExtensionDeclSyntax(
        "\(raw: declaration.attributes.availability)extension \(type.trimmed): nonisolated WiringDefinitions::ComponentType {}"
      )
    ]
  }

  /// The errors for which nothing is generated, because the compiler would reject the conformance too.
  private static var idsWithoutConformance: Set<String> { ["kind", "local", "private", "repeated"] }

  /// An empty description for a type with an error, so that the compiler does not report a missing conformance as well.
  private static func stub(
    for declaration: some DeclGroupSyntax, isOverride: Bool, in context: some MacroExpansionContext
  ) -> DeclSyntax? {
    guard let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text else { return nil }
    let isClass = declaration.is(ClassDeclSyntax.self) && !declaration.modifiers.contains(.final)
    let modifiers =
      declaration.is(ClassDeclSyntax.self) && isOverride ? "override class" : isClass ? "class" : "static"
    return """
      \(raw: declaration.modifiers.access(in: context.lexicalContext))nonisolated \(raw: modifiers) var wiringComponent: WiringDefinitions::Component {
        WiringDefinitions::Component(\(raw: name).self, "") { _ in }
      }
      """
  }

  /// The attributes of this library; a program can declare further stereotypes.
  private static var knownAttributes: Set<String> { ["Component", "Service", "Controller", "Repository"] }

  /// Reads a type with its initializers, and the errors that prevent an expansion.
  private static func read(
    _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax, in context: some MacroExpansionContext
  ) -> (initializers: ComponentInitializers?, errors: [ExpansionError]) {
    let first = declaration.attributes.names.first(where: knownAttributes.contains)
    if let first, first != node.name, knownAttributes.contains(node.name) {
      return (nil, [ExpansionError("repeated", at: node, "is redundant beside '@\(first)'; remove one of them")])
    }
    do throws(ExpansionError) {
      let component = try ComponentDeclaration.read(declaration, at: node, in: context)
      let initializers = ComponentInitializers(of: component, at: node)
      return (initializers, initializers.errors)
    } catch {
      return (nil, [error])
    }
  }

  /// The source location of the type's name, as arguments.
  private static func sourceLocation(
    of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> String {
    let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name
    let node = name.map { Syntax($0) } ?? Syntax(declaration)
    guard let location = context.location(of: node) else { return "file: #fileID, line: #line, column: #column" }
    let (file, line, column) = (location.file.trimmed, location.line.trimmed, location.column.trimmed)
    return "file: \(file), line: \(line), column: \(column)"
  }
}
