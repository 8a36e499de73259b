/// A module of a plan, and how it came there.
struct InstalledModule: Sendable {
  /// The module's type, without its package module.
  let name: String
  /// The module that included it; `nil` for one that the plan lists.
  let includedBy: Int?
}
