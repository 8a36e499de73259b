import SwiftSyntax

/// The member of a stand-in that answers to one requirement.
struct Member {
  private let requirement: Requirement
  private let standIn: StandIn

  init(of requirement: Requirement, in standIn: StandIn) {
    self.requirement = requirement
    self.standIn = standIn
  }

  /// The declaration.
  var code: String {
    let parameters = requirement.parameters.map(\.declaration).joined(separator: ", ")
    switch requirement.kind {
    case .method(let method):
      let signature = "\(method.name.text)\(method.genericParameterClause.code)(\(parameters))\(effects)"
      let result = method.signature.returnClause.code + method.genericWhereClause.code
      return block("\(opening)func \(signature)\(result)", reading(".\(method.name.text)(\(arguments))"))
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
    return attributes + standIn.subject.access + isolation.map { "\($0.trimmedDescription) " }.joined()
  }

  private var made: String { "self.\(standIn.accessor)" }

  private var effects: String { (requirement.isAsync ? " async" : "") + requirement.throwing.clause }

  private var arguments: String {
    requirement.parameters.map { parameter in
      parameter.argument(isHeldBack(parameter) ? parameter.releasing(for: requirement.fullName) : nil)
    }.joined(separator: ", ")
  }

  private func accessors(of place: String) -> String {
    let getter = block("get\(effects)", reading(place))
    guard let setter = requirement.setter else { return getter }
    return getter + "\n" + block(setter.rawValue, setting(place))
  }

  /// What reads a member of the object.
  private func reading(_ member: String) -> String {
    let marks = (requirement.throwing == .nothing ? "" : "try ") + (requirement.isAsync ? "await " : "")
    let plain = marks + made + ".object" + member
    guard isIntercepting else {
      return isClosureFit ? marks + inside(requirement.throwing, requirement.type, "\(marks)_object\(member)") : plain
    }
    let held = requirement.parameters.filter(isHeldBack).map(\.holding)
    let call = around(
      requirement.fullName, requirement.parameters.map(\.record),
      "() \(requirement.isAsync ? "async " : "")throws(\(requirement.throwing.type)) -> \(requirement.type) in", plain)
    return held.joined() + (held.isEmpty ? "" : "return ") + marks + call
  }

  /// What sets a member of the object.
  private func setting(_ member: String) -> String {
    guard isIntercepting else { return inside(.nothing, "Void", "_object\(member) = newValue") }
    return around(
      requirement.fullName + "=",
      requirement.parameters.map(\.record) + [#"Wiring.CallArgument("newValue", newValue)"#],
      "() throws(Never) -> Void in", "\(made).object\(member) = newValue")
  }

  /// A call of the object where it lies.
  private func inside(_ throwing: Throwing, _ type: String, _ body: String) -> String {
    let signature = "(_object) throws(\(throwing.type)) -> \(type) in"
    return "\(made) { \(signature)\n  \(body)\n}"
  }

  /// Whether the object can be called inside of a closure, which saves a copy of it: not to wait, nor to give away an
  /// argument.
  private var isClosureFit: Bool {
    !requirement.isAsync && !requirement.parameters.contains { $0.isConsuming || $0.isSending }
  }

  private func around(_ name: String, _ records: [String], _ signature: String, _ body: String) -> String {
    let arguments = records.isEmpty ? "" : " { [\(records.joined(separator: ", "))] }"
    let call = #"Wiring.InterceptedCall("\#(standIn.subject.name)", "\#(name)")\#(arguments)"#
    return """
      self._interceptor.intercept(
        \(call)
      ) { \(signature)
        \(body)
      }
      """
  }

  private var isIntercepting: Bool {
    if case .lazy = standIn.kind { false } else { true }
  }

  /// Whether the argument waits in a variable for the closure that gives it away.
  private func isHeldBack(_ parameter: Parameter) -> Bool {
    isIntercepting && (parameter.isConsuming || parameter.isSending)
  }
}

extension Parameter {
  fileprivate var heldName: String { "_\(name.bare)" }

  /// The variable for an argument that can be given away once. Whoever takes it leaves nothing behind, so that one that is
  /// sent elsewhere is not used here again; the compiler does not see that.
  fileprivate var holding: String {
    "\(isSending ? "nonisolated(unsafe) " : "")var \(heldName) = Optional.some(\(name))\n"
  }

  fileprivate func releasing(for requirement: String) -> String {
    #"Wiring.InterceptedCall.\#(isSending ? "send" : "take")(&\#(heldName), "\#(name.bare)", of: "\#(requirement)")"#
  }

  /// The argument for those who look at calls.
  fileprivate var record: String {
    if let absence { return #"Wiring.CallArgument("\#(title)", absent: "\#(absence)")"# }
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
