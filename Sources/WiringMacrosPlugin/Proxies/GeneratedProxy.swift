import SwiftSyntax

/// The code of a proxy: a type that forwards the requirements of a protocol to an object.
///
/// It consists of three declarations: the class; a forwarding protocol, by which the proxies of child protocols inherit
/// the members; and an extension with the forwarding members.
struct GeneratedProxy {
  enum Kind {
    /// `@LazyProxy`, with the errors that creating the object can throw.
    case lazy(ThrowsKind)
    case intercepted
    case spied

    /// The errors that creating the object can throw.
    fileprivate var failure: ThrowsKind { if case .lazy(let failure) = self { failure } else { .nonthrowing } }

    /// The attribute's name, and the parts of the names that it generates.
    fileprivate var names: (attribute: String, classPrefix: String, protocolSuffix: String, accessorPrefix: String) {
      switch self {
      case .lazy: ("LazyProxy", "Lazy", "Forwarding", "_forward")
      case .intercepted: ("Intercepted", "Intercepted", "Intercepting", "_intercept")
      case .spied: ("Spied", "Spy", "Spying", "_spy")
      }
    }
  }

  let kind: Kind
  let target: ProxiedProtocol
  /// The name of the protocol with those of the enclosing types, which the extension needs.
  let qualifiedName: String
  /// The names of types beside a nested protocol; `nil` for one at file scope.
  private let enclosed: EnclosedNames?

  init(kind: Kind, target: ProxiedProtocol, qualifiedName: String, nested declaration: ProtocolDeclSyntax?) {
    self.kind = kind
    self.target = target
    self.qualifiedName = qualifiedName
    enclosed = declaration.map { EnclosedNames(in: $0, failure: kind.failure) }
  }

  /// Returns the proxy with the aliases of the types beside its protocol, for code at file scope.
  func outside(_ declaration: ProtocolDeclSyntax, _ read: (ProtocolDeclSyntax) -> ProxiedProtocol?) -> GeneratedProxy {
    let classPrefix = kind.names.classPrefix
    let owner = qualifiedName.replacingLastName { classPrefix + $0 }
    guard let enclosed, let target = read(enclosed.renaming(declaration, in: owner)) else { return self }
    var kind = kind
    if case .typed(let type) = failure { kind = .lazy(.typed(enclosed.renaming(type, in: owner))) }
    return GeneratedProxy(kind: kind, target: target, qualifiedName: qualifiedName, nested: nil)
  }

  /// Whether calls pass an interceptor, as they do for all kinds but the lazy one.
  var isIntercepting: Bool { if case .lazy = kind { false } else { true } }

  /// The name of the property for the object as this protocol.
  var accessor: String { kind.names.accessorPrefix + target.name }

  private var className: String { kind.names.classPrefix + target.name }

  /// The name of the forwarding protocol of a protocol.
  private func forwardingName(of name: String) -> String { name + kind.names.protocolSuffix }

  /// The errors of reading `accessor`.
  private var failure: ThrowsKind { kind.failure }

  private var existential: String { "any \(target.name)" }
  private var madeObject: String { "Wiring::MadeObject<\(existential)>" }

  var forwardingProtocol: String {
    let inherited =
      [target.name] + target.parents.map { $0.replacingLastName(forwardingName(of:)) }
      + [isIntercepting ? "WiringMacros::Intercepting" : "Wiring::Forwarding"]
    let condition = failure == .nonthrowing && !isIntercepting ? " where ProxyFailure == Swift::Never" : ""
    let name = "\(forwardingName(of: target.name)): \(inherited.joined(separator: ", "))\(condition)"
    return "/// The base of proxies for '\(existential)', with the members that '@\(kind.names.attribute)' generates.\n"
      + block(
        "\(target.peerAccess)nonisolated protocol \(name)",
        "var \(accessor): \(madeObject) { get\(failure.clause) }")
  }

  var classDeclaration: String {
    switch kind {
    case .lazy: lazyClass
    case .intercepted:
      interceptingClass(
        "passes every call to an interceptor",
        storing: ["\(target.access)let _interceptor: any WiringMacros::Interceptor"],
        parameter: "by interceptor: any WiringMacros::Interceptor", assignment: "_interceptor = interceptor")
    case .spied:
      interceptingClass(
        "records every call and forwards it to the object", conformingTo: ["WiringMacros::Spy"],
        storing: [
          "\(target.access)let recorder: WiringMacros::CallRecorder",
          block("\(target.access)var _interceptor: any WiringMacros::Interceptor", "recorder"),
        ], parameter: "recorder: WiringMacros::CallRecorder = WiringMacros::CallRecorder()",
        assignment: "self.recorder = recorder")
    }
  }

