import SwiftSyntax

/// Which actor a declaration belongs to, as far as code says so nearby.
enum ActorIsolation {
  case none
  case main
  /// Another actor, which can be reached by `await` alone.
  case elsewhere

  /// - Parameter surroundings: The isolation of the type around it.
  init(_ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax, in surroundings: ActorIsolation = .none)
  {
    let names = attributes.names
    if modifiers.contains(.nonisolated) {
      self = .none
    } else if names.contains("MainActor") {
      self = .main
    } else if names.contains(where: { $0.hasSuffix("Actor") }) {
      self = .elsewhere
    } else {
      self = surroundings
    }
  }
}
