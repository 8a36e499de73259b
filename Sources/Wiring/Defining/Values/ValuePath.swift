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
