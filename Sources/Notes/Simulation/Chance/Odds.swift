/// How likely something is.
struct Odds: Sendable, Hashable {
  static let never = Odds(percent: 0)

  private let threshold: UInt64

  init(percent: UInt64) {
    threshold = percent * (1 << 32) / 100
  }

  func favour(_ draw: UInt64) -> Bool {
    draw >> 32 < threshold
  }
}
