/// What a hash of scrypt costs (<https://www.rfc-editor.org/rfc/rfc7914>).
package struct ScryptParameters: Sendable, Hashable {
  /// What new hashes cost: 128 MB and about a second, OWASP's first recommendation
  /// (<https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html>).
  package static let ofTheDay = ScryptParameters(logarithm: 17, blockSize: 8, parallelism: 1)

  /// The exponent of 2 of the number of rounds.
  let logarithm: Int
  /// The size of a block, in units of 128 bytes.
  let blockSize: Int
  /// How many times the whole is done.
  let parallelism: Int

  /// Creates parameters.
  ///
  /// - Parameters:
  ///   - logarithm: The exponent of 2 of the number of rounds.
  ///   - blockSize: The size of a block, in units of 128 bytes.
  ///   - parallelism: How many times the whole is done.
  package init(logarithm: Int, blockSize: Int, parallelism: Int) {
    self.logarithm = logarithm
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// How much memory it takes, in bytes; `nil` when that is no sensible number.
  var memory: Int? {
    guard 1...30 ~= logarithm, 1...1024 ~= blockSize else { return nil }
    return 128 * blockSize << logarithm
  }

  /// Whether it costs no more than twice as much as other parameters: what is kept must not decide how much memory and time
  /// a server spends.
  ///
  /// - Parameter limit: The other parameters.
  func isAffordable(beside limit: ScryptParameters) -> Bool {
    guard let memory, let most = limit.memory, 1...1024 ~= parallelism else { return false }
    return memory <= 2 * most && memory * parallelism <= 2 * most * limit.parallelism
  }
}
