public import Testing
public import Wiring

/// Expects that modules make a whole; each problem of the plan is an issue of its own. Creates no object.
///
/// ```swift
/// @Test(arguments: [Profile.production, "demo"]) func wiring(profile: Profile) {
///   expectWired(App.self, modules: appModules, profile: profile)
/// }
/// ```
///
/// - Parameters:
///   - root: The type of the object that the program begins with.
///   - modules: The modules.
///   - context: Definitions that go with them; none unless told.
///   - profile: What the program is run for.
///   - isStrict: Whether the plan's warnings are issues, too.
///   - sourceLocation: The place of the call.
///   - file: The place of the call, as the plan takes it.
///   - overrides: What to replace.
/// - Returns: What the graph would be made of; `nil` when the modules make no whole.
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
    if isStrict { record(plan.warnings, sourceLocation) }
    return plan.description
  } catch {
    record(error.problems, sourceLocation)
    return nil
  }
}

private func record(_ problems: [Problem], _ sourceLocation: Testing.SourceLocation) {
  for problem in problems { Issue.record(Comment(rawValue: problem.description), sourceLocation: sourceLocation) }
}
