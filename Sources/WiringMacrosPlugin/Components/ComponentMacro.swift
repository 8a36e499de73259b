import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Component`, and its stereotypes: the attribute's own name is the stereotype.
enum ComponentMacro: MemberMacro, ExtensionMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let (component, initializers, errors) = read(declaration, node, in: context)
    for error in errors { context.diagnose(error.diagnostic(of: node.name)) }
    guard let component, let initializers, errors.isEmpty else {
      let addsConformance = !errors.contains { idsWithoutConformance.contains($0.id) }
      return (addsConformance ? [stub(for: declaration, isOverride: protocols.isEmpty)] : []).compactMap(\.self)
        + [initializers?.generated].compactMap(\.self).map { "\(raw: $0)" }
    }
    let code = ComponentCode(
      component: component, initializers: initializers, attribute: node, place: place(of: declaration, in: context),
      isOverride: component.kind == .class && protocols.isEmpty)
    return [initializers.generated, code.description, code.record].compactMap(\.self).map { "\(raw: $0)" }
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // Also for most types that are refused: the compiler counts on what the attribute announces.
    let errors = read(declaration, node, in: context).errors
    if protocols.isEmpty || errors.contains(where: { idsWithoutConformance.contains($0.id) }) { return [] }
    let availability = declaration.attributes.filter { $0.as(AttributeSyntax.self)?.name == "available" }
      .map { "\($0.trimmedDescription)\n" }.joined()
    return [
      try ExtensionDeclSyntax(
        "\(raw: availability)extension \(type.trimmed): nonisolated Wiring.ComponentType {}")
    ]
  }

  /// The reasons for which nothing is generated, since the compiler would refuse that too.
  private static var idsWithoutConformance: Set<String> { ["kind", "local", "private", "repeated"] }

  /// A description of a type that was refused, so that nothing else is reported.
  private static func stub(for declaration: some DeclGroupSyntax, isOverride: Bool) -> DeclSyntax? {
    guard let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text else { return nil }
    let isClass = declaration.is(ClassDeclSyntax.self) && !declaration.modifiers.contains(.final)
    let modifiers =
      declaration.is(ClassDeclSyntax.self) && isOverride ? "override class" : isClass ? "class" : "static"
    return """
      \(raw: declaration.modifiers.access)nonisolated \(raw: modifiers) var wiringComponent: Wiring.Component {
        Wiring.Component(\(raw: name).self, "") { _ in }
      }
      """
  }

  /// The attributes of this kind that are known here; users can declare others.
  private static var family: Set<String> { ["Component", "Service", "Controller", "Repository"] }

  /// The type, how it is made, and what stands in the way.
  private static func read(
    _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax, in context: some MacroExpansionContext
  ) -> (component: ComponentDeclaration?, initializers: ComponentInitializers?, errors: [ExpansionError]) {
    let marks = declaration.attributes.compactMap { $0.as(AttributeSyntax.self) }.filter { family.contains($0.name) }
    if let first = marks.first, first.name != node.name, family.contains(node.name) {
      return (
        nil, nil, [ExpansionError("repeated", at: node, "finds '@\(first.name)' at this type already; remove one of them")]
      )
    }
    switch ComponentDeclaration.read(declaration, at: node, in: context) {
    case .failure(let error): return (nil, nil, [error])
    case .success(let component):
      let initializers = ComponentInitializers(of: component, at: node)
      return (component, initializers, initializers.errors)
    }
  }

  /// The type's place, as arguments.
  private static func place(of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) -> String {
    let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name
    let node = name.map { Syntax($0) } ?? Syntax(declaration)
    guard let place = context.location(of: node) else { return "file: #fileID, line: #line, column: #column" }
    let (file, line, column) = (place.file.trimmed, place.line.trimmed, place.column.trimmed)
    return "file: \(file), line: \(line), column: \(column)"
  }
}
