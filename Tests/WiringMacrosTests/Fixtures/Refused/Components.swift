import WiringMacros

@Component()  // ←
struct Box<Item> {}

enum Outer<Item> {
  @Component()  // ←
  final class Inner {}
}

extension [Int] {
  @Component()  // ←
  final class Item {}
}

func make() {
  @Component()  // ←
  final class Local {}  // ←
}

@Component()  // ←
enum Choice {}

@Component()  // ←
protocol Store {}

enum Shop {
  @Component()  // ←
  private final class Till {}
}

@Component()  // ←
final class Undecided {
  init(path: String) {}
  package init(name: String) {}
}

@Component
final class Failing {
  init?(path: String) {}  // ←
}

@Component
final class Marked {
  @Inject init(path: String) {}
  @Inject
  init(name: String) {}  // ←
}

@Component
final class Empty {
  @Inject let path: String
  let size: Int  // ←
}

@Component
final class Constant {
  @Inject
  let path: String  // ←
  init() { path = "" }
}

@Component
actor Counter {
  @Inject
  var path: String?  // ←
  init() {}
}

@Component
final class Twice {
  @Inject
  var path: String  // ←
  init(path: String) { self.path = path }
}

@Component
@Service()  // ←
final class Doubled {}
