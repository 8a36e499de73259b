/// How many notes are printed where the command line does not say.
struct PageSettings: Sendable, Hashable {
  /// The most notes; `nil` for what the command is used to.
  let size: Int?

  init(size: UInt?) {
    self.size = size.map { Int(clamping: $0) }
  }
}
