import SwiftSyntax

/// A type that is generated to stand in for the objects of a protocol.
///
/// Three declarations come of it: the class; a protocol, so that the stand-ins of child protocols inherit what this one
/// forwards; and an extension with the forwarding members.
struct StandIn {
  enum Kind {
    /// `@LazyProxy`, with what making the object may throw.
    case lazy(Throwing)
    case intercepted
    case spied
  }

  let kind: Kind
  let subject: Subject
  /// The protocol as the extension must call it: with the types around it.
  let qualifiedName: String

  /// How a protocol's class is called.
  func className(of name: String) -> String {
    switch kind {
    case .lazy: "Lazy\(name)"
    case .intercepted: "Intercepted\(name)"
    case .spied: "Spy\(name)"
    }
  }

  /// How a protocol's forwarding protocol is called.
  func forwardingName(of name: String) -> String {
    switch kind {
    case .lazy: "\(name)Forwarding"
    case .intercepted: "\(name)Intercepting"
    case .spied: "\(name)Spying"
    }
  }

  /// The property that gives the object as this protocol.
  var accessor: String {
    switch kind {
    case .lazy: "_forward\(subject.name)"
    case .intercepted: "_intercept\(subject.name)"
    case .spied: "_spy\(subject.name)"
    }
  }

  /// What reading `accessor` throws.
  var failure: Throwing {
    if case .lazy(let failure) = kind { failure } else { .nothing }
  }

  var existential: String { "any \(subject.name)" }
  var madeObject: String { "Wiring.MadeObject<\(existential)>" }

  /// The forwarding protocol.
  var forwardingProtocol: String {
    let isIntercepting = if case .lazy = kind { false } else { true }
    let inherited =
      [subject.name] + subject.parents.map { $0.replacingLastName(forwardingName(of:)) }
      + [isIntercepting ? "Wiring.Intercepting" : "Wiring.Forwarding"]
    let demand = failure == .nothing && !isIntercepting ? " where Failure == Never" : ""
    let name = "\(forwardingName(of: subject.name)): \(inherited.joined(separator: ", "))\(demand)"
    return "/// What stands in for '\(existential)' inherits from this, and with it what '@\(attribute)' generated.\n"
      + block(
        "\(subject.peerAccess)nonisolated protocol \(name)", "var \(accessor): \(madeObject) { get\(failure.clause) }")
  }

  /// The attribute that asks for it.
  var attribute: String {
    switch kind {
    case .lazy: "LazyProxy"
    case .intercepted: "Intercepted"
    case .spied: "Spied"
    }
  }
}

extension String {
  /// The name of a type in the same place as another one, such as `Storage.LazyStore` for `Storage.Store`.
  func replacingLastName(_ change: (String) -> String) -> String {
    let names = split(separator: ".").map(String.init)
    return (names.dropLast() + names.suffix(1).map(change)).joined(separator: ".")
  }
}
