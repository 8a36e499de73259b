import WiringMacros

@Component
final class Service {
  @Inject
  static let shared: Int = 1  // ←

  @Inject
  var computed: Int { 1 }  // ←

  @Inject
  lazy var late: Int = 1  // ←

  @Inject
  var untyped = 1  // ←

  @Inject
  let constant: Int = 1  // ←

  @Inject(["path": "storePath"])  // ←
  var path: String?

  @Inject("storePath")  // ←
  init(name: String) {}

  @Inject
  func load() {}  // ←

  @Inject
  func fetch(path: String) async {}  // ←

  @Inject
  func store<Value>(value: Value) {}  // ←

  @Inject
  static func share(path: String) {}  // ←

  @Inject
  func list(paths: String...) {}  // ←

  @Inject
  func change(path: inout String) {}  // ←

  @Inject
  func hide(path: some StringProtocol) {}  // ←

  @Inject
  func delay(path: @autoclosure () -> String) {}  // ←

  @Inject([
    "paht": "storePath"  // ←
  ])
  func open(path: String) {}
}

@Component
actor Archive {
  @Inject
  func open(path: String) {}  // ←
}

@Component
final class Repository {
  @Inject([
    "pahts": "storePath"  // ←
  ])
  init(path: String) {}
}

final class Unmarked {
  @Inject()  // ←
  var path: String?
}

extension Repository {
  @Inject()  // ←
  convenience init(name: String) { self.init(path: name) }
}

@MainActor
@Inject()  // ←
var global: Int = 1
