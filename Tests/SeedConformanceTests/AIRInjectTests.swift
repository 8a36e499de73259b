import Testing
import Wiring

/// What AIRInject does: blocks that resolve, arguments, four scopes, containers in containers.
@Suite("C · AIRInject")
struct AIRInjectTests {
  @Test("C1 · register with a resolver block")
  func register() throws {
    // guide: basics
    let letters = Bindings { binder in
      binder.bind((any ProtocolC).self, ClassC.init)
      // A block that resolves, as there: the plan cannot see into it.
      binder.bind(
        (any ProtocolB).self,
        resolving: { resolver in
          let instanceB = ClassB()
          instanceB.propertyC = try resolver.resolve((any ProtocolC).self)
          return instanceB
        })
      // A block whose parameters are the dependencies: the plan proves them.
      binder.bind((any ProtocolA).self) { (propertyB: any ProtocolB) in
        let instanceA = ClassA()
        instanceA.propertyB = propertyB
        return instanceA
      }
    }
    let container = try Plan((any ProtocolA).self, modules: [letters])
    let instanceA = try container.build().root
    // end
    #expect(instanceA is ClassA && instanceA.propertyB is ClassB && instanceA.propertyB?.propertyC is ClassC)
    #expect(container.warnings.contains { $0.code == .opaque })
  }

  @Test("C2 · a service is a protocol or a class")
  func services() throws {
    let graph = try plan((any Student).self) { binder in
      binder.bind((any Student).self) { LocalStudent(name: "protocol") }
      binder.bind(LocalStudent.self) { LocalStudent(name: "class") }
      binder.bind(Int.self, to: 1)
      binder.bind([String].self, to: ["array"])
      binder.bind((left: Int, right: Int).self, to: (1, 2))
      binder.bind((@Sendable (Int) -> Int).self) { { $0 + 1 } }
    }.build()
    #expect(graph.root.name == "protocol")
    #expect(try graph.resolve(LocalStudent.self).name == "class")
    #expect(try graph.resolve(Int.self) == 1)
    #expect(try graph.resolve([String].self) == ["array"])
    #expect(try graph.resolve((left: Int, right: Int).self).right == 2)
    #expect(try graph.resolve((@Sendable (Int) -> Int).self)(1) == 2)
  }

