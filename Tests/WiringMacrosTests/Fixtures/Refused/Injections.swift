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
