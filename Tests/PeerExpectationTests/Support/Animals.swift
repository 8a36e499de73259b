// Animals and their owners, for what users of Swinject rely on.

protocol Animal: AnyObject, Sendable {
  var name: String { get }
}

final class Cat: Animal {
  let name: String
  init(name: String = "cat") { self.name = name }
}

final class Dog: Animal {
  let name: String
  init(name: String = "dog") { self.name = name }
}

final class Owner: Sendable {
  let pet: any Animal
  init(pet: any Animal) { self.pet = pet }
}

/// An owner who gets the pet later.
final class Keeper {
  var pet: (any Animal)?
  func adopt(pet: any Animal) { self.pet = pet }
}

struct Tortoise: Sendable {
  var name = "Ninja"
}