  @Test("C3 · resolve is typed, and a miss is an error that says what is missing")
  func resolve() throws {
    let container = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind((any Student).self) { LocalStudent(name: "Peter") }
    }.build()
    let student = try container.resolve((any Student).self)  // any Student: no cast, and never nil
    #expect(student.name == "Peter")
    let error = #expect(throws: ResolutionError.self) { try container.resolve((any Teacher).self) }
    #expect(error?.message == "nothing provides 'any Teacher'; bind it in a module of the plan")
  }

  @Test("C4 · the factory resolves and sets what it needs, in a block or as a separate step")
  func completion() throws {
    let graph = try plan((any Teacher).self) { binder in
      binder.bind((any Student).self) { LocalStudent(name: "Peter") }
      binder.bind((any Teacher).self) { LocalTeacher(name: "David") }
        .then { (teacher: any Teacher, student: any Student) in teacher.student = student }
      binder.bind(
        (any Teacher).self,
        resolving: { resolver in
          let teacher = LocalTeacher(name: "Jack")
          teacher.student = try resolver.resolve((any Student).self)
          return teacher
        }
      ).named(Key("by a block"))
    }.build()
    #expect(graph.root.name == "David" && graph.root.student?.name == "Peter")
    let other = try graph.resolve(named: Key<any Teacher>("by a block"))
    #expect(other.name == "Jack" && other.student?.name == "Peter")
  }

  @Test("C5 · the concrete type is decided when the object is created")
  func concreteType() throws {
    let speaksEnglish = Locked(false)
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind((any Student).self) {
        speaksEnglish.withLock { $0 } ? EnglishStudent(name: "Jack") : LocalStudent(name: "Peter") as any Student
      }
      binder.bind((any Teacher).self) { (student: any Student) in
        let teacher = LocalTeacher(name: "David")
        teacher.student = student
        return teacher
      }
    }.build()
    #expect(try graph.resolve((any Teacher).self).student is LocalStudent)
    speaksEnglish.withLock { $0 = true }
    #expect(try graph.resolve((any Teacher).self).student is EnglishStudent)
  }

  @Test("C6 · factories with one argument, two, and any number")
  func arguments() throws {
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 7)
      binder.factory { (name: String) in { () -> any Student in LocalStudent(name: name) } }
      binder.factory { (name: String, surname: String) in
        { () -> any Student in LocalStudent(name: "\(name) \(surname)") }
      }
      // Four arguments, and then a dependency.
      binder.factory { (one: String, two: Int, three: Bool, four: [Double]) in
        { (number: Int) in "\(one) \(two) \(three) \(four) \(number)" }
      }
    }.build()
    #expect(try graph.resolve(Factory<any Student, String>.self)("Peter").name == "Peter")
    #expect(try graph.resolve(Factory<any Student, String, String>.self)("Peter", "Pan").name == "Peter Pan")
    let four = try graph.resolve(Factory<String, String, Int, Bool, [Double]>.self)
    #expect(try four("a", 2, true, [0.5]) == "a 2 true [0.5] 7")
  }

  @Test("C7 · arguments are checked: by the compiler at the call, by the plan where a factory is asked for")
  func checkedArguments() throws {
    let bindings: @Sendable (inout Binder) -> Void = { binder in
      binder.factory { (name: String, age: Int) in { () -> any Student in LocalStudent(name: "\(name), \(age)") } }
    }
    let factory = try plan(Factory<any Student, String, Int>.self, bindings).build().root
    // The types of a call: arguments of other types, or another number of them, do not compile.
    let make: (String, Int) throws -> any Student = { try factory($0, $1) }
    #expect(try make("Peter", 12).name == "Peter, 12")
    let error = #expect(throws: WiringError.self) { try plan(Factory<any Student, String>.self, bindings) }
    #expect(error?.problems.map(\.code) == [.wrongArguments])
  }

  @Test("C8 · arguments are handed on to a nested dependency")
  func nestedArguments() throws {
    // guide: arguments
    let school = Bindings { binder in
      binder.factory { (name: String) in { () -> any Student in LocalStudent(name: name) } }
      binder.factory { (name: String) in
        { (student: Factory<any Student, String>) -> any Teacher in
          let teacher = LocalTeacher(name: name)
          teacher.student = try student("Peter")
          return teacher
        }
      }
    }
    let container = try Plan(Factory<any Teacher, String>.self, modules: [school]).build()
    let teacher = try container.root("David")
    #expect(teacher.name == "David" && teacher.student?.name == "Peter")
    // end
  }

  @Test("C9 · an argument selects the concrete class")
  func selection() throws {
    let container = try plan(Factory<any Teacher, String, String>.self) { binder in
      binder.factory { (name: String, language: String) in
        { () -> any Student in language == "English" ? EnglishStudent(name: name) : LocalStudent(name: name) }
      }
      binder.factory { (name: String, language: String) in
        { (student: Factory<any Student, String, String>) -> any Teacher in
          let teacher: any Teacher = language == "English" ? EnglishTeacher(name: name) : LocalTeacher(name: name)
          teacher.student = try student(language == "English" ? "Jack" : "Peter", language)
          return teacher
        }
      }
    }.build()
    let english = try container.root("David", "English")
    #expect(english is EnglishTeacher && english.student is EnglishStudent)
    #expect(english.name == "David" && english.student?.name == "Jack")
    let local = try container.root("David", "Swiss")
    #expect(local is LocalTeacher && local.student is LocalStudent && local.student?.name == "Peter")
  }
}
