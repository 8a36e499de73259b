// The services of AIRInject's examples.

// guide: school
protocol Student: AnyObject, Sendable {
  var name: String { get }
}

protocol Teacher: AnyObject {
  var name: String { get }
  var student: (any Student)? { get set }
}

final class LocalStudent: Student {
  let name: String
  init(name: String) { self.name = name }
}

final class LocalTeacher: Teacher {
  let name: String
  var student: (any Student)?
  init(name: String) { self.name = name }
}
// end

final class EnglishStudent: Student {
  let name: String
  init(name: String) { self.name = name }
}

final class EnglishTeacher: Teacher {
  let name: String
  var student: (any Student)?
  init(name: String) { self.name = name }
}

/// A student of whom it is counted how many there are.
final class CountedStudent: Student {
  let name = "Peter"
  private let living: Counter

  init(_ living: Counter) {
    self.living = living
    living.increment()
  }

  deinit { living.decrement() }
}

/// Two teachers of one school, and so two consumers of whatever a student is.
struct School {
  let first: any Teacher
  let second: any Teacher
}
