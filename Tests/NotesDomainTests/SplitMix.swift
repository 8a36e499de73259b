/// Random numbers that a test can repeat. The core's tests list nothing but the core, so that they have their own.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A text of signs that mean something to some rule.
  mutating func text(maximumLength: Int) -> String {
    let pieces = [
      "a", "Z", "word", "1", " ", "\t", "\n", "\r\n", "\u{0}", "é", "e\u{301}", "世", "🍞", "#", "##", "# ", "[[", "]]",
      "|", "`",
      "```", "~~~", "/", "-", "*", "\"", ",", ".", "..", ":", "<", ">",
    ]
    let count = Int.random(in: 0...maximumLength, using: &self)
    return (0..<count).compactMap { _ in pieces.randomElement(using: &self) }.joined()
  }
}
