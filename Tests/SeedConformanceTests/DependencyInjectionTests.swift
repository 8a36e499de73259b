import Foundation
import Testing
import Wiring
import WiringTesting

/// What the article about dependency injection in Swift shows: forms of inversion, and forms of injection.
@Suite("D · Dependency injection in Swift")
struct DependencyInjectionTests {
  @Test("D1 · control is inverted through completion handlers, in a sample and on a page")
  func completionHandlers() throws {
    let networking = PatientNetworking()
    let viewModel = try plan(DataViewModel.self) { binder in
      binder.bind((any Networking).self, to: networking)
      binder.bind(DataViewModel.init)
    }.build().root
    let completed = Counter()
    viewModel.loadData { completed.increment() }
    #expect(viewModel.data == nil && completed.value == 0, "the networking decides when")
    networking.deliver("the data")
    #expect(viewModel.data == Data("the data".utf8) && completed.value == 1)
    let section = try #require(QuotingPage("inversion-of-control.md").sections.first)
    #expect(section.title == "Completion handlers" && !section.code.isEmpty)
    #expect(try section.misquoted == [])
  }

  struct Danish: Language { let hello = "Hej" }

  @Test("D2 · service locator, injection, contextualized lookup, template method, strategy: run, and shown on a page")
  func formsOfInversion() async throws {
    let locator = ServiceLocator()
    let greeter = LocatingGreeter(locator: locator)
    // What is missing is known when it is asked for, and not before.
    #expect(throws: ServiceLocator.NotRegistered.self) { try greeter.greeting() }
    locator.register(Danish(), as: (any Language).self)
    #expect(try greeter.greeting() == "Hej")
    let guest = ContextualGreeter()
    #expect(guest.greeting == nil, "created without a dependency")
    #expect(try Host(context: locator).run(guest).greeting == "Hej", "the host told it where to look")
    let completed = try await Download { $0(.success("text")) }.text()
    #expect(completed == "text")

    let sections = try QuotingPage("inversion-of-control.md").sections
    #expect(
      sections.dropFirst().map(\.title) == [
        "Service locator", "Dependency injection", "Contextualized lookup", "Template method", "Strategy",
      ])
    for section in sections {
      #expect(section.code.count > 1 && section.files.contains { $0.hasPrefix("Sources/") }, "\(section.title)")
      #expect(try section.misquoted == [], "\(section.title)")
    }
  }

  @Test("D3 · initializer injection: the initializer is the binding")
  func initializer() throws {
    let container = try plan(ClientObject.self) { binder in
      // guide: initializer
      binder.bind(DependencyObject.init).scoped(.singleton)
      binder.bind(ClientObject.init)
      // end
    }.build()
    #expect(try container.root.dependencyObject === container.resolve(DependencyObject.self))
  }

  @Test("D4 · attribute injection")
  func attribute() throws {
    let container = try plan(PatientClient.self) { binder in
      binder.bind(DependencyObject.init).scoped(.singleton)
      // guide: attribute
      binder.bind(PatientClient.init).property(\.dependencyObject)
      // end
    }.build()
    #expect(try container.root.dependencyObject === container.resolve(DependencyObject.self))
    // The dependency may live shorter than its owner, which is why it is no parameter of the initializer.
    let shortLived = try plan(PatientClient.self) { binder in
      binder.bind(DependencyObject.init)
      binder.bind(PatientClient.init).property(\.dependencyObject)
    }.build()
    let client = shortLived.root
    weak let object = client.dependencyObject
    #expect(object != nil)
    client.dependencyObject = nil
    #expect(object == nil, "nothing else holds it")
  }

  @Test("D5 · method injection")
  func method() throws {
    let container = try plan(PatientClient.self) { binder in
      binder.bind(DependencyObject.init).scoped(.singleton)
      // guide: method
      binder.bind(PatientClient.init).calling(PatientClient.use)
      // end
    }.build()
    #expect(try container.root.dependencyObject === container.resolve(DependencyObject.self))
  }

  @Test("D6 · interface injection, by an interface that takes and by one that gives")
  func interface() throws {
    let container = try plan(PatientClient.self) { binder in
      binder.bind(DependencyObject.init).scoped(.singleton)
      // guide: interface
      binder.injector(for: (any NeedsDependencyObject).self) {
        (client: inout any NeedsDependencyObject, object: DependencyObject) in client.dependencyObject = object
      }
      binder.bind(PatientClient.init).injected { $0 as any NeedsDependencyObject }
      binder.bind((any DependencyObjectProvider).self, ContainedObjects.init)
      // end
    }.build()
    let object = try container.resolve(DependencyObject.self)
    #expect(container.root.dependencyObject === object)
    #expect(try container.resolve((any DependencyObjectProvider).self).dependencyObject() === object)
  }

  /// Uses what it depends on under a condition.
  struct Hesitant {
    let object: Provider<DependencyObject>

    func act(_ condition: Bool) throws -> DependencyObject? { condition ? try object() : nil }
  }

  @Test("D7 · a dependency is made only under its condition")
  func conditional() throws {
    let made = Counter()
    let client = try plan(Hesitant.self) { binder in
      binder.bind(DependencyObject.self) {
        made.increment()
        return DependencyObject()
      }
      binder.bind(Hesitant.init)
    }.build().root
    #expect(try client.act(false) == nil && made.value == 0)
    #expect(try client.act(true) != nil && made.value == 1)
  }

  // guide: builder
  struct Builder {
    let dependencyObject: () -> DependencyObject

    init(dependencyBuilder: @escaping () -> DependencyObject) {
      dependencyObject = dependencyBuilder
    }
  }
  // end

  @Test("D8 · a building block is injected: a bare closure parameter")
  func buildingBlock() throws {
    let made = Counter()
    let client = try plan(Builder.self) { binder in
      binder.bind(DependencyObject.self) {
        made.increment()
        return DependencyObject()
      }
      binder.bind(Builder.init)
    }.build().root
    #expect(made.value == 0)
    #expect(client.dependencyObject() !== client.dependencyObject())
    #expect(made.value == 2)
  }

  @Test("D9 · collections: four tyres that are listed, and one that is made four times")
  func collections() throws {
    let listed = try plan(Car.self) { binder in
      // guide: tyres
      for place in ["front left", "front right", "rear left", "rear right"] {
        binder.contribute(to: Tyre.self, named: place) { Tyre(place: place) }
      }
      binder.bind(Car.init)
      // end
    }.build()
    #expect(listed.root.tyres.map(\.place) == ["front left", "front right", "rear left", "rear right"])
    #expect(try listed.resolve([String: Tyre].self)["rear left"]?.place == "rear left")
    let made = Counter()
    let repeated = try plan(Buggy.self) { binder in
      binder.bind(Tyre.self) { Tyre(place: "number \(made.increment())") }
      binder.bind(Buggy.init)
    }.build().root
    #expect(repeated.tyres.map(\.place) == ["number 1", "number 2", "number 3", "number 4"])
  }

  // guide: data-module
  /// The network, which a test must not reach.
  struct RealNetworking: Networking {
    func requestData(id: Int, completion: @escaping (Data) -> Void) {
      Issue.record("the test reached the network")
    }
  }

  struct DataModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind((any Networking).self, RealNetworking.init).scoped(.singleton).external("the network")
      binder.bind(DataViewModel.init)
    }
  }
  // end

  @Test("D10 · an abstraction, a mock, and the test of the view-model", .forbidExternal)
  func mock() throws {
    // guide: mock
    let networking = MockNetworking()
    let plan = try Plan(DataViewModel.self, modules: [DataModule()]) { overrides in
      overrides.replace((any Networking).self, with: networking)
    }
    let viewModel = try plan.build().root
    var isDone = false
    viewModel.loadData { isDone = true }
    #expect(isDone && networking.requests == [2222])
    // end
    #expect(viewModel.data == Data("mock 2222".utf8))
    // And by hand, as the article does it: the view-model knows nothing of a container.
    let other = DataViewModel(networking: networking)
    other.loadData {}
    #expect(other.data == viewModel.data)
  }
}
