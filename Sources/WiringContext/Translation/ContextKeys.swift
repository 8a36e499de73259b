/// A set of keys of a context file.
protocol ContextKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

/// The keys of a context file. In XML they are attributes and elements; see ``XMLElementSchema``.
enum ContextKeys {
  /// The keys of a file.
  enum Context: String, ContextKey {
    /// The schema, for editors; ignored.
    case schema = "$schema"
    case profile
    case imports = "import"
    case scan
    case values
    case objects
  }

  /// The keys of an object.
  enum Object: String, ContextKey {
    case id
    case className = "class"
    case lazy
    case singleton
    case scope
    case primary
    case eager
    case interfaces = "as"
    case factory
    case profile
    case initMethod = "init-method"
    case startMethod = "start-method"
    case destroyMethod = "destroy-method"
    case arguments
    case properties

    /// The keys of an object whose name is its key in a map.
    static let ofNamed = allCases.filter { $0 != .id }
    /// The keys of an object within a value.
    static let ofNested = allCases.filter(\.isForNested)

    /// Whether an object within a value has the key too: it cannot be resolved, and so has no name and is no candidate.
    var isForNested: Bool { ![.id, .primary, .eager, .interfaces, .profile].contains(self) }
  }

  /// The keys of an import that is a map.
  enum Import: String, ContextKey {
    case file
    case profile
    case optional
  }

  /// The keys of a scan.
  enum Scan: String, ContextKey {
    case prefixes
    case types
    case except
    case ignore
    case eager
  }

  /// The keys of a reference.
  enum Reference: String, ContextKey {
    case name = "ref"
    case lazy
  }

  /// The key of a value in which no name has a special meaning.
  enum Literal: String, ContextKey {
    case value
  }

  /// The scopes that a file can name.
  enum ScopeName: String, ContextKey {
    case singleton
    case transient
    case graph
    case weak
  }
}
