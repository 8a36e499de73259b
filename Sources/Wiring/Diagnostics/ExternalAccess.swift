/// The objects that reach outside the process, as ``BindingBuilder/external(_:)`` says of them, and who watches them.
package enum ExternalAccess {
  /// Who is told before such an object is made.
  package protocol Observer: Sendable {
    /// Is told of an object before its factory runs.
    ///
    /// - Parameter object: The object.
    func willMake(_ object: Object)
  }

  /// The observer of every graph that is linked in this task, and of what is linked inside such a graph later.
  @TaskLocal package static var observer: (any Observer)?

  /// An object that reaches outside the process. Its names cost, so they are made when somebody asks.
  package struct Object: Sendable {
    private let blueprint: Blueprint
    private let position: Int
    /// Where it reaches to, as in `the file system`.
    package let place: String

    init(_ blueprint: Blueprint, at position: Int, place: String) {
      self.blueprint = blueprint
      self.position = position
      self.place = place
    }

    /// The object's key.
    package var key: AnyKey { blueprint.declarations[position].key }

    /// The key as the first argument of what replaces it: `(any Clock).self`.
    package var argument: String { key.argument }

    /// What is forbidden, the way from a root, and where it is bound, as the report of a problem would say it.
    package var report: String {
      let report = ProblemReport(blueprint.bindingGraph)
      let way = report.way(to: position).joined(separator: " → ")
      return """
        '\(key)' reaches \(place)

          \(way)

          bound by   \(report.signature(position))  \(report.site(position).short)
          \(report.context(of: position).joined(separator: "\n  "))
        """
    }
  }
}
