import Dispatch
import Testing
import Wiring

@Suite("Custom scopes")
struct CustomScopeTests {
  @Test("the objects of a scope are created once per opening")
  func once() throws {
    let graph = try sessions()
    let (ada, grace) = (
      try graph.open(.session, with: Account("Ada")), try graph.open(.session, with: Account("Grace"))
    )
    #expect(try ada.resolve(Basket.self) === ada.resolve(Basket.self))
    #expect(try ada.resolve(Basket.self) !== grace.resolve(Basket.self))
  }

  @Test("the context is the root, and can be a dependency")
  func context() throws {
    let session = try sessions().open(.session, with: Account("Ada"))
    #expect(session.root.name == "Ada")
    #expect(try session.resolve(Basket.self).account === session.root)
    #expect(try session.resolve(Account.self) === session.root)
  }

  @Test("singletons are shared with the graph outside")
  func singletons() throws {
    let graph = try sessions()
    let session = try graph.open(.session, with: Account("Ada"))
    #expect(try session.resolve(Basket.self).engine === graph.resolve((any Engine).self))
  }

  @Test("opening a scope inside itself, or one that no module declares, is told as that")
  func wrongOpenings() throws {
    let session = try sessions().open(.session, with: Account("Ada"))
    #expect {
      _ = try session.open(.session, with: Account("Grace"))
    } throws: {
      ($0 as? ResolutionError)?.message
        == "the scope 'session' is open here already; open it once more from the graph outside"
    }
    #expect {
      _ = try session.open(CustomScope<Bool>("attic"), with: true)
    } throws: {
      ($0 as? ResolutionError)?.message == "no module declares the scope 'attic'; add binder.scope(.attic) to one"
    }
  }

  @Test("a scope is not opened with a context of another type")
  func otherContext() throws {
    let graph = try sessions()
    #expect {
      _ = try graph.open(CustomScope<Int>("session"), with: 4711).resolve(Basket.self)
    } throws: {
      ($0 as? ResolutionError)?.message
        == "the scope 'session' is declared with a context 'Account', not 'Int'; open it with one, "
        + "or give one of the two scopes another name"
    }
  }

  @Test("an object does not live in a scope that is declared with a context of another type")
  func bindingOfAnotherContext() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(String.self) { binder in
        binder.bind(String.self, to: "")
        binder.scope(.session)
        binder.bind(Double.self) { 1 }.scoped(in: CustomScope<Int>("session"))
      }
    }
    #expect(
      error?.problems.map(\.summary) == [
        "'Double' lives in the scope 'session' with a context 'Int', which no module declares"
      ])
  }

  @Test("two scopes of one name are a problem, whatever their contexts and modules")
  func sameName() throws {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(String.self) { binder in
        binder.bind(String.self, to: "")
        binder.scope(.session)
        binder.scope(CustomScope<Int>("session"))
      }
    }
    #expect(error?.problems.map(\.code) == [.duplicate])
    let sameContext = #expect(throws: WiringError.self) {
      _ = try plan(String.self) { binder in
        binder.bind(String.self, to: "")
        binder.scope(.session)
        binder.scope(.session, context: Key("other"))
      }
    }
    #expect(sameContext?.problems.map(\.code) == [.duplicate])
  }

  @Test("an inner graph does not declare a scope of the outer one again")
  func declaredInside() throws {
    let inner = #expect(throws: WiringError.self) {
      _ = try sessions().child(
        String.self,
        modules: [
          MoreBindings { binder in
            binder.bind(String.self, to: "")
            binder.scope(.session)
          }
        ])
    }
    #expect(inner?.problems.map(\.code) == [.duplicate])
  }

  @Test("scopes within each other may have one name, and contexts of generic types")
  func oneNameWithin() throws {
    struct Depth<Value: Sendable>: Sendable { let value: Value }
    let outer = CustomScope<Depth<Int>>("level")
    let middle = CustomScope<Depth<String>>("level", within: outer)
    let inner = CustomScope<Depth<Depth<Int>>>("level", within: middle)
    let graph = try plan(Bool.self) { binder in
      binder.bind(Bool.self, to: true)
      binder.scope(outer)
      binder.scope(middle)
      binder.scope(inner)
      binder.bind([String].self) { (a: Depth<Int>, b: Depth<String>, c: Depth<Depth<Int>>) in
        ["\(a.value)", b.value, "\(c.value.value)"]
      }.scoped(in: inner)
    }.build()
    let first = try graph.open(outer, with: Depth(value: 1))
    let second = try first.open(middle, with: Depth(value: "2"))
    let third = try second.open(inner, with: Depth(value: Depth(value: 3)))
    #expect(try third.resolve([String].self) == ["1", "2", "3"])
    #expect(throws: ResolutionError.self) { try second.resolve([String].self) }
    #expect(throws: ResolutionError.self) { try first.open(CustomScope<Int>("level"), with: 1) }
  }

  @Test("a scope is within one that a module declares")
  func withinUndeclared() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(String.self) { binder in
        binder.bind(String.self, to: "")
        binder.scope(CustomScope<Int>("page", within: CustomScope<Account>("session")))
      }
    }
    #expect(
      error?.problems.map(\.summary) == [
        "'Int' is the context of a scope within the scope 'session', which no module declares"
      ])
  }

  @Test("a resolving closure that is not shared sees the scope that is open where it is used")
  func opaqueInside() throws {
    let graph = try plan(String.self) { binder in
      binder.bind(String.self, to: "")
      binder.scope(.session)
      binder.bind(Basket.init).scoped(in: .session)
      binder.bind((any Engine).self, Diesel.init).scoped(.singleton)
      binder.bind(Int.self, to: 1)
      binder.bind(Character.self, resolving: { try $0.resolve(Basket.self).account.name.last ?? "?" })
      binder.bind([Character].self) { (last: Character) in [last] }
    }.build()
    let session = try graph.open(.session, with: Account("Ada"))
    #expect(try session.resolve(Character.self) == "a")
    #expect(try session.resolve([Character].self) == ["a"])
    #expect(throws: ResolutionError.self) { try graph.resolve([Character].self) }
  }

  @Test("an opener in a scope opens it once more, also for a resolving closure")
  func openerOfOpaque() throws {
    final class Switcher: Sendable {
      let session: ScopeOpener<Account, Character>
      init(session: ScopeOpener<Account, Character>) { self.session = session }
    }
    let graph = try plan(String.self) { binder in
      binder.bind(String.self, to: "")
      binder.scope(.session)
      binder.bind(Character.self, resolving: { try $0.resolve(Account.self).name.first ?? "?" })
      binder.bind(Switcher.init).scoped(in: .session)
    }.build()
    let session = try graph.open(.session, with: Account("Ada"))
    #expect(try session.resolve(Switcher.self).session(Account("Grace")).root == "G")
  }

  @Test("a resolving closure of an outer graph does not see the bindings of an inner one, in no scope")
  func outerOpaque() throws {
    let outer = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 1)
      binder.scope(.session)
      binder.bind(String.self, resolving: { "\(try $0.resolve(Int.self))" })
    }.build()
    let inner = try outer.child(Int.self, modules: [MoreBindings { $0.bind(Int.self, to: 2) }]).build()
    #expect(try inner.resolve(String.self) == "1")
    #expect(try inner.open(.session, with: Account("Ada")).resolve(String.self) == "1")
  }

  @Test("an unshared object can depend on the scope, and is resolved inside only")
  func transient() throws {
    let graph = try sessions()
    let session = try graph.open(.session, with: Account("Ada"))
    #expect(try session.resolve(Receipt.self).basket === session.resolve(Basket.self))
    #expect {
      _ = try graph.resolve(Receipt.self)
    } throws: {
      ($0 as? ResolutionError)?.message == "'Receipt' lives in the scope 'session', which is not open here; "
        + "resolve it from what open(_:with:) returns"
    }
  }

  @Test("the objects are deallocated with the opened scope")
  func end() throws {
    let graph = try sessions()
    weak var basket: Basket?
    do {
      let session = try graph.open(.session, with: Account("Ada"))
      basket = try session.resolve(Basket.self)
      #expect(basket != nil)
    }
    #expect(basket == nil)
  }

  @Test("two sessions on two threads do not see each other", arguments: 0..<10)
  func threads(round: Int) throws {
    let graph = try sessions()
    let names = Locked<Set<String>>([])
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      guard let session = try? graph.open(.session, with: Account("\(index)")),
        let (first, second) = try? (session.resolve(Basket.self), session.resolve(Basket.self)), first === second
      else { return }
      names.withLock { _ = $0.insert(first.account.name) }
    }
    #expect(names.withLock { $0 } == Set((0..<8).map(String.init)))
  }

  @Test("a scope within another is opened there, and its objects can depend on those of the outer one")
  func nested() throws {
    let graph = try pages()
    let session = try graph.open(.session, with: Account("Ada"))
    let page = try session.open(.page, with: 7)
    #expect(try page.resolve(PageView.self).account === session.root)
    #expect(try page.resolve(PageView.self).number == 7)
    #expect(throws: ResolutionError.self) { try session.resolve(PageView.self) }
  }

  @Test("a scope within another cannot be opened without it")
  func nestedWithout() throws {
    #expect(throws: ResolutionError.self) { _ = try pages().open(.page, with: 1) }
  }

  @Test("an object of the outer scope cannot depend on one of the inner scope")
  func captive() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(String.self) { binder in
        binder.bind(String.self, to: "")
        binder.scope(.session)
        binder.scope(.page)
        binder.bind(PageView.init).scoped(in: .page)
        binder.bind(Double.self) { (_: PageView) in 1 }.scoped(in: .session)
      }
    }
    #expect(error?.problems.map(\.code) == [.captive])
  }

  @Test("a singleton cannot depend on an object of a session")
  func captiveSingleton() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(String.self) { binder in
        binder.bind(String.self) { (_: Provider<Account>) in "" }.scoped(.singleton)
        binder.scope(.session)
      }
    }
    #expect(error?.problems.map(\.code) == [.captive])
  }

  @Test("a root that depends on a scope is a problem, at any distance and through handles")
  func root() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(String.self) { binder in
        binder.scope(.session)
        binder.bind(Int.self) { (account: Lazy<Account>) in 1 }
        binder.bind(String.self) { (_: Provider<Int>) in "" }
      }
    }
    #expect(error?.problems.map(\.code) == [.outOfScope])
    #expect(error?.problems.first?.path == ["String", "Provider<Int>", "Int", "Lazy<Account>", "Account"])
  }

  @Test("a scope that no module declares is a problem")
  func undeclared() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(String.self) { binder in
        binder.bind(String.self, to: "")
        binder.bind(Double.self) { 1 }.scoped(in: CustomScope<Account>.session)
      }
    }
    #expect(error?.problems.map(\.code) == [.outOfScope])
  }

  @Test("an object that depends on two separate scopes is a problem, reported once")
  func torn() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(String.self) { binder in
        binder.bind(String.self, to: "")
        binder.scope(.session)
        binder.scope(.request)
        binder.bind(Float.self) { (_: Account, _: Bool, _: Lazy<Bool>) in 1 }
      }
    }
    #expect(error?.problems.map(\.code) == [.outOfScope])
  }

  @Test("a cycle through three handles belongs to the scope that one of its members depends on")
  func circle() throws {
    final class First: Sendable { init(second: Provider<Second>) {} }
    final class Second: Sendable { init(third: Provider<Third>) {} }
    final class Third: Sendable { init(first: Provider<First>, account: Account) {} }
    let graph = try plan(String.self) { binder in
      binder.bind(String.self, to: "")
      binder.scope(.session)
      binder.bind(First.init)
      binder.bind(Second.init)
      binder.bind(Third.init)
    }.build()
    let session = try graph.open(.session, with: Account("Ada"))
    #expect(throws: ResolutionError.self) { _ = try graph.resolve(First.self) }
    #expect(throws: Never.self) { _ = try session.resolve(First.self) }
  }

  @Test("an inner graph opens a scope that the outer one declares")
  func openedInside() throws {
    let inner = try sessions().child(
      String.self,
      modules: [
        Bindings { binder in
          binder.bind(String.self, to: "inner")
          binder.bind(Double.self) { (receipt: Receipt) in Double(receipt.basket.account.name.count) }
        }
      ]
    ).build()
    let session = try inner.open(.session, with: Account("Ada"))
    #expect(try session.resolve(Double.self) == 3)
    #expect(try session.resolve(Basket.self).account === session.root)
  }

  @Test("an inner graph of an opened scope has its objects")
  func childOfScope() throws {
    let session = try sessions().open(.session, with: Account("Ada"))
    let inner = try session.child(
      String.self, modules: [Bindings { $0.bind(String.self) { (basket: Basket) in basket.account.name } }]
    ).build()
    #expect(inner.root == "Ada")
    #expect(try inner.resolve(Basket.self) === session.resolve(Basket.self))
  }

  @Test("an override of a context says where it is passed")
  func overriddenContext() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(String.self, overrides: { $0.replace(Account.self, with: Account("Grace")) }) { binder in
        binder.bind(String.self, to: "")
        binder.scope(.session)
        binder.bind(Int.self) { (account: Account) in account.name.count }.scoped(in: .session)
      }
    }
    #expect(error?.problems.map(\.code) == [.unboundReplacement])
    #expect(error?.problems.first?.summary == "nothing to replace: 'Account' is the context of the scope 'session'")
  }

  @Test("an object of a scope that would hold one of a resolution is advised to share the scope")
  func captiveOfScope() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(String.self) { binder in
        binder.bind(String.self, to: "")
        binder.scope(.session)
        binder.bind(Diesel.self, Diesel.init).scoped(.graph)
        binder.bind(Int.self) { (_: Diesel) in 1 }.scoped(in: .session)
        binder.root(Int.self)
      }
    }
    #expect(error?.problems.first?.fixes.first == "let 'Diesel' live in the scope, too: .scoped(in: .session)")
  }

  @Test("what is missing in a scope that no module declares may be its context")
  func missingContext() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(String.self) { binder in
        binder.bind(String.self, to: "")
        binder.bind(Int.self) { (account: Account) in account.name.count }.scoped(in: .session)
        binder.root(Int.self)
      }
    }
    let missing = error?.problems.first { $0.code == .missing }
    #expect(missing?.fixes.first == "binder.scope(.session), if 'Account' is its context")
  }

  @Test("a fix names a scope by its type if its name is no identifier")
  func nameOfScope() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(String.self) { binder in
        binder.bind(String.self, to: "")
        binder.bind(Diesel.self, Diesel.init).scoped(in: CustomScope<Account>("log-in"))
        binder.root(Diesel.self)
      }
    }
    let fixes = error?.problems.flatMap(\.fixes) ?? []
    #expect(fixes.contains("binder.scope(CustomScope<…>(\"log-in\")) in one of the plan's modules"))
  }

  private func pages() throws -> Graph<String> {
    try plan(String.self) { binder in
      binder.bind(String.self, to: "")
      binder.scope(.session)
      binder.scope(.page)
      binder.bind(PageView.init).scoped(in: .page)
    }.build()
  }
}

private final class PageView: Sendable {
  let account: Account
  let number: Int
  init(account: Account, number: Int) { (self.account, self.number) = (account, number) }
}

extension CustomScope where Context == Int {
  fileprivate static var page: Self { CustomScope("page", within: CustomScope<Account>.session) }
}

extension CustomScope where Context == Bool {
  fileprivate static var request: Self { CustomScope("request") }
}
