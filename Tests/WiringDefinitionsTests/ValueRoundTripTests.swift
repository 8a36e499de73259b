import Testing

@testable import Wiring
@testable import WiringDefinitions

@Suite("Values printed and read back")
struct ValueRoundTripTests {
  @Test("whole numbers, numbers, durations and amounts of data are the same, whatever they are", arguments: 1...200)
  func same(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      // Given numbers of all magnitudes
      let bits = random.next() >> random.next(upperBound: 64 as UInt64)
      let number = Int64(bitPattern: bits)
      let pattern = Double(bitPattern: random.next())
      let double = pattern.isNaN ? .nan : pattern
      let duration = Duration(number, attoseconds: Int64(random.next(upperBound: 1_000_000_000_000_000_000 as UInt64)))
      let size = DataSize(bytes: Int(number))
      // When they are printed and read back, then nothing is lost
      #expect(try read(.text("\(number)"), as: Int64.self) == number, "seed \(seed)")
      #expect(try read(DefinitionValue(.integer(number)), as: Int64.self) == number, "seed \(seed)")
      #expect(try read(.text("\(bits)"), as: UInt64.self) == bits, "seed \(seed)")
      #expect(try read(.text("0x" + String(bits, radix: 16)), as: UInt64.self) == bits, "seed \(seed)")
      let readBack = try read(.text("\(double)"), as: Double.self)
      #expect(readBack == double || readBack.isNaN && double.isNaN, "seed \(seed)")
      #expect(try read(.text(duration.written), as: Duration.self) == duration, "seed \(seed)")
      #expect(try read(.text(duration.writtenInParts), as: Duration.self) == duration, "seed \(seed)")
      #expect(DataSize(size.description) == size, "seed \(seed)")
      #expect(try read(.text("\(size)"), as: DataSize.self) == size, "seed \(seed)")
    }
  }
}

extension Duration {
  fileprivate init(_ seconds: Int64, attoseconds: Int64) {
    self.init(secondsComponent: seconds, attosecondsComponent: seconds < 0 ? -attoseconds : attoseconds)
  }

  private var sign: String { self < .zero ? "-" : "" }
  private var fraction: String {
    let digits = "\(components.attoseconds.magnitude)"
    return String(repeating: "0", count: 18 - digits.count) + digits
  }

  /// As in `-1.000000000000000001s`.
  fileprivate var written: String { "\(sign)\(components.seconds.magnitude).\(fraction)s" }

  /// As in `-P2DT3H5M1.000000000000000001S`.
  fileprivate var writtenInParts: String {
    let seconds = components.seconds.magnitude
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60)
    return "\(sign)P\(days)DT\(hours)H\(minutes)M\(seconds % 60).\(fraction)S"
  }
}
