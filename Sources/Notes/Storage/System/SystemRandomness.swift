import NotesDomain
import WiringMacros

/// The chance of the machine, which nobody can foretell.
@Component(scope: .singleton)
struct SystemRandomness: Randomness {
  func next() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}