  private var lazyClass: String {
    let object = "Wiring::LazyObject<\(existential), \(failure.code)>"
    let isMain = target.isCalledOnMainActor
    let maker = "@escaping \(isMain ? "@MainActor " : "")@Sendable () throws(\(failure.code)) -> \(existential)"
    let access = target.access
    // All calls are on the main actor only if those of each parent are.
    let parents = target.parents.map { "\($0.replacingLastName { kind.names.classPrefix + $0 }).isMainActor" }
    let condition = parents.isEmpty ? "true" : parents.joined(separator: " && ")
    let mainActor = isMain ? [block("\(access)static var isMainActor: Swift::Bool", condition)] : []
    let members =
      mainActor + [
        "\(access)let _object: \(object)",
        block("private init(object: \(object))", "_object = object"),
        block(
          "\(access)convenience init(_ make: \(maker))",
          "self.init(object: Wiring::LazyObject(\(isMain ? "main: " : "")make))"),
        block("\(access)static func proxy(for object: \(object)) -> \(existential)", "\(className)(object: object)"),
        block("\(access)var \(accessor): \(madeObject)", accessorBody("_object.made()", throwing: failure)),
        LinkerRecord(
          kind: .proxy, name: "_wiringRecord",
          product: ("Wiring::LazyProxyRegistration", "Wiring::LazyProxyRegistration(\(className).self)")
        ).code,
      ]
    return declaration(
      "creates the object on the first call", conformingTo: ["Wiring::LazyProxy"], members: members)
  }

  private func interceptingClass(
    _ summary: String, conformingTo protocols: [String] = [], storing fields: [String], parameter: String,
    assignment: String
  ) -> String {
    let access = target.access
    return declaration(
      summary, conformingTo: protocols,
      members: ["\(access)let _object: Wiring::LazyObject<\(existential), Swift::Never>"] + fields + [
        block(
          "\(access)init(_ base: \(existential), \(parameter))",
          "_object = Wiring::LazyObject(made: base)\n\(assignment)"),
        block("\(access)var \(accessor): \(madeObject)", "_object.made()"),
      ])
  }

  private var aliases: [String] {
    let lines = enclosed?.aliases(access: target.access) ?? []
    return lines.isEmpty ? [] : [lines.joined(separator: "\n")]
  }

  private func declaration(_ summary: String, conformingTo protocols: [String], members: [String]) -> String {
    let conformances = ([forwardingName(of: target.name)] + protocols).joined(separator: ", ")
    let header = "\(target.peerAccess)nonisolated final class \(className): \(conformances)"
    return "/// A proxy for '\(existential)' that \(summary).\n"
      + block(header, (aliases + members).joined(separator: "\n\n"))
  }

  /// The extensions of the protocol with the forwarding members.
  var extensions: [String] {
    let forwarding = qualifiedName.replacingLastName(forwardingName(of:))
    let existential = "any \(qualifiedName)"
    let members = target.requirements.map { ForwardingMember(of: $0, in: self).code }
    // In a proxy of a child protocol, creating the object can throw less.
    let variants: [(condition: String, throwing: ThrowsKind)] =
      switch failure {
      case .nonthrowing: [("", .nonthrowing)]
      case .anyError: [("", .anyError)]
      case .typed(let type): [(", ProxyFailure == \(type)", failure), (", ProxyFailure == Swift::Never", .nonthrowing)]
      }
    let accessors = variants.map { condition, throwing in
      block(
        "extension \(qualifiedName) where Self: \(forwarding)\(condition)",
        block(
          "\(target.access)nonisolated var \(accessor): Wiring::MadeObject<\(existential)>",
          accessorBody("_object.made(as: (\(existential)).self)", throwing: throwing)))
    }
    guard !members.isEmpty else { return accessors }
    let forwarded = block(
      "extension \(qualifiedName) where Self: \(forwarding)", members.joined(separator: "\n\n"))
    return [forwarded] + accessors
  }

  private func accessorBody(_ expression: String, throwing: ThrowsKind) -> String {
    throwing == .nonthrowing ? expression : block("get\(throwing.clause)", "try \(expression)")
  }
}

extension String {
  /// The dotted name with its last part changed, such as `Storage.LazyStore` for `Storage.Store`.
  fileprivate func replacingLastName(_ change: (String) -> String) -> String {
    let start = lastIndex { ".:".contains($0) }.map(index(after:)) ?? startIndex
    return self[..<start] + change(String(self[start...]))
  }
}
