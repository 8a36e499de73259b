/// The parsed command line.
struct Options {
  enum Task: Equatable {
    /// The histories of the first seeds.
    case seeds(UInt64)
    /// The history of one seed.
    case replay(UInt64)
    /// Every mutant.
    case mutants
    /// Every schedule of a number of steps.
    case exhaustive(Int)
    /// Failures at every failure point.
    case sweep
    /// The regression scenarios.
    case regressions
  }

  var task = Task.seeds(1000)
  var recordsLines = false
  var jobs = 1
  var isEncrypted = false
  /// Whether the notes are about as large as a note may be.
  var isNearLimits = false
  /// The name of the only mutant or scenario to run; `nil` for all.
  var only: String?

  /// Parses arguments; `nil` for invalid ones.
  init?(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--seed":
        guard let seed = rest.popFirst().flatMap({ UInt64($0) }) else { return nil }
        task = .replay(seed)
      case "--trace": recordsLines = true
      case "--encrypted": isEncrypted = true
      case "--limits": isNearLimits = true
      case "--mutants": task = .mutants
      case "--sweep": task = .sweep
      case "--bugs": task = .regressions
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
