import Testing
import Wiring

@Suite("Openers of scopes")
struct ScopeOpenerTests {
  @Test("An injected opener opens the scope and creates its entry point")
  func opens() throws {
    let graph = try sessions()
    let home = try graph.root.session(Member("Ada")).root
    #expect(home.member.name == "Ada")
    #expect(home.shop === graph.root.shop)
  }

  @Test("An opener whose graph is gone says so")
  func gone() throws {
    let opener = try sessions().root.session
    let error = #expect(throws: ResolutionError.self) { try opener(Member("Ada")) }
    #expect(
      error?.message == "the graph of 'ScopeOpener<Member, Home>' was deallocated; "
        + "retain it while its objects resolve others")
  }

  @Test("Each call opens the scope once more")
  func independent() throws {
    let graph = try sessions()
    let (ada, grace) = (try graph.root.session(Member("Ada")), try graph.root.session(Member("Grace")))
    #expect(ada.root !== grace.root)
    #expect(try ada.resolve(Home.self) === ada.root)
    #expect(grace.root.member.name == "Grace")
  }

  @Test("A singleton may hold an opener, and entry points of the scope are in use")
  func singleton() throws {
    let plan = try plan(LogIn.self) { binder in
      bind(&binder)
      binder.bind(LogIn.init).scoped(.singleton)
    }
    #expect(plan.warnings.isEmpty)
  }

  @Test("The entry point may be the context itself")
  func contextAsRoot() throws {
    let graph = try plan(ScopeOpener<Member, Member>.self) { binder in bind(&binder) }.build()
    #expect(try graph.root(Member("Ada")).root.name == "Ada")
  }

  @Test("An entry point of the main actor is created there, or by awaiting")
  @MainActor
  func mainActor() async throws {
    let graph = try plan(ScopeOpener<Member, Desk>.self) { binder in
      bind(&binder)
      binder.main.bind(Desk.init).scoped(in: .membership)
    }.build()
    #expect(try graph.root.openOnMainActor(Member("Ada")).root.member.name == "Ada")
    #expect(try await graph.root.openAsync(Member("Grace")).root.member.name == "Grace")
    #expect(throws: ResolutionError.self) { try graph.root(Member("Ada")) }
  }

  @Test("A scope within another one has its opener inside")
  func nested() throws {
    let graph = try plan(ScopeOpener<Member, Home>.self) { binder in
      bind(&binder)
      binder.scope(.purchase)
      binder.bind(Invoice.init).scoped(in: .purchase)
      binder.root(Checkout.self)
      binder.bind(Checkout.init).scoped(in: .membership)
    }.build()
    let session = try graph.root(Member("Ada"))
    let receipt = try session.resolve(Checkout.self).purchase(Ticket(number: 3)).root
    #expect(receipt.text == "Ada 3")
    #expect(receipt.home === session.root)
  }

  @Test("The opener of an inner scope outside the outer one is refused")
  func outside() {
    let error = #expect(throws: WiringError.self) {
      try plan(ScopeOpener<Ticket, Invoice>.self) { binder in
        bind(&binder)
        binder.scope(.purchase)
        binder.bind(Invoice.init).scoped(in: .purchase)
      }
    }
    #expect(error?.problems.map(\.code) == [.outOfScope])
  }

  @Test("A singleton that would hold the opener of an inner scope is refused")
  func captive() {
    let error = #expect(throws: WiringError.self) {
      try plan(Checkout.self) { binder in
        bind(&binder)
        binder.scope(.purchase)
        binder.bind(Invoice.init).scoped(in: .purchase)
        binder.bind(Checkout.init).scoped(.singleton)
      }
    }
    #expect(error?.problems.map(\.code).contains(.captive) == true)
  }

  @Test("Two scopes may have contexts of one type, with different keys")
  func twoScopes() throws {
    struct Pages: Sendable {
      let left: ScopeOpener<Member, String>
      let right: ScopeOpener<Member, Int>
    }
    let graph = try plan(Pages.self) { binder in
      binder.scope(.left, context: Key("left"))
      binder.scope(.right, context: Key("right"))
      binder.bind(String.self) { (member: Member) in member.name }.from(Key("left")).scoped(in: .left)
      binder.bind(Int.self) { (member: Member) in member.name.count }.from(Key("right")).scoped(in: .right)
      binder.bind(Pages.init).from(Key("left"), Key("right"))
    }.build()
    #expect(try graph.root.left(Member("Ada")).root == "Ada")
    #expect(try graph.root.right(Member("Grace")).root == 5)
  }

  @Test("An opener can be looked up where no consumer requests it")
  func lookUp() throws {
    let graph = try plan(Shop.self) { binder in bind(&binder) }.build()
    let opener = try graph.resolve(ScopeOpener<Member, Home>.self)
    #expect(try opener(Member("Ada")).root.shop === graph.root)
  }

  @Test("In a graph with a replacement it opens scopes that have the replacement")
  func replacing() throws {
    let graph = try sessions()
    let shop = Shop()
    let other = try graph.replacing(Shop.self, with: shop)
    #expect(try other.resolve(LogIn.self).session(Member("Ada")).root.shop === shop)
    #expect(try graph.root.session(Member("Ada")).root.shop !== shop)
  }

  @Test("An opener that outlives its graph throws")
  func graphGone() throws {
    let opener = try plan(ScopeOpener<Member, Home>.self) { binder in bind(&binder) }.build().root
    #expect(throws: ResolutionError.self) { try opener(Member("Ada")) }
  }

  @Test("An opener made by hand builds a plan")
  func byHand() throws {
    let opener = ScopeOpener<Member, Home> { member in
      try plan(Home.self) { binder in
        binder.bind(Member.self, to: member)
        binder.bind(Shop.init)
        binder.bind(Home.init)
      }
    }
    #expect(try opener(Member("Ada")).root.member.name == "Ada")
  }

  private func sessions() throws -> Graph<LogIn> {
    try plan(LogIn.self) { binder in
      bind(&binder)
      binder.bind(LogIn.init)
    }.build()
  }
}

private func bind(_ binder: inout Binder) {
  binder.scope(.membership)
  binder.bind(Shop.init).scoped(.singleton)
  binder.bind(Home.init).scoped(in: .membership)
}

extension CustomScope where Context == Member {
  fileprivate static var membership: Self { CustomScope("membership") }
  fileprivate static var left: Self { CustomScope("left") }
  fileprivate static var right: Self { CustomScope("right") }
}

extension CustomScope where Context == Ticket {
  fileprivate static var purchase: Self { CustomScope("purchase", within: CustomScope<Member>.membership) }
}

private struct Member: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

private struct Ticket: Sendable {
  let number: Int
}

private final class Shop: Sendable {}

private final class Home: Sendable {
  let (member, shop): (Member, Shop)
  init(member: Member, shop: Shop) { (self.member, self.shop) = (member, shop) }
}

private final class LogIn: Sendable {
  let session: ScopeOpener<Member, Home>
  let shop: Shop
  init(session: ScopeOpener<Member, Home>, shop: Shop) { (self.session, self.shop) = (session, shop) }
}

private final class Checkout: Sendable {
  let purchase: ScopeOpener<Ticket, Invoice>
  init(purchase: ScopeOpener<Ticket, Invoice>) { self.purchase = purchase }
}

private final class Invoice: Sendable {
  let text: String
  let home: Home
  init(ticket: Ticket, home: Home) { (text, self.home) = ("\(home.member.name) \(ticket.number)", home) }
}

@MainActor private final class Desk {
  let member: Member
  init(member: Member) { self.member = member }
}
