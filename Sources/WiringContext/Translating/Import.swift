import Wiring

/// A file that another one wants read, too.
struct Import {
  let path: String
  /// The path as it was written: what a message shows, since what fills it may be a secret.
  let notation: String
  let location: SourceLocation
  /// The profiles in which it is read; in all when empty.
  var profiles: [String] = []
  /// Whether it may be missing.
  var isOptional = false

  /// Whether it is read in a profile.
  func stands(in profile: Profile) -> Bool {
    let excluded = profiles.filter { $0.hasPrefix("!") }
    guard !excluded.contains("!" + profile.name) else { return false }
    return excluded.count == profiles.count || profiles.contains(profile.name)
  }
}
