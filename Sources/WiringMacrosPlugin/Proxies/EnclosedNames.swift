import SwiftSyntax
import SwiftSyntaxBuilder

/// The names of types in the requirements of a protocol that is nested in a type.
///
/// The members of a proxy are in an extension at file scope, where the types beside the protocol are not in scope. So the
/// proxy's class, which is beside it, too, has an alias of each name, and the members use the aliases.
struct EnclosedNames {
  private let names: Set<String>

  /// Collects the names in a protocol, and in the type of the error that its proxy reports.
  init(in declaration: ProtocolDeclSyntax, failure: ThrowsKind) {
    let collector = NameCollector(viewMode: .sourceAccurate)
    collector.walk(declaration.memberBlock)
    if case .typed(let type) = failure { collector.walk(TypeSyntax(stringLiteral: type)) }
    names = collector.names
  }

  /// The aliases as code.
  ///
  /// - Parameter access: The access level as code, with a trailing space.
  func aliases(access: String) -> [String] { names.sorted().map { "\(access)typealias _\($0) = \($0)" } }

  /// Returns the protocol with the aliases for the names.
  ///
  /// - Parameter type: The type that has the aliases.
  func renaming(_ declaration: ProtocolDeclSyntax, in type: String) -> ProtocolDeclSyntax {
    let members = NameRewriter(names: names, prefix: "\(type)._").rewrite(declaration.memberBlock)
    return members.as(MemberBlockSyntax.self).map { declaration.with(\.memberBlock, $0) } ?? declaration
  }

  /// Returns a type, as code, with the aliases for the names.
  func renaming(_ type: String, in owner: String) -> String {
    NameRewriter(names: names, prefix: "\(owner)._").rewrite(TypeSyntax(stringLiteral: type)).trimmedDescription
  }
}

extension IdentifierTypeSyntax {
  /// The name, if it is found beside the protocol: neither `Self` nor `Any`, nor one with its module, nor a generic
  /// parameter or an alias of the protocol itself.
  fileprivate var nameInScope: String? {
    guard case .identifier = name.tokenKind, !trimmedDescription.contains("::") else { return nil }
    return sequence(first: Syntax(self), next: \.parent).contains { $0.declares(name.text) } ? nil : name.text
  }
}

extension SyntaxProtocol {
  /// Whether the node declares a name of a type that code inside of it finds.
  fileprivate func declares(_ name: String) -> Bool {
    if let block = self.as(MemberBlockSyntax.self) {
      return block.members.contains { $0.decl.as(TypeAliasDeclSyntax.self)?.name.text == name }
    }
    let generic = asProtocol((any WithGenericParametersSyntax).self)
    return generic?.genericParameterClause?.parameters.contains { $0.name.text == name } ?? false
  }
}

extension AttributeSyntax {
  /// Whether the attribute is the name of a type of the program.
  fileprivate var isName: Bool { isGlobalActor && name != "MainActor" }
}

extension ThrowsClauseSyntax {
  /// Whether the clause has a type that macros do not treat apart.
  fileprivate var isTyped: Bool { if case .typed = ThrowsKind(self) { true } else { false } }
}

private final class NameCollector: SyntaxVisitor {
  private(set) var names: Set<String> = []

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.nameInScope { names.insert(name) }
    return .visitChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: ThrowsClauseSyntax) -> SyntaxVisitorContinueKind {
    node.isTyped ? .visitChildren : .skipChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    node.isName ? .visitChildren : .skipChildren
  }
}

private final class NameRewriter: SyntaxRewriter {
  private let names: Set<String>
  private let prefix: String

  init(names: Set<String>, prefix: String) {
    self.names = names
    self.prefix = prefix
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    let visited = super.visit(node)
    guard let name = node.nameInScope, names.contains(name), let type = visited.as(IdentifierTypeSyntax.self) else {
      return visited
    }
    return TypeSyntax(type.with(\.name, type.name.with(\.tokenKind, .identifier(prefix + name))))
  }

  override func visit(_ node: ThrowsClauseSyntax) -> ThrowsClauseSyntax { node.isTyped ? super.visit(node) : node }

  override func visit(_ node: AttributeSyntax) -> AttributeSyntax { node.isName ? super.visit(node) : node }
}
