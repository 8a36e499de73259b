import Dispatch
import Testing
import Wiring

/// What AIRInject's scopes and containers do.
@Suite("C · AIRInject: scopes and containers")
struct AIRInjectScopeTests {
  /// A school of two teachers, whose students live as the scope says; counts how many students were made.
  private func school(_ scope: Scope, _ made: Counter = Counter()) throws -> Graph<School> {
    try plan(School.self) { binder in
      binder.bind((any Student).self) { LocalStudent(name: "Peter \(made.increment())") }.scoped(scope)
      binder.bind((any Teacher).self) { (student: any Student) in
        let teacher = LocalTeacher(name: "David")
        teacher.student = student
        return teacher
      }
      binder.bind(School.init)
    }.build()
  }

  @Test("C10 · scope graph: once per resolving process")
  func graphScope() throws {
    let graph = try school(.graph)
    let (school, next) = (graph.root, try graph.resolve(School.self))
    #expect(school.first !== school.second)
    #expect(school.first.student === school.second.student)
    #expect(next.first.student === next.second.student)
    #expect(school.first.student !== next.first.student)

    // Through blocks that resolve, as there.
    let blocks = try plan(School.self) { binder in
      binder.bind((any Student).self) { LocalStudent(name: "Peter") }.scoped(.graph)
      binder.bind(
        (any Teacher).self,
        resolving: { resolver in
          let teacher = LocalTeacher(name: "David")
          teacher.student = try resolver.resolve((any Student).self)
          return teacher
        })
      binder.bind(
        School.self,
        resolving: { resolver in
          School(
            first: try resolver.resolve((any Teacher).self), second: try resolver.resolve((any Teacher).self))
        })
    }.build()
    #expect(blocks.root.first !== blocks.root.second)
    #expect(blocks.root.first.student === blocks.root.second.student)
    #expect(try blocks.resolve(School.self).first.student !== blocks.root.first.student)
  }

  @Test("C11 · scope permanent: once per container, until that is gone")
  func permanentScope() throws {
    let made = Counter()
    let (one, other) = (try school(.singleton, made), try school(.singleton, made))
    #expect(one.root.first.student === one.root.second.student)
    #expect(try one.root.first.student === one.resolve(School.self).first.student)
    #expect(one.root.first.student !== other.root.first.student)
    #expect(made.value == 2)

    let living = Counter()
    var container = Optional(
      try plan(Int.self) { binder in
        binder.bind(Int.self, to: 0)
        binder.bind((any Student).self) { CountedStudent(living) }.scoped(.singleton)
      }.build())
    _ = try container?.resolve((any Student).self)
    #expect(living.value == 1)
    container = nil
    #expect(living.value == 0)
  }

