import SwiftSyntax

extension StandIn {
  /// The extensions of the protocol with the forwarding members.
  var extensions: [String] {
    let forwarding = qualifiedName.replacingLastName(forwardingName(of:))
    let existential = "any \(qualifiedName)"
    let members = subject.requirements.map { Member(of: $0, in: self).code }
    // Where the object is not asked for as this protocol but as a child of it, making it may throw less.
    let sources: [(demand: String, throwing: Throwing)] =
      switch failure {
      case .nothing: [("", .nothing)]
      case .anything: [("", .anything)]
      case .only(let type): [(", Failure == \(type)", failure), (", Failure == Never", .nothing)]
      }
    let accessors = sources.map { demand, throwing in
      block(
        "extension \(qualifiedName) where Self: \(forwarding)\(demand)",
        block(
          "\(subject.access)nonisolated var \(accessor): Wiring.MadeObject<\(existential)>",
          finding("_object.made(as: (\(existential)).self)", throwing)))
    }
    guard !members.isEmpty else { return accessors }
    let forwarded = block(
      "extension \(qualifiedName) where Self: \(forwarding)", members.joined(separator: "\n\n"))
    return [forwarded] + accessors
  }

  /// The body of the property that gives the object.
  func finding(_ expression: String, _ throwing: Throwing) -> String {
    throwing == .nothing ? expression : block("get\(throwing.clause)", "try \(expression)")
  }
}
