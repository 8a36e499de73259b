/// The cost parameters of an scrypt hash (<https://www.rfc-editor.org/rfc/rfc7914>).
package struct ScryptParameters: Sendable, Hashable {
  /// The parameters of new hashes: 128 MB and approximately a second, OWASP's first recommendation
  /// (<https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html>).
  package static let recommended = ScryptParameters(logarithm: 17, blockSize: 8, parallelism: 1)

  /// The exponent of 2 of the number of rounds.
  package let logarithm: Int
  /// The size of a block, in units of 128 bytes.
  package let blockSize: Int
  package let parallelism: Int

  package init(logarithm: Int, blockSize: Int, parallelism: Int) {
    (self.logarithm, self.blockSize, self.parallelism) = (logarithm, blockSize, parallelism)
  }

  /// The required memory in bytes; `nil` for parameters out of range.
  package var memory: Int? {
    guard 1...30 ~= logarithm, 1...1024 ~= blockSize else { return nil }
    return 128 * blockSize << logarithm
  }

  /// Whether a hash costs no more than twice as much as with other parameters. A stored hash must not decide how much memory
  /// and time a server spends.
  package func isWithinCost(of limit: ScryptParameters) -> Bool {
    guard let memory, let maximum = limit.memory, 1...1024 ~= parallelism else { return false }
    return memory <= 2 * maximum && memory * parallelism <= 2 * maximum * limit.parallelism
  }

  /// Whether a cost that someone else states is at least this program's, and no more than twice as high.
  package func isAcceptable(to least: ScryptParameters) -> Bool {
    logarithm >= least.logarithm && blockSize == least.blockSize && parallelism == least.parallelism
      && isWithinCost(of: least)
  }
}
