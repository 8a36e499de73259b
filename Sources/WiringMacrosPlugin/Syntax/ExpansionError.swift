import SwiftDiagnostics
import SwiftSyntax

/// Why a macro does not expand, said at the place that is to be changed.
struct ExpansionError: Error {
  let node: Syntax
  /// The message after the macro's name.
  let reason: String
  /// A stable word for the reason.
  let id: String
  var fixes: [Fix] = []

  init(_ id: String, at node: some SyntaxProtocol, _ reason: String, fixes: [Fix] = []) {
    self.id = id
    self.node = Syntax(node)
    self.reason = reason
    self.fixes = fixes
  }

  /// A change that would make the macro expand.
  struct Fix {
    let title: String
    let old: Syntax
    let new: Syntax

    init(_ title: String, replace old: some SyntaxProtocol, with new: some SyntaxProtocol) {
      self.title = title
      self.old = Syntax(old)
      self.new = Syntax(new)
    }
  }

  /// The error as the compiler reports it, such as
  /// `@LazyProxy cannot forward 'init(path:)': it makes an object, …`.
  func diagnostic(of macro: String) -> Diagnostic {
    Diagnostic(
      node: place,
      message: Message(text: "@\(macro) \(reason)", id: id),
      fixIts: fixes.map { fix in
        FixIt(
          message: Message(text: fix.title, id: id),
          changes: [.replace(oldNode: fix.old, newNode: fix.new)])
      })
  }

  /// What follows the node's attributes: the one that reports may stand lines above. The compiler looks at the node that
  /// it is given, and not at a diagnostic's position.
  private var place: Syntax {
    guard let attributes = node.asProtocol((any WithAttributesSyntax).self)?.attributes, !attributes.isEmpty else {
      return node
    }
    return node.tokens(viewMode: .sourceAccurate).first { $0.position >= attributes.endPosition }.map(Syntax.init)
      ?? node
  }

  private struct Message: DiagnosticMessage, FixItMessage {
    let text: String
    let id: String

    var message: String { text }
    var severity: DiagnosticSeverity { .error }
    var diagnosticID: MessageID { MessageID(domain: "WiringMacros", id: id) }
    var fixItID: MessageID { diagnosticID }
  }
}
