import SwiftSyntax

/// The member of a stand-in that answers to one requirement.
struct ForwardingMember {
  private let requirement: ProtocolRequirement
  private let proxy: GeneratedProxy

  init(of requirement: ProtocolRequirement, in proxy: GeneratedProxy) {
    self.requirement = requirement
    self.proxy = proxy
  }

  /// The declaration.
  var code: String {
    let parameters = requirement.parameters.map(\.declaration).joined(separator: ", ")
    switch requirement.kind {
    case .method(let method):
      let signature = "\(method.name.text)\(method.genericParameterClause.code)(\(parameters))\(effects)"
      let result = method.signature.returnClause.code + method.genericWhereClause.code
      return block("\(opening)func \(signature)\(result)", readExpression(".\(method.name.text)(\(arguments))"))
    case .property(let name, let type):
      return block("\(opening)var \(name): \(type)", accessors(of: ".\(name)"))
    case .subscripting(let subscripting):
      let signature = "subscript\(subscripting.genericParameterClause.code)(\(parameters))"
      let result = " \(subscripting.returnClause.trimmedDescription)\(subscripting.genericWhereClause.code)"
      return block("\(opening)\(signature)\(result)", accessors(of: "[\(arguments)]"))
    }
  }

  /// Attributes, access and isolation.
  private var opening: String {
    let attributes = requirement.attributes.map { "\($0.trimmedDescription)\n" }.joined()
    let isolation = requirement.modifiers.filter { $0.name.tokenKind == .keyword(.nonisolated) }
    return attributes + proxy.target.access + isolation.map { "\($0.trimmedDescription) " }.joined()
  }

  private var made: String { "self.\(proxy.accessor)" }

  private var effects: String { (requirement.isAsync ? " async" : "") + requirement.throwing.clause }

  private var arguments: String {
    requirement.parameters.map { parameter in
      parameter.argument(isTransferred(parameter) ? parameter.transferExpression(for: requirement.fullName) : nil)
    }.joined(separator: ", ")
  }

  private func accessors(of place: String) -> String {
    let getter = block("get\(effects)", readExpression(place))
    guard let setter = requirement.setter else { return getter }
    return getter + "\n" + block(setter.rawValue, writeExpression(place))
  }

  /// What reads a member of the object.
  private func readExpression(_ member: String) -> String {
    let marks = (requirement.throwing == .nonthrowing ? "" : "try ") + (requirement.isAsync ? "await " : "")
    let plain = marks + made + ".object" + member
    guard isIntercepting else {
      return canAccessInClosure ? marks + objectAccess(requirement.throwing, requirement.type, "\(marks)_object\(member)") : plain
    }
    let held = requirement.parameters.filter(isTransferred).map(\.transferVariable)
    let call = interceptedCall(
      requirement.fullName, requirement.parameters.map(\.record),
      "() \(requirement.isAsync ? "async " : "")throws(\(requirement.throwing.type)) -> \(requirement.type) in", plain)
    return held.joined() + (held.isEmpty ? "" : "return ") + marks + call
  }

  /// What sets a member of the object.
  private func writeExpression(_ member: String) -> String {
    guard isIntercepting else { return objectAccess(.nonthrowing, "Void", "_object\(member) = newValue") }
    return interceptedCall(
      requirement.fullName + "=",
      requirement.parameters.map(\.record) + [#"Wiring.CallArgument("newValue", newValue)"#],
      "() throws(Never) -> Void in", "\(made).object\(member) = newValue")
  }

  /// A call of the object where it lies.
  private func objectAccess(_ throwing: ThrowsKind, _ type: String, _ body: String) -> String {
    let signature = "(_object) throws(\(throwing.type)) -> \(type) in"
    return "\(made) { \(signature)\n  \(body)\n}"
  }

  /// Whether the object can be called inside of a closure, which saves a copy of it: not to wait, nor to give away an
  /// argument.
  private var canAccessInClosure: Bool {
    !requirement.isAsync && !requirement.parameters.contains { $0.isConsuming || $0.isSending }
  }

  private func interceptedCall(_ name: String, _ records: [String], _ signature: String, _ body: String) -> String {
    let arguments = records.isEmpty ? "" : " { [\(records.joined(separator: ", "))] }"
    let call = #"Wiring.InterceptedCall("\#(proxy.target.name)", "\#(name)")\#(arguments)"#
    return """
      self._interceptor.intercept(
        \(call)
      ) { \(signature)
        \(body)
      }
      """
  }

  private var isIntercepting: Bool {
    if case .lazy = proxy.kind { false } else { true }
  }

  /// Whether the argument waits in a variable for the closure that gives it away.
  private func isTransferred(_ parameter: Parameter) -> Bool {
    isIntercepting && (parameter.isConsuming || parameter.isSending)
  }
}

extension Parameter {
  fileprivate var transferName: String { "_\(name.withoutBackticks)" }

  /// The variable for an argument that can be given away once. Whoever takes it leaves nothing behind, so that one that is
  /// sent elsewhere is not used here again; the compiler does not see that.
  fileprivate var transferVariable: String {
    "\(isSending ? "nonisolated(unsafe) " : "")var \(transferName) = Optional.some(\(name))\n"
  }

  fileprivate func transferExpression(for requirement: String) -> String {
    #"Wiring.InterceptedCall.\#(isSending ? "send" : "take")(&\#(transferName), "\#(name.withoutBackticks)", of: "\#(requirement)")"#
  }

  /// The argument for those who look at calls.
  fileprivate var record: String {
    if let unrecordableReason { return #"Wiring.CallArgument("\#(title)", absent: "\#(unrecordableReason)")"# }
    return #"Wiring.CallArgument("\#(title)", \#(name))"#
  }
}

extension Optional where Wrapped: SyntaxProtocol {
  /// The clause as code, with a space before it unless it is a list of generic parameters.
  fileprivate var code: String {
    guard let self else { return "" }
    return (self.is(GenericParameterClauseSyntax.self) ? "" : " ") + self.trimmedDescription
  }
}
