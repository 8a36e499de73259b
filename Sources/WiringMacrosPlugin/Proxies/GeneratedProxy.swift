import SwiftSyntax

/// A type that is generated to stand in for the objects of a protocol.
///
/// Three declarations come of it: the class; a protocol, so that the stand-ins of child protocols inherit what this one
/// forwards; and an extension with the forwarding members.
struct GeneratedProxy {
  enum Kind {
    /// `@LazyProxy`, with what making the object may throw.
    case lazy(ThrowsKind)
    case intercepted
    case spied
  }

  let kind: Kind
  let target: ProxiedProtocol
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
    case .lazy: "_forward\(target.name)"
    case .intercepted: "_intercept\(target.name)"
    case .spied: "_spy\(target.name)"
    }
  }

  /// What reading `accessor` throws.
  var failure: ThrowsKind {
    if case .lazy(let failure) = kind { failure } else { .nonthrowing }
  }

  var existential: String { "any \(target.name)" }
  var madeObject: String { "Wiring.MadeObject<\(existential)>" }

  /// The forwarding protocol.
  var forwardingProtocol: String {
    let isIntercepting = if case .lazy = kind { false } else { true }
    let inherited =
      [target.name] + target.parents.map { $0.replacingLastName(forwardingName(of:)) }
      + [isIntercepting ? "Wiring.Intercepting" : "Wiring.Forwarding"]
    let demand = failure == .nonthrowing && !isIntercepting ? " where Failure == Never" : ""
    let name = "\(forwardingName(of: target.name)): \(inherited.joined(separator: ", "))\(demand)"
    return "/// What stands in for '\(existential)' inherits from this, and with it what '@\(attribute)' generated.\n"
      + block(
        "\(target.peerAccess)nonisolated protocol \(name)", "var \(accessor): \(madeObject) { get\(failure.clause) }")
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

extension GeneratedProxy {
  /// The class.
  var classDeclaration: String {
    switch kind {
    case .lazy: lazyClass
    case .intercepted: interceptedClass
    case .spied: spiedClass
    }
  }

  private var lazyClass: String {
    let object = "Wiring.LazyObject<\(existential), \(failure.type)>"
    let isMain = target.isCalledOnMainActor
    let maker = "@escaping \(isMain ? "@MainActor " : "")@Sendable () throws(\(failure.type)) -> \(existential)"
    let access = target.access
    var members = [
      "\(access)let _object: \(object)",
      block("private init(object: \(object))", "_object = object"),
      block(
        "\(access)convenience init(_ make: \(maker))",
        "self.init(object: Wiring.LazyObject(\(isMain ? "main: " : "")make))"),
      block(
        "\(access)static func proxy(for object: \(object)) -> \(existential)",
        "\(className(of: target.name))(object: object)"),
      block("\(access)var \(accessor): \(madeObject)", accessorBody("_object.made()", failure)),
      LinkerRecord(
        kind: .proxy, name: "_wiringRecord",
        makes: ("Wiring.LazyProxyRegistration", "Wiring.LazyProxyRegistration(\(className(of: target.name)).self)")
      ).code,
    ]
    if isMain {
      // Calls come on the main actor only if they do so through each parent.
      let parents = target.parents.map { "\($0.replacingLastName(className(of:))).isMainActor" }
      members.insert(
        block("\(access)static var isMainActor: Bool", parents.isEmpty ? "true" : parents.joined(separator: " && ")),
        at: 0)
    }
    return declaration(
      "Stands in for '\(existential)', which is made on the first call.", ["Wiring.LazyProxy"], members)
  }

  private var interceptedClass: String {
    let access = target.access
    return declaration(
      "Lets an interceptor stand around every call of '\(existential)'.", [],
      [
        "\(access)let _object: Wiring.LazyObject<\(existential), Never>",
        "\(access)let _interceptor: any Wiring.Interceptor",
        block(
          "\(access)init(_ base: \(existential), by interceptor: any Wiring.Interceptor)",
          "_object = Wiring.LazyObject(made: base)\n_interceptor = interceptor"),
        block("\(access)var \(accessor): \(madeObject)", "_object.made()"),
      ])
  }

  private var spiedClass: String {
    let access = target.access
    return declaration(
      "Records every call of '\(existential)', and lets the object behind it answer.", ["Wiring.Spy"],
      [
        "\(access)let _object: Wiring.LazyObject<\(existential), Never>",
        "\(access)let recorder: Wiring.CallRecorder",
        block("\(access)var _interceptor: any Wiring.Interceptor", "recorder"),
        block(
          "\(access)init(_ base: \(existential), recorder: Wiring.CallRecorder = Wiring.CallRecorder())",
          "_object = Wiring.LazyObject(made: base)\nself.recorder = recorder"),
        block("\(access)var \(accessor): \(madeObject)", "_object.made()"),
      ])
  }

  private func declaration(_ summary: String, _ protocols: [String], _ members: [String]) -> String {
    let conformances = ([forwardingName(of: target.name)] + protocols).joined(separator: ", ")
    let header = "\(target.peerAccess)nonisolated final class \(className(of: target.name)): \(conformances)"
    return "/// \(summary)\n" + block(header, members.joined(separator: "\n\n"))
  }
}

extension GeneratedProxy {
  /// The extensions of the protocol with the forwarding members.
  var extensions: [String] {
    let forwarding = qualifiedName.replacingLastName(forwardingName(of:))
    let existential = "any \(qualifiedName)"
    let members = target.requirements.map { ForwardingMember(of: $0, in: self).code }
    // Where the object is not asked for as this protocol but as a child of it, making it may throw less.
    let sources: [(demand: String, throwing: ThrowsKind)] =
      switch failure {
      case .nonthrowing: [("", .nonthrowing)]
      case .anyError: [("", .anyError)]
      case .typed(let type): [(", Failure == \(type)", failure), (", Failure == Never", .nonthrowing)]
      }
    let accessors = sources.map { demand, throwing in
      block(
        "extension \(qualifiedName) where Self: \(forwarding)\(demand)",
        block(
          "\(target.access)nonisolated var \(accessor): Wiring.MadeObject<\(existential)>",
          accessorBody("_object.made(as: (\(existential)).self)", throwing)))
    }
    guard !members.isEmpty else { return accessors }
    let forwarded = block(
      "extension \(qualifiedName) where Self: \(forwarding)", members.joined(separator: "\n\n"))
    return [forwarded] + accessors
  }

  /// The body of the property that gives the object.
  func accessorBody(_ expression: String, _ throwing: ThrowsKind) -> String {
    throwing == .nonthrowing ? expression : block("get\(throwing.clause)", "try \(expression)")
  }
}
