import WiringMacros

let word = "title"

struct Draft {
  @AssistedFactory("titel")  // ←
  init(title: String, clock: Int) {}

  @AssistedFactory("weather")  // ←
  init(title: String, zone: Int) {}

  @AssistedFactory("title", "title")  // ←
  init(title: String, place: Int) {}

  @AssistedFactory("\(word)")  // ←
  init(title: String, room: Int) {}

  @AssistedFactory()  // ←
  init(title: String, house: Int) {}

  @AssistedFactory("title")
  init?(title: String, street: Int) {}  // ←

  @AssistedFactory("title")
  init(title: String...) {}  // ←
}
