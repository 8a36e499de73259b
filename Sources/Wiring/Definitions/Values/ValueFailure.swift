/// Why a value could not be read. An object, because every call that can throw keeps room for what it throws on the stack.
@usableFromInline final class ValueFailure: Error {
  /// What would have done, as in `a whole number from 0 to 255`.
  let expected: String
  /// What stands there instead: the innermost value that does not fit, with its place.
  let value: DefinitionValue
  /// The way to it from the value that was read as a whole, as in `["retry", "[2]", "limit"]`; empty for that one.
  let path: [String]
  /// Something that would have done, and that differs from what was written only by a slip.
  let nearMiss: String?

  init(_ expected: String, _ value: DefinitionValue, _ path: ValuePath?, nearMiss: String? = nil) {
    self.expected = expected
    self.value = value
    self.path = ValuePath.steps(to: path).map(\.description)
    self.nearMiss = value.isFilledIn ? nil : nearMiss
  }

  /// What was found, in words. Never text that stands in for something else, which may be a secret.
  var found: String {
    if let notation = value.notation { return "what '\(notation)' stands for" }
    return switch value.content {
    case .null: "nothing"
    case .text(let text): "'\(text.shortened)'"
    case .boolean(let truth): "\(truth)"
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
  /// Whether it is there already.
  var isGiven: Bool {
    if case .given = content { true } else { false }
  }

  /// Whether it is written as text.
  var isText: Bool {
    if case .text = content { true } else { false }
  }

  /// Whether any text in it stands in for something else, so that what others say about it is not to be shown either.
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
  /// The names, as far as there is room for them.
  fileprivate var listedNames: String {
    let names = map(\.name.shortened)
    return (names.count > 6 ? names.prefix(5) + ["\(names.count - 5) more"] : names[...]).joined(separator: ", ")
  }
}

extension String {
  /// The first line, cut where it gets too long for a message.
  fileprivate var shortened: String {
    let line = prefix { !$0.isNewline }
    let start = line.prefix(60)
    return start.endIndex == endIndex ? self : start + "…"
  }
}

/// The way to a value inside a list or a map. A chain, so that a path is put together only when something is wrong.
final class ValuePath: Sendable {
  /// A step of the way.
  enum Step: Sendable {
    /// To a value with a name.
    case name(String)
    /// To a value of a list, from 0.
    case index(Int)
  }

  /// Deeper values are refused: without optimization a level takes up to 5 kB of the stack, and some threads have 512 kB.
  static let maximumDepth = 64

  let step: Step
  let parent: ValuePath?
  let depth: Int

  /// Goes a step further.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - parent: The way before it; `nil` for the first step.
  ///   - value: What stands there.
  /// - Throws: That the value stands too deep.
  init(_ step: Step, of parent: ValuePath?, to value: DefinitionValue) throws(ValueFailure) {
    self.step = step
    self.parent = parent
    depth = (parent?.depth ?? 0) + 1
    if depth > Self.maximumDepth {
      throw ValueFailure("at most \(Self.maximumDepth) lists and maps inside each other", value, parent)
    }
  }

  /// The steps from the outside to the inside.
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
  /// The step as messages show it: `retry`, `[2]`.
  var description: String {
    switch self {
    case .name(let name): name
    case .index(let index): "[\(index)]"
    }
  }
}

/// A step to a value, as types that decode themselves know it.
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
