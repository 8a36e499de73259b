import Testing
import Wiring
import WiringMacros
import WiringTesting

/// Assemblies and what is checked about them, as the tests of Knit show it.
@Suite("What users of Knit rely on")
struct KnitExpectations {
  @Test("The assemblies that an assembly depends on are assembled with it, and those that they depend on")
  @MainActor func transitiveAssemblies() throws {
    let graph = try Plan(ReadingRoom.self, modules: [ReadingRoomAssembly()]).buildOnMainActor()

    let title = graph.root.librarian.catalogue.title

    #expect(title == "cards")
  }

  @Test("An assembly that several ways lead to is assembled once")
  func diamond() throws {
    let plan = try Plan(Librarian.self, modules: [ReadingRoomAssembly()])

    let catalogues = plan.description.bindings.filter { "\($0.key)" == "any Catalogue" }

    #expect(catalogues.count == 1)
  }

  @Test("Assemblies that depend on each other are assembled")
  func assemblyCycle() throws {
    let text = try Plan(String.self, modules: [LendingAssembly()]).build().root

    #expect(text == "return 1")
  }

  @Test("An abstract registration that nothing fills is an error, one for each name")
  func abstractRegistrations() {
    let found = problems(of: try Plan(NoRoot.self, modules: [AbstractAssembly(), Bindings { $0.bind(NoRoot.init) }]))

    #expect(
      found.map(\.summary) == [
        #"nothing provides 'any Catalogue "archive"'"#, "nothing provides 'any Catalogue'",
      ])
    #expect(found.allSatisfy { "\($0)".contains("AbstractAssembly") })
  }

  @Test("An abstract registration is filled by another assembly")
  func filledRegistration() throws {
    let modules: [any Module] = [
      AbstractAssembly(), CatalogueAssembly(),
      Bindings { $0.bind((any Catalogue).self) { CardCatalogue() }.named(Key("archive")) },
    ]

    let catalogue = try Plan((any Catalogue).self, modules: modules).build().root

    #expect(catalogue is CardCatalogue)
  }

  @Test("A fake assembly takes the place of the one that it fakes, wherever that is included")
  func fakeAssembly() throws {
    let plan = try Plan(Librarian.self, modules: [LibrarianAssembly()]) {
      $0.replace(module: CatalogueAssembly.self, with: FakeCatalogueAssembly())
    }

    #expect(try plan.build().root.catalogue is FakeCatalogue)
  }

  @Test("The assemblies that only the original depends on are left out with it")
  func fakeWithoutDependencies() throws {
    let plan = try Plan(NoRoot.self, modules: [LibrarianAssembly(), Bindings { $0.bind(NoRoot.init) }]) {
      $0.replace(module: LibrarianAssembly.self, with: MoreBindings { $0.bind(Bool.self, to: true) })
    }

    let keys = plan.description.bindings.map { "\($0.key)" }

    #expect(keys.contains("Bool"))
    #expect(!keys.contains("any Catalogue"))
  }

  @Test("A fake of an assembly that the program does not have is refused")
  func fakeOfNothing() {
    let codes = problemCodes(
      of: try Plan((any Catalogue).self, modules: [CatalogueAssembly()]) {
        $0.replace(module: ReadingRoomAssembly.self, with: FakeCatalogueAssembly())
      })

    #expect(codes == [.unboundReplacement])
  }

  @Test("A duplicate registration is detected, with both places")
  func duplicate() throws {
    let problem = try #require(
      problems(
        of: try plan { binder in
          binder.bind(String.self, { "one" }, file: "Library/A.swift", line: 1)
          binder.bind(String.self, { "two" }, file: "Library/B.swift", line: 2)
        }
      ).first)

    #expect(problem.code == .duplicate)
    #expect(problem.sites.map { $0.location?.fileID } == ["Library/A.swift", "Library/B.swift"])
  }

  @Test("Registrations that differ in name or arguments are no duplicates")
  func noDuplicate() {
    let codes = problemCodes(
      of: try plan { binder in
        binder.bind(String.self) { "one" }
        binder.bind(String.self) { "two" }.named(Key("two"))
        binder.factory { (number: Int) in { () in "\(number)" } }
        binder.factory { (number: Int, isLong: Bool) in { () in "\(number) \(isLong)" } }
      })

    #expect(codes == [])
  }

  @Test("A registration of a child container is no duplicate of its parent's")
  func noDuplicateOfParent() throws {
    let parent = try plan { $0.bind(String.self) { "parent" } }.build()

    let child = try parent.child(String.self, modules: [MoreBindings { $0.bind(String.self) { "child" } }]).build()

    #expect(child.root == "child")
    #expect(try parent.resolve(String.self) == "parent")
  }

  @Test(
    "A collection without members is an error, unless an assembly says that it may be empty",
    .differs("Sources/Wiring/Wiring.docc/ListsAndDecorators.md#lists"))
  func emptyCollection() throws {
    let allowed = try plan { $0.mayBeEmpty((any Catalogue).self) }.build()

    let codes = problemCodes(of: try plan { $0.bind(Int.self) { (all: [any Catalogue]) in all.count } })

    #expect(codes == [.missing])
    #expect(try allowed.resolve([any Catalogue].self).isEmpty)
  }

  @Test("A collection does not gather ordinary registrations, nor is its member one")
  func collectionIsApart() throws {
    let graph = try plan { binder in
      binder.bind((any Catalogue).self, CardCatalogue.init)
      binder.contribute(to: (any Catalogue).self, FakeCatalogue.init)
    }.build()

    let all = try graph.resolve([any Catalogue].self)

    #expect(all.map(\.title) == ["fake"])
    #expect(try graph.resolve((any Catalogue).self) is CardCatalogue)
  }

  @Test("Two members of a collection may be made alike")
  func alikeMembers() throws {
    let graph = try plan { binder in
      binder.contribute(to: (any Catalogue).self, CardCatalogue.init)
      binder.contribute(to: (any Catalogue).self, CardCatalogue.init)
    }.build()

    let all = try graph.resolve([any Catalogue].self)

    #expect(all.count == 2)
    #expect(all[0] !== all[1])
  }

  @Test("A collection of a grandchild has the members of all its ancestors")
  func collectionOfGrandchild() throws {
    let parent = try plan { $0.contribute(to: Int.self) { 1 } }.build()
    let child = try parent.child(NoRoot.self, modules: [MoreBindings { $0.contribute(to: Int.self) { 2 } }]).build()

    let grandchild = try child.child(
      [Int].self, modules: [TestModule<Int> { $0.contribute(to: Int.self) { 3 } }]
    ).build()

    #expect(grandchild.root == [1, 2, 3])
  }

  @Test("An initializer's default value is used where nothing is registered, and the registration where it is")
  func defaultValue() throws {
    let without = try plan { $0.bind(LoanCard.self, LoanCard.wired) }.build()
    let with = try plan { binder in
      binder.bind(Int.self, to: 2)
      binder.bind(LoanCard.self, LoanCard.wired)
    }.build()

    #expect(try without.resolve(LoanCard.self).weeks == 4)
    #expect(try with.resolve(LoanCard.self).weeks == 2)
  }

  @Test("A service of a narrower resolver is not available in a wider one")
  func narrowerResolver() throws {
    let graph = try plan { binder in
      binder.scope(.session)
      binder.bind((any Catalogue).self, CardCatalogue.init).scoped(in: .session)
    }.build()

    #expect(throws: ResolutionError.self) { try graph.resolve((any Catalogue).self) }
    #expect(throws: Never.self) { try graph.open(.session, with: Session()).resolve((any Catalogue).self) }
  }

  @Test("One line of a test checks that everything resolves, without making anything")
  func everythingResolves() {
    let made = Counter()
    let bindings = Bindings { binder in
      binder.bind((any Catalogue).self) {
        made.increment()
        return CardCatalogue()
      }.scoped(.singleton)
    }
    let librarian = MoreBindings { $0.bind(Librarian.init) }

    let description = expectWired(Librarian.self, modules: [bindings, librarian], isStrict: true)

    #expect(description != nil)
    #expect(made.value == 0)
    withKnownIssue { expectWired(Librarian.self, modules: [librarian]) }
  }

  @Test("The way to a dependency is explained")
  func explained() throws {
    let plan = try Plan(Librarian.self, modules: [LibrarianAssembly()])

    let explanation = plan.explain((any Catalogue).self)

    #expect("\(explanation)".contains("Librarian → any Catalogue"))
    #expect("\(explanation)".contains("CatalogueAssembly"))
  }
}
