import Wiring

extension ValueFailure {
  /// Creates the failure of a value.
  ///
  /// - Parameters:
  ///   - expected: The expected value, as in `a whole number from 0 to 255`.
  ///   - value: The innermost value that does not match.
  ///   - path: The path to it from the outermost value.
  ///   - nearMiss: A valid value that is similar to it.
  convenience init(expected: String, value: DefinitionValue, at path: ValuePath?, nearMiss: String? = nil) {
    self.init(
      expected: expected, found: value.found, path: ValuePath.steps(to: path).map(\.description),
      location: value.location, nearMiss: value.isFilledIn ? nil : nearMiss, isReported: value.hasReported)
  }
}

extension DefinitionValue {
  /// A description of the value. Never text from a placeholder, which may be a secret.
  fileprivate var found: String {
    if let notation { return "the value of '\(notation)'" }
    return switch content {
    case .null: "nothing"
    case .text(let text): "'\(text.shortened)'"
    case .boolean(let value): "\(value)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .list(let values): values.isEmpty ? "an empty list" : "a list"
    case .map(let members): members.isEmpty ? "an empty map" : "a map of \(members.listedNames)"
    case .reference(let name, isLazy: _): "a reference to '\(name)'"
    case .definition: "a definition"
    case .given(let given): "a value of type '\(AnyKey(Swift.type(of: given as Any)).typeName)'"
    }
  }
}

extension DefinitionValue {
  /// Whether it is an existing object.
  var isGiven: Bool {
    if case .given = content { true } else { false }
  }

  /// Whether it is text.
  var isText: Bool {
    if case .text = content { true } else { false }
  }

  /// Whether it contains text from a placeholder, so that messages of other types about it must not be shown.
  var isFilledIn: Bool {
    var rest = [self]
    while let value = rest.popLast() {
      if value.notation != nil { return true }
      switch value.content {
      case .list(let values): rest += values
      case .map(let members): rest += members.map(\.value)
      case .null, .text, .boolean, .integer, .number, .reference, .definition, .given: break
      }
    }
    return false
  }
}

extension [DefinitionValue.Member] {
  /// The first names, with the number of the others.
  fileprivate var listedNames: String {
    let names = map(\.name.shortened)
    return (names.count > 6 ? names.prefix(5) + ["\(names.count - 5) more"] : names[...]).joined(separator: ", ")
  }
}

extension String {
  /// The first line, shortened for a message.
  fileprivate var shortened: String {
    let line = prefix { !$0.isNewline }
    let start = line.prefix(60)
    return start.endIndex == endIndex ? self : start + "…"
  }
}

/// The path to a value in a list or a map. A linked list, so that a path is assembled only for an error.
final class ValuePath: Sendable {
  /// A component of the path.
  enum Step: Sendable, Hashable {
    /// A named value.
    case name(String)
    /// An element of a list, from 0.
    case index(Int)
  }

  /// Deeper values are refused: without optimization a level uses up to 5 kB of the stack, and some threads have 512
  /// kB.
  static let maximumDepth = 64

  let step: Step
  let parent: ValuePath?
  let depth: Int

  /// Creates a path.
  init(_ step: Step, of parent: ValuePath?, to value: DefinitionValue) throws(ValueFailure) {
    self.step = step
    self.parent = parent
    depth = (parent?.depth ?? 0) + 1
    if depth > Self.maximumDepth {
      throw ValueFailure(
        expected: "at most \(Self.maximumDepth) lists and maps inside each other", value: value, at: parent)
    }
  }

  /// Returns the components from the outside to the inside.
  static func steps(to path: ValuePath?) -> [Step] {
    var steps: [Step] = []
    var rest = path
    while let path = rest {
      steps.append(path.step)
      rest = path.parent
    }
    return steps.reversed()
  }
}

extension ValuePath.Step: CustomStringConvertible {
  /// The component as in messages: `retry`, `[2]`.
  var description: String {
    switch self {
    case .name(let name): name
    case .index(let index): "[\(index)]"
    }
  }
}

/// A component of a path as a coding key.
struct ValueKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  private init(_ step: ValuePath.Step) {
    switch step {
    case .name(let name): self.init(stringValue: name)
    case .index(let index): self.init(intValue: index)
    }
  }

  static func keys(to path: ValuePath?) -> [any CodingKey] {
    ValuePath.steps(to: path).map { ValueKey($0) }
  }
}
