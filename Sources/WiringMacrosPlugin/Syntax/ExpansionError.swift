import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The reason why a macro does not expand, with the node to report it at and the changes that would fix it.
struct ExpansionError: Error {
  let node: Syntax
  /// The message after the macro's name.
  let reason: String
  /// A stable identifier of the reason.
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

  /// An unknown parameter name in an attribute's argument, with fixes that write a similar name.
  static func unknownParameter(
    _ name: String, at argument: ExprSyntax, of title: String, parameters: [String]
  ) -> ExpansionError {
    ExpansionError(
      "unknown-name", at: argument,
      "finds no parameter '\(name)' in '\(title)'; its parameters are \(parameters.quotedList)",
      fixes: parameters.filter { name.isSimilar($0) }.map {
        .init("write \"\($0)\"", replace: argument, with: ExprSyntax(StringLiteralExprSyntax(content: $0)))
      })
  }

  /// The error as the compiler reports it, such as `@LazyProxy cannot forward 'init(path:)': …`.
  func diagnostic(of macro: String) -> Diagnostic {
    Diagnostic(
      node: anchor,
      message: Message(text: "@\(macro) \(reason)", id: id),
      fixIts: fixes.map { fix in
        FixIt(
          message: Message(text: fix.title, id: id),
          changes: [.replace(oldNode: fix.old, newNode: fix.new)])
      })
  }

  /// The first token after the node's attributes, which can be lines above the declaration.
  ///
  /// The compiler uses the position of the node and ignores that of the diagnostic.
  private var anchor: Syntax {
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

extension MacroExpansionContext {
  /// Reports the errors of an attribute.
  func report(_ errors: [ExpansionError], of attribute: AttributeSyntax) {
    for error in errors { diagnose(error.diagnostic(of: attribute.name)) }
  }
}

extension [String] {
  /// The names for a message, such as `'title', 'clock'`.
  var quotedList: String { isEmpty ? "none" : map { "'\($0)'" }.joined(separator: ", ") }
}

extension String {
  /// Whether the other name is a likely correction: at most two letters in five differ, ignoring case.
  fileprivate func isSimilar(_ other: String) -> Bool {
    let (one, two) = (Array(lowercased()), Array(other.lowercased()))
    var distances = Array(0...two.count)
    for (row, letter) in one.enumerated() {
      var diagonal = distances[0]
      distances[0] = row + 1
      for (column, match) in two.enumerated() {
        let substituted = diagonal + (letter == match ? 0 : 1)
        diagonal = distances[column + 1]
        distances[column + 1] = Swift.min(substituted, distances[column] + 1, diagonal + 1)
      }
    }
    return (distances.last ?? 0) * 5 <= Swift.max(one.count, two.count) * 2
  }
}
