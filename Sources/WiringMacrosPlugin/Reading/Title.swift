import SwiftSyntax

/// A declaration in a few words, for messages.
struct Title {
  let text: String

  init(_ requirement: Requirement) {
    let keyword =
      switch requirement.kind {
      case .method: "func "
      case .property: "var "
      case .subscripting: "subscript"
      }
    let words = requirement.modifiers.filter { Self.shown.contains($0.name.text) }.map { "\($0.name.text) " }
    text = words.joined() + keyword + requirement.fullName
  }

  init(_ initializer: InitializerDeclSyntax) {
    let parameters = initializer.signature.parameterClause.parameters
    text = "init(\(parameters.map { "\($0.firstName.text.bare):" }.joined()))"
  }

  private static let shown: Set = ["static", "class", "mutating", "optional"]
}
