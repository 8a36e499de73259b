/// Nothing lies in between: a request is a call.
package struct DirectRoads: Roads {
  /// Creates the roads.
  package init() {}

  /// The server's rules themselves.
  package func lead(to services: Services) async throws -> Services { services }
}
