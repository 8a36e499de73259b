import NotesDomain
import Yams

/// Why front matter was not understood. Lines are counted in the file, whose first line is the opening mark.
enum FrontMatterProblem: Error {
  case malformed(line: Int, detail: String)
  case wrongType(key: String, line: Int, expected: String)

  /// The problem as the domain has it.
  var reason: VaultProblem.Reason {
    switch self {
    case .malformed(let line, let detail): .malformedFrontMatter(line: line, detail: detail)
    case .wrongType(let key, let line, let expected): .wrongType(key: key, line: line, expected: expected)
    }
  }

  /// What the YAML parser complained of.
  init(_ error: any Error) {
    switch error {
    case let problem as FrontMatterProblem: self = problem
    case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
      YamlError.composer(_, let problem, let mark, _):
      self = .malformed(line: mark.line + 1, detail: problem)
    case YamlError.duplicatedKeysInMapping(let keys, let context):
      let names = keys.sorted().joined(separator: ", ")
      self = .malformed(line: context.mark.line + 1, detail: "a key appears twice: \(names)")
    case YamlError.reader(let problem, let offset, _, let yaml):
      let lines = yaml.prefix(offset ?? 0).split(separator: "\n", omittingEmptySubsequences: false)
      self = .malformed(line: lines.count + 1, detail: problem)
    default: self = .malformed(line: 1, detail: String(describing: error))
    }
  }
}
