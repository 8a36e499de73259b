/// The objects that access the world outside the process, as declared by ``BindingBuilder/external(_:)``.
package enum ExternalAccess {
  /// An observer of such objects.
  package protocol Observer: Sendable {
    /// Called before the factory of an object runs.
    func willMake(_ object: Object)
  }

  /// The observer of every graph that this task builds, including objects that are linked later.
  @TaskLocal package static var observer: (any Observer)?

  /// An object that accesses the world outside the process. Its texts are computed on demand, since they are costly.
  package struct Object: Sendable {
    let bindings: BindingGraph
    let position: Int
    /// The accessed resource, as in `the file system`.
    package let resource: String

    /// The object's key.
    package var key: AnyKey { bindings.declarations[position].key }

    /// The arguments of an override of the object: `(any Clock).self`.
    package var arguments: String { key.arguments }

    /// The location of the object's binding.
    package var location: SourceLocation { bindings.declarations[position].site.location }

    /// The access, the path from a root, and the location of the binding, in the form of a problem's report.
    package var report: String {
      let report = ProblemReport(bindings)
      return """
        '\(key)' reaches \(resource)

          \(report.pathText(to: position))

          bound by   \(report.signature(position))  \(report.site(position).short)
          \(report.context(of: position).joined(separator: "\n  "))
        """
    }
  }
}
