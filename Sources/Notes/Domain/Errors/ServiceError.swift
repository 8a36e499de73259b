/// Why a server did not execute a request.
public enum ServiceError: Error, Sendable, Hashable {
  /// Its store failed; nothing was executed.
  case store(StoreError)
  /// The request makes no sense, whoever sends it.
  case malformed(detail: String)
  /// The request is larger than the server accepts.
  case tooLarge(limit: Int)
  /// There is no such vault: it went with its account.
  case unknownVault
}
