/// What a server says when it does not do what a request asks: `{"detail":"…","error":"malformed"}`.
public struct WireError: Error, Sendable, Hashable {
  /// Why.
  public let code: WireErrorCode
  /// More about it, for people.
  public let detail: String?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: Why.
  ///   - detail: More about it, for people: nothing that only some may know. Above 500 bytes it is left out.
  public init(_ code: WireErrorCode, detail: String? = nil) {
    self.code = code
    self.detail = detail.flatMap { $0.utf8.count <= WireLimit.detail ? $0 : nil }
  }

  /// Says what is wrong with a request.
  ///
  /// - Parameter problem: What its reader found.
  public init(_ problem: WireProblem) {
    switch problem {
    case .unsupportedProtocol: self.init(.unsupportedProtocol)
    case .oversized(let limit): self.init(.tooLarge, detail: "more than \(limit) bytes")
    case .undecodable(let detail): self.init(.malformed, detail: detail)
    }
  }
}
