/// Why a method and a path are no ``WireRoute``.
public enum WireRouteProblem: Error, Sendable, Hashable {
  /// Nothing has this path.
  case unknownPath
  /// What has this path does not answer to this method.
  ///
  /// - Parameter allowed: The methods that it answers to.
  case wrongMethod(allowed: [WireMethod])
}
