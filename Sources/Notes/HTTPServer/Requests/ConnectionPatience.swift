import NIOCore

/// How long a connection is waited for.
struct ConnectionPatience: Sendable {
  /// How long the head of the first request may take to arrive, from the moment of the connection.
  var firstHead = TimeAmount.seconds(10)
  /// How long the head of a further request may take, from the end of the answer before it. Most of this time nothing
  /// happens, which the limit on idleness ends sooner.
  var nextHead = TimeAmount.seconds(40)
  /// How long to go on reading a request that is answered.
  var drain = TimeAmount.seconds(10)
}
