import SwiftSyntax
import SwiftSyntaxBuilder

/// The names of types in the requirements of a protocol that is nested in a type.
///
/// The members of a proxy are in an extension at file scope, where the types beside the protocol are not in scope. So the
/// proxy's class, which is beside it, too, has an alias of each name, and the members use the aliases.
struct EnclosedNames {
  private let names: Set<String>

  /// Collects the names in a protocol.
  init(in declaration: ProtocolDeclSyntax) {
    let collector = NameCollector(viewMode: .sourceAccurate)
    collector.walk(declaration.memberBlock)
    names = collector.used.subtracting(collector.declared)
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
  /// The name, if it is found in the scope: neither `Self` nor `Any`, nor one with its module.
  fileprivate var nameInScope: String? {
    guard case .identifier = name.tokenKind, !trimmedDescription.contains("::") else { return nil }
    return name.text
  }
}

private final class NameCollector: SyntaxVisitor {
  private(set) var used: Set<String> = []
  /// The names of generic parameters, and of the aliases of the protocol itself.
  private(set) var declared: Set<String> = []

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.nameInScope { used.insert(name) }
    return .visitChildren
  }

  override func visit(_ node: GenericParameterSyntax) -> SyntaxVisitorContinueKind {
    declared.insert(node.name.text)
    return .visitChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    declared.insert(node.name.text)
    return .skipChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
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

  override func visit(_ node: AttributeSyntax) -> AttributeSyntax { node }
}
