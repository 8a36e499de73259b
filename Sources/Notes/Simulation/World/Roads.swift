/// What lies between the played networks of a world and the rules of its server.
package protocol Roads: Sendable {
  /// A way to a server. It is asked for once for each world, before anybody sends anything.
  ///
  /// - Parameter services: The server's rules.
  /// - Returns: What the networks lead to.
  func lead(to services: Services) async throws -> Services
}
