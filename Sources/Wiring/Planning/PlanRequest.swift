/// What a plan is asked to be.
struct PlanRequest {
  var root: Requirement
  var modules: [any Module]
  var context: Definitions
  var profile: Profile
  var defaultScope: Scope
  var isStrict: Bool
  var overrides: Overrides
  var parent: Blueprint?
  /// The custom scope in which the enclosing graph was opened, with those around it.
  var openScope: [String]
}
