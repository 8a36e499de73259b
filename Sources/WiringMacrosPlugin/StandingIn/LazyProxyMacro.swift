import SwiftSyntax
import SwiftSyntaxMacros

/// `@LazyProxy`.
enum LazyProxyMacro: StandInMacro {
  static func kind(for subject: Subject, _ attribute: AttributeSyntax) -> (kind: StandIn.Kind, refusals: [Refusal]) {
    guard case .argumentList(let arguments) = attribute.arguments, let argument = arguments.first?.expression else {
      return (.lazy(derived(from: subject)), [])
    }
    guard let stated = stated(by: argument) else {
      return (
        .lazy(.nothing),
        [Refusal("failure-type", at: argument, "needs the error's type spelled out, as in 'failure: StoreError.self'")]
      )
    }
    let refusals = subject.requirements.filter { !allows(stated, in: $0.openThrowing) }.map { requirement in
      Refusal(
        "failure", at: requirement.syntax,
        "cannot report '\(stated.type)' through '\(Title(requirement).text)', which \(can(requirement.openThrowing))")
    }
    return (.lazy(stated), refusals)
  }

  /// The most that every requirement can throw. A macro does not see what its parents demand, so that with parents it is
  /// nothing unless it is stated.
  private static func derived(from subject: Subject) -> Throwing {
    guard subject.parents.isEmpty, var common = subject.requirements.first?.openThrowing else { return .nothing }
    for requirement in subject.requirements {
      switch (common, requirement.openThrowing) {
      case (_, .anything): continue
      case (.anything, let narrower): common = narrower
      case (let one, let other) where one == other: continue
      case (_, _): return .nothing
      }
    }
    return common
  }

  private static func stated(by expression: ExprSyntax) -> Throwing? {
    guard let access = expression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.self),
      let base = access.base?.trimmedDescription
    else { return nil }
    return switch base {
    case "Never": .nothing
    case "(any Error)": .anything
    case _: .only(base)
    }
  }

  private static func allows(_ stated: Throwing, in throwing: Throwing) -> Bool {
    stated == .nothing || throwing == .anything || stated == throwing
  }

  private static func can(_ throwing: Throwing) -> String {
    throwing == .nothing ? "cannot throw it" : "throws '\(throwing.type)'"
  }
}
