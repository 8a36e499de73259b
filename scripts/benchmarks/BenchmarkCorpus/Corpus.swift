package import NotesDomain

/// Notes of realistic length and word frequency, the same in every run.
package struct Corpus {
  private static let words = """
    the and of to a in that it is was for on with as at by from this water green garden bread stone river letter window
    morning evening kettle ladder bicycle station train harvest soil seed tomato flour salt oven crust winter summer rain
    cloud bird song wren robin heron canal bridge lock boat rope paper ink pencil drawer table chair lamp shadow corner
    street market onion garlic butter cheese apple pear plum orchard branch root leaf moss fern path gate wall brick roof
    """.split { $0.isWhitespace }.map(String.init)

  private var generator = SplitMix64(seed: 20_260_314)
  private var number: UInt64 = 0

  /// Creates the corpus at its first note.
  package init() {}

  /// Returns the next notes.
  package mutating func next(_ count: Int) -> [Note] {
    (0..<count).map { _ in note() }
  }

  private mutating func note() -> Note {
    number += 1
    let moment = Timestamp(millisecondsSince1970: 1_700_000_000_000 + Int64(number) * 1000)
    var text = "# "
    // The average of four draws is bell-shaped: most notes have some 200 words.
    let length = (0..<4).reduce(0) { sum, _ in sum + Int(random(below: 110)) }
    for index in 0..<max(3, length) { text += word() + (index % 11 == 10 ? ".\n" : " ") }
    if number.isMultiple(of: 10) { text += "green water " }
    if number.isMultiple(of: 4000) { text += "zephyr " }
    return Note(
      id: NoteID(created: moment, random: (random(below: .max), random(below: .max))),
      title: NoteTitle.derived(from: text), body: text, tags: [word(), word()].compactMap { Tag($0) },
      notebook: Notebook(word()) ?? .root, created: moment, modified: moment)
  }

  /// Returns a word; those at the front of the list are far more frequent.
  private mutating func word() -> String {
    let count = UInt64(Self.words.count)
    return Self.words[Int(random(below: random(below: count) + 1))]
  }

  private mutating func random(below bound: UInt64) -> UInt64 {
    generator.next() % bound
  }
}
