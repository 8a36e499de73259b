public import Testing
public import Wiring

/// Expects that modules form a valid plan, and records an issue for each problem; a strict expectation, for each warning,
/// too. Creates no objects.
///
/// An issue is recorded at the line of the binding if its file is found, so that an editor marks it; otherwise at the
/// expectation.
///
/// ```swift
/// @Test(arguments: [Profile.production, "demo"]) func wiring(profile: Profile) {
///   expectWired(App.self, modules: appModules, profile: profile)
/// }
/// ```
///
/// - Returns: The description of the graph; `nil` when the plan is invalid.
@discardableResult
public func expectWired<Root>(
  _ root: Root.Type, modules: [any Module], context: Definitions = .none, profile: Profile = .production,
  isStrict: Bool = false,
  sourceLocation: Testing.SourceLocation = #_sourceLocation, file: StaticString = #fileID,
  overrides: (inout Overrides) -> Void = { _ in }
) -> GraphDescription? {
  do {
    let plan = try Plan(
      root, modules: modules, context: context, profile: profile, file: file, line: sourceLocation.line,
      column: sourceLocation.column, overrides: overrides)
    if isStrict { Issue.record(plan.warnings, orAt: sourceLocation) }
    return plan.description
  } catch {
    Issue.record(error.problems, orAt: sourceLocation)
    return nil
  }
}
