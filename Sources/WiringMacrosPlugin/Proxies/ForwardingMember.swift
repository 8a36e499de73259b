import SwiftSyntax

/// The member of a proxy that forwards one requirement.
struct ForwardingMember {
  private let requirement: ProtocolRequirement
  private let proxy: GeneratedProxy

  init(of requirement: ProtocolRequirement, in proxy: GeneratedProxy) {
    self.requirement = requirement
    self.proxy = proxy
  }

  var code: String {
    let name = requirement.name
    let generics = requirement.genericParameters?.trimmedDescription ?? ""
    let parameters = requirement.parameters.map(\.declaration).joined(separator: ", ")
    let result = requirement.resultType.map { " -> \($0.trimmedDescription)" } ?? ""
    let condition = requirement.genericWhereClause.map { " \($0.trimmedDescription)" } ?? ""
    switch requirement.kind {
    case .method:
      let signature = "func \(name)\(generics)(\(parameters))\(requirement.effects.clause)\(result)\(condition)"
      return block(opening + signature, readExpression(".\(name)(\(arguments))"))
    case .property: return block("\(opening)var \(name): \(resultType)", accessors(of: ".\(name)"))
    case .subscripting:
      return block(
        "\(opening)subscript\(generics)(\(parameters))\(result)\(condition)", accessors(of: "[\(arguments)]"))
    }
  }

  /// The attributes, access level and isolation.
  private var opening: String {
    let attributes = requirement.syntax.attributes.map { "\($0.trimmedDescription)\n" }.joined()
    let isolation = requirement.syntax.modifiers.filter { $0.name.tokenKind == .keyword(.nonisolated) }
    return attributes + proxy.target.access + isolation.map { "\($0.trimmedDescription) " }.joined()
  }

  private var madeObject: String { "self.\(proxy.accessor)" }

  private var resultType: String { requirement.resultType?.trimmedDescription ?? "Swift::Void" }

  private var arguments: String {
    requirement.parameters.map { parameter in
      parameter.argument(isTransferred(parameter) ? parameter.transferExpression(for: requirement.fullName) : nil)
    }.joined(separator: ", ")
  }

  private func accessors(of member: String) -> String {
    let getter = block("get\(requirement.effects.clause)", readExpression(member))
    guard requirement.setter != nil else { return getter }
    return getter + "\n" + block(requirement.isNonmutatingSetter ? "nonmutating set" : "set", writeExpression(member))
  }

  /// The expression that calls or reads a member of the object.
  private func readExpression(_ member: String) -> String {
    let (effects, keywords) = (requirement.effects, requirement.effects.keywords)
    let plain = keywords + madeObject + ".object" + member
    guard proxy.isIntercepting else {
      return canAccessInPlace
        ? keywords + objectAccess("\(keywords)_object\(member)", throwing: effects.throwing, returning: resultType)
        : plain
    }
    let variables = requirement.parameters.filter(isTransferred).map(\.transferVariable)
    let call = interceptedCall(
      of: requirement.fullName, records: requirement.parameters.map(\.record),
      signature: "() \(effects.isAsync ? "async " : "")throws(\(effects.throwing.code)) -> \(resultType) in",
      body: plain)
    return variables.joined() + (variables.isEmpty ? "" : "return ") + keywords + call
  }

  /// The expression that sets a member of the object.
  private func writeExpression(_ member: String) -> String {
    guard proxy.isIntercepting else {
      return objectAccess("_object\(member) = newValue", throwing: .nonthrowing, returning: "Swift::Void")
    }
    return interceptedCall(
      of: requirement.fullName + "=",
      records: requirement.parameters.map(\.record) + [#"WiringMacros::CallArgument("newValue", newValue)"#],
      signature: "() throws(Swift::Never) -> Swift::Void in", body: "\(madeObject).object\(member) = newValue")
  }

  /// Wraps an expression in a closure that receives the object in place.
  private func objectAccess(_ body: String, throwing: ThrowsKind, returning type: String) -> String {
    let signature = "(_object) throws(\(throwing.code)) -> \(type) in"
    return "\(madeObject) { \(signature)\n  \(body)\n}"
  }

  /// Whether the call can be made in a synchronous closure, which saves a copy of the object. A closure can neither await
  /// nor transfer an argument.
  private var canAccessInPlace: Bool {
    !requirement.effects.isAsync && !requirement.parameters.contains { $0.isConsuming || $0.isSending }
  }

  /// Wraps an expression in a call of the interceptor.
  private func interceptedCall(of name: String, records: [String], signature: String, body: String) -> String {
    let arguments = records.isEmpty ? "" : " { [\(records.joined(separator: ", "))] }"
    let call = #"WiringMacros::InterceptedCall("\#(proxy.target.name)", "\#(name)")\#(arguments)"#
    return """
      self._interceptor.intercept(
        \(call)
      ) { \(signature)
        \(body)
      }
      """
  }

  /// Whether the argument is stored in a variable until the interceptor's closure passes it on.
  private func isTransferred(_ parameter: Parameter) -> Bool {
    proxy.isIntercepting && (parameter.isConsuming || parameter.isSending)
  }
}

extension Parameter {
  private var transferName: String { "_\(name.withoutBackticks)" }

  /// The variable for an argument that can be passed on once. `take` and `send` empty it, so that the unsafe variable of
  /// a `sending` parameter is never used from two isolation domains; the compiler cannot see that.
  fileprivate var transferVariable: String {
    "\(isSending ? "nonisolated(unsafe) " : "")var \(transferName) = Swift::Optional.some(\(name))\n"
  }

  fileprivate func transferExpression(for requirement: String) -> String {
    #"WiringMacros::InterceptedCall.\#(isSending ? "send" : "take")(&\#(transferName), "\#(name.withoutBackticks)", of: "\#(requirement)")"#
  }

  /// The argument as interceptors see it.
  fileprivate var record: String {
    if let unrecordableReason { return #"WiringMacros::CallArgument("\#(title)", absent: "\#(unrecordableReason)")"# }
    return #"WiringMacros::CallArgument("\#(title)", \#(name))"#
  }
}
