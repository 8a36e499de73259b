public import NotesDomain

extension TransportError {
  /// What a device makes of an answer that it cannot read.
  ///
  /// - Parameter problem: What the answer's reader found.
  public init(_ problem: WireProblem) {
    self =
      switch problem {
      case .unsupportedProtocol(let found, let supported): .unsupportedProtocol(found: found, supported: supported)
      case .oversized(let limit): .oversized(limit: limit)
      case .undecodable(let detail): .undecodable(detail: detail)
      }
  }
}