  @Test("C12 · scope weak: alive while it is referenced")
  func weakScope() throws {
    let living = Counter()
    let container = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind((any Student).self) { CountedStudent(living) }.scoped(.weak)
    }.build()
    do {
      let (first, second) = (try container.resolve((any Student).self), try container.resolve((any Student).self))
      #expect(first === second)
      #expect(living.value == 1)
    }
    #expect(living.value == 0)
    let third = try container.resolve((any Student).self)
    #expect(third.name == "Peter" && living.value == 1)
  }

  @Test("a provider of an object in scope weak is a handle that does not keep the object alive")
  func weakHandle() throws {
    let living = Counter()
    let handle = try plan(Provider<any Student>.self) { binder in
      binder.bind((any Student).self) { CountedStudent(living) }.scoped(.weak)
    }.build().root
    var student = Optional(try handle())
    #expect(try handle() === student && living.value == 1)
    student = nil
    #expect(living.value == 0)
    #expect(try handle().name == "Peter", "the next use creates another one")
  }

  @Test("C13 · scope transient: each time")
  func transientScope() throws {
    let made = Counter()
    let graph = try school(.transient, made)
    #expect(graph.root.first.student !== graph.root.second.student)
    _ = try graph.resolve((any Student).self)
    #expect(made.value == 3)
  }

  @Test("C14 · the default scope is the container's: graph as there, or transient")
  func defaultScope() throws {
    let bindings: @Sendable (inout Binder) -> Void = { binder in
      binder.bind((any Student).self) { LocalStudent(name: "Peter") }
      binder.bind((any Teacher).self) { (student: any Student) -> any Teacher in
        let teacher = LocalTeacher(name: "Jack")
        teacher.student = student
        return teacher
      }.named(Key("other"))
      binder.bind((any Teacher).self) { (student: any Student) in
        let teacher = LocalTeacher(name: "David")
        teacher.student = student
        return teacher
      }
      binder.bind(School.init).from(.unqualified, Key("other"))
    }
    let container = try plan(School.self, defaultScope: .graph, bindings).build()
    #expect(container.root.first.student === container.root.second.student)
    #expect(try container.root.first.student !== container.resolve((any Student).self))
    let other = try plan(School.self, bindings).build()
    #expect(other.root.first.student !== other.root.second.student)
    let parent = try plan(Int.self, defaultScope: .graph) { $0.bind(Int.self, to: 0) }.build()
    let child = try parent.child(School.self, modules: [Bindings(bindings)]).build()
    #expect(child.root.first.student === child.root.second.student, "a child has the default of its parent")
  }

  @Test("C15 · the scope is said behind the registration")
  func fluent() throws {
    let made = Counter()
    let container = try plan((any Student).self) { binder in
      // guide: scopes
      binder.bind((any Student).self) { LocalStudent(name: "Peter") }.scoped(.weak)
      // end
      binder.bind((any Student).self) {
        made.increment()
        return LocalStudent(name: "Jack")
      }.named(Key("chained")).scoped(.singleton).eager()
    }
    #expect(container.description.bindings.first { $0.key == AnyKey((any Student).self) }?.scope == .weak)
    let graph = try container.build()
    #expect(try graph.resolve((any Student).self) === graph.root)
    #expect(made.value == 1, "the modifiers behind the scope hold as well")
  }

  // guide: cars
  final class Passat: Sendable {}

  struct Trip: Sendable {
    let car: Passat
  }
  // end

  @Test("C16 · a child sees its parent's services, and the parent not the child's")
  func hierarchy() throws {
    // guide: hierarchy
    let parent = try Plan(Passat.self, modules: [Bindings { $0.bind(Passat.init).scoped(.singleton) }]).build()
    let child = try parent.child(Trip.self, modules: [Bindings { $0.bind(Trip.init) }]).build()
    let car = try child.resolve(Passat.self)
    // end
    #expect(car === parent.root && child.root.car === parent.root)
    #expect(throws: ResolutionError.self) { try parent.resolve(Trip.self) }
    let shadowing = try parent.child(
      Trip.self,
      modules: [
        Bindings { binder in
          binder.bind(Passat.init).scoped(.singleton)
          binder.bind(Trip.init)
        }
      ])
    let (one, other) = (try shadowing.build(), try shadowing.build())
    #expect(one.root.car !== parent.root && one.root.car !== other.root.car)
    #expect(try parent.resolve(Passat.self) === parent.root)
  }

  @Test("what lives long in a child must not hold what lives short in its parent")
  func lifetimes() throws {
    let parent = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind(Passat.init).scoped(.graph)
    }.build()
    let error = #expect(throws: WiringError.self) {
      try parent.child(Trip.self, modules: [Bindings { $0.bind(Trip.init).scoped(.singleton) }])
    }
    #expect(error?.problems.map(\.code) == [.captive])
  }

  @Test("C17 · any thread may resolve, without a wrapper; the thread sanitizer runs this test, too")
  func threads() throws {
    let made = Counter()
    let container = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind((any Student).self) { LocalStudent(name: "Peter \(made.increment())") }.scoped(.singleton)
      binder.bind((any Teacher).self) { (student: any Student) in
        let teacher = LocalTeacher(name: "David")
        teacher.student = student
        return teacher
      }
    }.build()
    let seen = Locked<(students: Set<ObjectIdentifier>, teachers: [any Teacher])>(([], []))
    // The compiler lets the container into this closure, which threads run at once: it is Sendable.
    DispatchQueue.concurrentPerform(iterations: 64) { _ in
      guard let teacher = try? container.resolve((any Teacher).self), let student = teacher.student else { return }
      seen.withLock {
        $0.students.insert(ObjectIdentifier(student))
        $0.teachers.append(teacher)
      }
    }
    #expect(made.value == 1)
    #expect(seen.withLock { $0.students.count } == 1)
    #expect(seen.withLock { Set($0.teachers.map { ObjectIdentifier($0) }).count } == 64)
  }

  @Test(
    "every scope holds under threads",
    arguments: [(Scope.singleton, 1, true), (.weak, 1, true), (.graph, 64, true), (.transient, 128, false)])
  func threadsInScopes(_ scope: Scope, students: Int, areShared: Bool) throws {
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind((any Student).self) { LocalStudent(name: "Peter") }.scoped(scope)
      binder.bind([any Student].self) { (first: any Student, second: any Student) in [first, second] }
    }.build()
    let held = try graph.resolve((any Student).self)
    // Kept, so that no identity is used twice.
    let resolved = Locked<[[any Student]]>([])
    DispatchQueue.concurrentPerform(iterations: 64) { _ in
      guard let pair = try? graph.resolve([any Student].self) else { return }
      resolved.withLock { $0.append(pair) }
    }
    let pairs = resolved.withLock { $0 }
    #expect(pairs.count == 64)
    #expect(pairs.allSatisfy { ($0[0] === $0[1]) == areShared })
    #expect(Set(pairs.joined().map { ObjectIdentifier($0) }).count == students)
    #expect(pairs.joined().contains { $0 === held } == (students == 1))
  }

  /// A resolver that is no container, as for a test.
  struct Drawer: Resolving {
    struct EmptyError: Error {}
    let contents: any Sendable

    func resolve<Value>(_ type: Value.Type, named key: Key<Value>) throws -> Value {
      guard let value = contents as? Value else { throw EmptyError() }
      return value
    }
  }

  private static func roll(_ resolver: some Resolving) throws -> String {
    try resolver.resolve((any Student).self).name
  }

  @Test("C18 · the resolver is a protocol")
  func resolver() throws {
    let container = try plan(String.self) { binder in
      binder.bind((any Student).self) { LocalStudent(name: "Peter") }
      binder.bind(String.self, resolving: { try Self.roll($0) })
    }.build()
    #expect(container.root == "Peter")
    #expect(try Self.roll(container) == "Peter")
    #expect(try Self.roll(Drawer(contents: LocalStudent(name: "Jack"))) == "Jack")
    #expect(throws: Drawer.EmptyError.self) { try Self.roll(Drawer(contents: 1)) }
  }

  @Test("C19 · a child has the default scope of its parent")
  func defaultScopeOfChildren() throws {
    let parent = try plan(Int.self, defaultScope: .graph) { $0.bind(Int.self, to: 0) }.build()
    let bindings = Bindings { binder in
      binder.bind((any Student).self) { LocalStudent(name: "Peter") }
      binder.bind([any Student].self) { (first: any Student, second: any Student) in [first, second] }
    }
    let students = try parent.child([any Student].self, modules: [bindings]).build().root
    #expect(students[0] === students[1], "one for each resolution")
    let other = try plan(Int.self) { $0.bind(Int.self, to: 0) }.build()
    let others = try other.child([any Student].self, modules: [bindings]).build().root
    #expect(others[0] !== others[1])
  }

  @Test("C20 · registrations with arguments have scopes: one object for each argument")
  func scopesWithArguments() throws {
    func container(_ scope: Scope) throws -> Graph<Factory<Pupil, String>> {
      try plan(Factory<Pupil, String>.self) { binder in
        binder.bind(Passat.init).scoped(.singleton)
        binder.factory { (name: String) in { (bus: Passat) in Pupil(name: name, bus: bus) } }.scoped(scope)
      }.build()
    }
    let permanent = try container(.singleton)
    #expect(try permanent.root("Peter") === permanent.root("Peter"))
    #expect(try permanent.root("Peter") !== permanent.root("Jack"))
    #expect(try permanent.root("Peter") === permanent.resolve(Factory<Pupil, String>.self)("Peter"))
    let weak = try container(.weak)
    weak let gone = try weak.root("Peter")
    #expect(gone == nil)
    let held = try weak.root("Peter")
    #expect(try weak.root("Peter") === held)
    let transient = try container(.transient)
    #expect(try transient.root("Peter") !== transient.root("Peter"))
    // A call is a resolution, so that one for each resolution is one for each call.
    let graph = try container(.graph)
    #expect(try graph.root("Peter") !== graph.root("Peter"))
  }

  final class Pupil: Sendable {
    let (name, bus): (String, Passat)
    init(name: String, bus: Passat) { (self.name, self.bus) = (name, bus) }
  }

  @Test("C21 · a live container takes no registration: a child adds one, and a copy replaces one")
  func registeringLate() throws {
    let container = try plan(Passat.self) { $0.bind(Passat.init).scoped(.singleton) }.build()
    #expect(throws: ResolutionError.self) { try container.resolve(Trip.self) }
    let child = try container.child(Trip.self, modules: [Bindings { $0.bind(Trip.init) }]).build()
    #expect(child.root.car === container.root)
    let other = Passat()
    let trip = try child.replacing(Passat.self, with: other).resolve(Trip.self)
    #expect(trip.car === other)
    #expect(try child.resolve(Trip.self).car === container.root, "the container itself did not change")
  }
}
