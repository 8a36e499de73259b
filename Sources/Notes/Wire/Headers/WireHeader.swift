/// The names of fields that stand in front of messages.
public enum WireHeader {
  /// In the answer to ``WireEndpoint/blobProgress``: how many bytes of the blob are there.
  public static let blobReceived = "Notes-Blob-Received"
  /// In the answer to ``WireEndpoint/blobProgress``: how many bytes the blob has.
  public static let blobSize = "Notes-Blob-Size"
  /// With the body of ``WireEndpoint/sendBlob`` and ``WireEndpoint/blob``: see ``WireContentRange``.
  public static let contentRange = "Content-Range"
  /// In ``WireEndpoint/blob``: see ``WireByteRange``.
  public static let range = "Range"
  /// The token: see ``WireAuthorization``.
  public static let authorization = "Authorization"
  /// When to try again: see ``WireRetryAfter``.
  public static let retryAfter = "Retry-After"
  /// What the server's log calls the request.
  public static let requestID = "X-Request-ID"
}
