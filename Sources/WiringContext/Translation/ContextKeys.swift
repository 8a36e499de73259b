/// A name that has a meaning in a context file.
protocol ContextKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

/// What stands in a context file, by place. In XML the same names are attributes and elements; see ``XMLElementSchema``.
enum ContextKeys {
  /// What a file has.
  enum Context: String, ContextKey {
    /// Where an editor finds the schema; read by nobody here.
    case schema = "$schema"
    case profile
    case imports = "import"
    case scan
    case values
    case objects
  }

  /// What an object has.
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

    /// What an object has whose name is its key in a map.
    static let ofNamed = allCases.filter { $0 != .id }
    /// What an object within a value has.
    static let ofNested = allCases.filter(\.isForNested)

    /// Whether an object within a value has it, too: one that nobody can ask for has no name, and is no candidate.
    var isForNested: Bool {
      switch self {
      case .id, .primary, .eager, .interfaces, .profile: false
      case .className, .lazy, .singleton, .scope, .factory, .initMethod, .startMethod, .destroyMethod, .arguments,
        .properties:
        true
      }
    }
  }

  /// What an import has that is more than a file's name.
  enum Import: String, ContextKey {
    case file
    case profile
    case optional
  }

  /// What a scan has.
  enum Scan: String, ContextKey {
    case prefixes
    case types
    case except
    case ignore
    case eager
  }

  /// What a reference has.
  enum Reference: String, ContextKey {
    case name = "ref"
    case lazy
  }

  /// What a value has that would otherwise mean something else.
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
