/// Where components are looked up: those of the program, or others.
///
/// A set of definitions brings its registry along, so that a test, or a program without scanned types, can put another one
/// in its place.
///
/// ## Topics
/// ### Registries
/// - ``linked``
/// - ``init(_:standIns:)``
/// ### What is in one
/// - ``components``
/// - ``standIns``
public struct ComponentRegistry: Sendable {
  private enum Source: Sendable {
    case linked
    case listed([Component], [StandIn])
  }

  private let source: Source

  private init(_ source: Source) {
    self.source = source
  }

  /// Lists components.
  ///
  /// - Parameters:
  ///   - components: The components.
  ///   - standIns: The stand-ins of protocols, for lazy ones.
  public init(_ components: [Component], standIns: [StandIn] = []) {
    self.init(.listed(components, standIns))
  }

  /// The components of the program, as the linker collected them.
  public static let linked = ComponentRegistry(.linked)

  /// The components. O(components) for those of the program, which are read on each access.
  public var components: [Component] {
    switch source {
    case .linked: ComponentRecords.all()
    case .listed(let components, _): components
    }
  }

  /// The stand-ins. O(stand-ins) for those of the program, which are read on each access.
  public var standIns: [StandIn] {
    switch source {
    case .linked: ComponentRecords.standIns()
    case .listed(_, let standIns): standIns
    }
  }
}
