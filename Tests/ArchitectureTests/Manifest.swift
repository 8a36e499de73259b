/// What the rules need to know of Package.swift.
struct Manifest {
  struct Target {
    var name: String
    var isTest = false
    /// The folder of its sources, from the package's root.
    var folder: String
    /// The names of the targets and products that it lists.
    var dependencies: [String] = []
    /// Its build settings in words, such as `enableUpcomingFeature ExistentialAny`.
    var settings: [String] = []
  }

  var targets: [Target]

  /// The layer of a target, or nil when it has none yet or is no target of this package.
  func layer(of name: String) -> Layer? {
    guard let target = targets.first(where: { $0.name == name }) else { return nil }
    return target.isTest ? .tests : Layer.ofTarget[name]
  }

  /// Whether a dependency's name is that of a target of this package, rather than a product of another.
  func isOurs(_ name: String) -> Bool {
    targets.contains { $0.name == name }
  }
}
