import Wiring
import WiringMacros

// What the features of a container need beside the app's own types: a session, lists, decorators, proxies, hooks.

struct Account {
  let name: String
}

extension CustomScope where Context == Account {
  nonisolated static var session: Self { CustomScope("session") }
}

class Cart {
  let account: Account
  var items: [String] = []

  init(account: Account) { self.account = account }
}

class Checkout {
  let cart: Cart
  let router: any Router

  init(cart: Cart, router: any Router) {
    self.cart = cart
    self.router = router
  }
}

extension Key where Value == any Router {
  nonisolated static var modal: Self { Key("modal") }
}

class ModalRouter: Router {
  var shown: [String] = []
  func push(_ screen: String) { shown.append(screen) }
}

class RecordingRouter: Router {
  var screens: [String] = []
  func push(_ screen: String) { screens.append(screen) }
}

class Tabs {
  let router: any Router
  let modal: any Router

  init(router: any Router, modal: any Router) {
    self.router = router
    self.modal = modal
  }
}

class Player {
  var events: [String] = []
  var theme: Theme?
  var log: Log?
  func use(theme: Theme) { self.theme = theme }
  func start() async { events.append("start") }
  func stop() async { events.append("stop") }
}

class Counter {
  let database: Database
  init(database: Database) { self.database = database }
}

class Dashboard {
  let counter: Counter
  let log: Log

  init(counter: Counter, log: Log) {
    self.counter = counter
    self.log = log
  }
}

class Shelf {
  let makePage: () throws -> Page
  let cover: Owned<Page>

  init(makePage: @escaping () throws -> Page, cover: Owned<Page>) {
    self.makePage = makePage
    self.cover = cover
  }
}

class Page {
  static var count = 0
  let number: Int
  let log: Log

  init(log: Log) {
    Page.count += 1
    number = Page.count
    self.log = log
  }
}

@LazyProxy protocol Speaker {
  func say(_ text: String) throws -> String
}

class Parrot: Speaker {
  static var count = 0
  init() { Parrot.count += 1 }
  func say(_ text: String) throws -> String { text + " " + text }
}

class Show {
  let speaker: any Speaker
  init(speaker: any Speaker) { self.speaker = speaker }
}

/// An object that tells whether its life ended on the main actor.
nonisolated class Sentinel {
  let continuation: AsyncStream<Bool>.Continuation
  init(_ continuation: AsyncStream<Bool>.Continuation) { self.continuation = continuation }
  deinit {
    MainActor.assertIsolated()
    continuation.yield(true)
  }
}

extension Graph where Root == HomeModel {
  /// The graph without its root, as a value that other threads may use.
  var erased: Graph<Void> {
    get throws { try replacing(User.self, main: User(name: "Ada")) }
  }
}

/// A controller that a storyboard creates.
class Controller {
  var router: (any Router)?
}

struct Refused: Error {}
