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
