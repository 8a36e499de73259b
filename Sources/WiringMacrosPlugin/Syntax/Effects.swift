import SwiftSyntax

/// What a declaration may throw.
enum ThrowsKind: Equatable {
  case nonthrowing
  case anyError
  case typed(String)

  /// Reads a clause; an error type that is a generic parameter of the declaration is nobody else's to throw, and read as
  /// itself.
  init(_ clause: ThrowsClauseSyntax?) {
    guard let clause else {
      self = .nonthrowing
      return
    }
    switch clause.type?.trimmedDescription {
    case nil, "any Error", "any Swift.Error", "(any Error)": self = .anyError
    case "Never": self = .nonthrowing
    case let type?: self = .typed(type)
    }
  }

  /// The error type as code.
  var type: String {
    switch self {
    case .nonthrowing: "Never"
    case .anyError: "any Error"
    case .typed(let type): type
    }
  }

  /// The clause as code, with a space before it; empty for what throws nothing.
  var clause: String {
    switch self {
    case .nonthrowing: ""
    case .anyError: " throws"
    case .typed(let type): " throws(\(type))"
    }
  }
}

/// Which actor a declaration belongs to, as far as code says so nearby.
enum ActorIsolation {
  case none
  case main
  /// Another actor, which can be reached by `await` alone.
  case otherActor

  /// - Parameter surroundings: The isolation of the type around it.
  init(_ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax, in surroundings: ActorIsolation = .none)
  {
    let names = attributes.names
    if modifiers.contains(.nonisolated) {
      self = .none
    } else if names.contains("MainActor") {
      self = .main
    } else if names.contains(where: { $0.hasSuffix("Actor") }) {
      self = .otherActor
    } else {
      self = surroundings
    }
  }
}
