/// What the command line asks for.
struct Options {
  enum Task: Equatable {
    /// Histories of so many seeds, beginning with 0.
    case seeds(UInt64)
    /// The history of one seed.
    case replay(UInt64)
    /// Every mutant.
    case mutants
    /// Every schedule of so many steps.
    case exhaustive(Int)
    /// Breaks at every edge.
    case sweep
    /// The faults of the past.
    case register
  }

  var task = Task.seeds(1000)
  var isTraced = false
  var jobs = 1
  /// Only the mutant or the fault with this name; `nil` for all.
  var only: String?

  /// - Returns: `nil` when the arguments are none that it knows.
  init?(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--seed":
        guard let seed = rest.popFirst().flatMap({ UInt64($0) }) else { return nil }
        task = .replay(seed)
      case "--trace": isTraced = true
      case "--mutants": task = .mutants
      case "--sweep": task = .sweep
      case "--bugs": task = .register
      case "--only":
        guard let name = rest.popFirst() else { return nil }
        only = name
      case "--exhaustive":
        guard let length = rest.popFirst().flatMap({ Int($0) }), 1...8 ~= length else { return nil }
        task = .exhaustive(length)
      case "--jobs":
        guard let count = rest.popFirst().flatMap({ Int($0) }), 1...256 ~= count else { return nil }
        jobs = count
      default:
        guard let count = UInt64(argument), count > 0 else { return nil }
        task = .seeds(count)
      }
    }
  }
}
