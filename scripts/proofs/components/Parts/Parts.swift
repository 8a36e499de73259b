import WiringMacros

// No code mentions these types; `scripts/components` shows that the registry finds them.

protocol Part: Sendable {
  func name() -> String
}

@Component("bolt") private final class Bolt: Part {
  func name() -> String { "bolt" }
}

enum Box {
  @Service fileprivate struct Nut {
    let size: Int
  }
}

@Component class Plate: @unchecked Sendable {
  required init() {}
}

private class Washer: Plate, @unchecked Sendable {}

private class Rubber: Washer, @unchecked Sendable {}

@Controller actor Press {
  @Inject private let part: any Part
}

@LazyProxy protocol Spring: Sendable {
  func name() -> String
}
