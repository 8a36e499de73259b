import SwiftSyntax

/// The effects of a call: whether it is asynchronous, and the errors that it throws.
struct Effects {
  var isAsync: Bool
  var throwing: ThrowsKind

  init(_ specifiers: (any EffectSpecifiersSyntax)?) {
    isAsync = specifiers?.asyncSpecifier != nil
    throwing = ThrowsKind(specifiers?.throwsClause)
  }

  /// The effects in a declaration, with a leading space, such as ` async throws(StoreError)`.
  var clause: String { (isAsync ? " async" : "") + throwing.clause }

  /// The keywords before a call, with a trailing space, such as `try await `.
  var keywords: String { (throwing == .nonthrowing ? "" : "try ") + (isAsync ? "await " : "") }
}

/// The errors that a declaration throws.
enum ThrowsKind: Equatable {
  case nonthrowing
  case anyError
  case typed(String)

  /// Reads a clause. An error type that is a generic parameter of the declaration is read like any other type.
  init(_ clause: ThrowsClauseSyntax?) {
    self = clause.map { ThrowsKind(type: $0.type?.trimmedDescription ?? "any Error") } ?? .nonthrowing
  }

  init(type: String) {
    switch type {
    case "any Error", "any Swift.Error", "any Swift::Error", "(any Error)": self = .anyError
    case "Never", "Swift.Never", "Swift::Never": self = .nonthrowing
    case _: self = .typed(type)
    }
  }

  /// The errors of two calls together.
  func joined(with other: ThrowsKind) -> ThrowsKind {
    if other == .nonthrowing || other == self { return self }
    return self == .nonthrowing ? other : .anyError
  }

  /// The error type as generated code: a program may have types of these names.
  var code: String {
    switch self {
    case .nonthrowing: "Swift::Never"
    case .anyError: "any Swift::Error"
    case .typed(let type): type
    }
  }

  /// The error type for messages.
  var type: String {
    switch self {
    case .nonthrowing: "Never"
    case .anyError: "any Error"
    case .typed(let type): type
    }
  }

  /// The clause as code, with a leading space; empty for `nonthrowing`.
  var clause: String {
    switch self {
    case .nonthrowing: ""
    case .anyError: " throws"
    case .typed(let type): " throws(\(type))"
    }
  }
}

/// The actor isolation that a declaration, or the type around it, spells out.
enum ActorIsolation {
  case none
  case main
  /// Another actor, reachable only by `await`.
  case otherActor

  /// - Parameter context: The isolation of the enclosing type.
  init(_ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax, in context: ActorIsolation = .none) {
    if modifiers.contains(.nonisolated) {
      self = .none
    } else if attributes.names.contains("MainActor") {
      self = .main
    } else if attributes.hasGlobalActor {
      self = .otherActor
    } else {
      self = context
    }
  }
}
