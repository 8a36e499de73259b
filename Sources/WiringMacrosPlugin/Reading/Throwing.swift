import SwiftSyntax

/// What a declaration may throw.
enum Throwing: Equatable {
  case nothing
  case anything
  case only(String)

  /// Reads a clause; an error type that is a generic parameter of the declaration is nobody else's to throw, and read as
  /// itself.
  init(_ clause: ThrowsClauseSyntax?) {
    guard let clause else {
      self = .nothing
      return
    }
    switch clause.type?.trimmedDescription {
    case nil, "any Error", "any Swift.Error", "(any Error)": self = .anything
    case "Never": self = .nothing
    case let type?: self = .only(type)
    }
  }

  /// The error type as code.
  var type: String {
    switch self {
    case .nothing: "Never"
    case .anything: "any Error"
    case .only(let type): type
    }
  }

  /// The clause as code, with a space before it; empty for what throws nothing.
  var clause: String {
    switch self {
    case .nothing: ""
    case .anything: " throws"
    case .only(let type): " throws(\(type))"
    }
  }
}
