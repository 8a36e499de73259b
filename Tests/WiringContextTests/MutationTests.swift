import Testing
import Wiring
import WiringContext
import WiringDefinitions

/// Reading damaged files: a reader terminates for all bytes, and reports problems.
@Suite struct MutationTests {
  private let reader = ContextReader(environment: [:])

  @Test(arguments: Sample.all) func `every prefix of a context is read or rejected`(sample: Sample) throws {
    let bytes = try sample.bytes()
    let ends = bytes.lastIndex { $0 > 0x20 } ?? 0
    for count in 0..<ends {
      let context = reader.read(Array(bytes[..<count]), as: sample.format, named: sample.name)
      // A prefix of YAML is often valid; one of the other formats never is.
      if sample.format != .yaml { #expect(!context.problems.isEmpty, "the first \(count) bytes") }
    }
  }

  @Test(arguments: Sample.all, [1] as [UInt64])
  func `a context with one changed byte is read or rejected`(sample: Sample, seed: UInt64) throws {
    let bytes = try sample.bytes()
    var generator = Generator(seed: seed)
    for index in bytes.indices {
      var changed = bytes
      // Bytes with a meaning in some format find more defects than random ones.
      changed[index] =
        Bool.random(using: &generator)
        ? UInt8.random(in: 0...255, using: &generator) : Self.syntaxBytes.randomElement(using: &generator) ?? 0
      _ = reader.read(changed, as: sample.format, named: sample.name).outline(hasPositions: true)
    }
  }

  private static let syntaxBytes = Array("<>&;\"'{}[]:,-?*!|%@`#$\\/ \n\t=0".utf8)
}

/// A random number generator with a seed, so that failures can be reproduced.
private struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
