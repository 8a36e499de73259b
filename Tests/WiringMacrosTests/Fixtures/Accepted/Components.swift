public import WiringMacros

protocol Mapper {}
protocol Store: Sendable {}
struct Address: Sendable {}
struct Clock: Sendable {}

@Component final class Plain: Mapper {}

/// A service.
@Component("service", scope: .singleton)
public final class Service: Sendable {
  @Inject private let store: any Store
  @Inject("storeURL") let address: Address
  private let count = 0

  func close() throws {}
  private func load() async throws {}
  func map<Item>(_ item: Item) {}
  static func shared() {}
}

@Repository(primary: true, qualifier: "disk", profiles: [.production]) struct DiskStore: Store, Codable {
  var size = 1
  let path: String
}

@Component class Screen: Mapper {
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var title: String! { didSet {} }
  private weak var owner: Screen?
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  @Inject private var mapper: (any Mapper)!
  @Inject var clock: Clock = Clock()
  lazy var late = 1
  static let shared = 1
  var computed: Int { 1 }

  @Inject required init(title: String, size: Int = 3) throws { self.title = title }
  init(size: Int) {}
}

@Component final class SmallScreen: Screen {
  @Inject(["size": "small"]) override init(size: Int) { super.init(size: size) }
  required init(title: String, size: Int = 3) throws { try super.init(title: title) }
}

@Component final class Many {
  @Inject init(_ number: Int, in: String) {}
  convenience init(text: String) { self.init(1, in: text) }
  init?(failing: Int) {}
  init<Item>(item: Item) {}
  @available(*, unavailable) init(old: Int) {}
}

@Component(lazy: true, eager: true) @MainActor final class Window: @MainActor Mapper, Store {
  @Inject private var store: (any Store)?
  @Inject let clock: Clock
  var title = "a"
  nonisolated(unsafe) var note = 1

  func show() {}
  nonisolated func hide() {}
}

@Component @MainActor final class LateWindow {
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  @Inject private var store: (any Store)!
  var title: String
  init(title: String) async throws { self.title = title }
}

@Component actor Counter: Store {
  @Inject private var store: any Store
  var count = 0
  func reset() {}
}

@Controller actor Other {
  init(count: Int) async {}
  nonisolated func stop() {}
}

@Component final class Elsewhere {
  @MainActor func show() {}
  @concurrent func load() async {}
}

@Component final class Everywhere: Sendable {
  @MainActor func show() {}
  @concurrent func load() async {}
}

open class Library {
  @Component("book") open class Book: Store, @unchecked Sendable {
    @Inject var make: @Sendable () -> Int
    @Inject var pair: (Int, String)
    @Inject var find: ((Int) -> String)
  }
}

extension Library {
  @Service fileprivate struct Page: Store { init() {} }
}
