import NotesDomain

/// What a network does to one request.
struct Fate {
  /// How long the request takes, in milliseconds.
  var delay = 0
  /// Why the request does not arrive; `nil` when it does.
  var interruption: TransportError?
  /// A batch that arrives once more before the request.
  var duplicate: PushBatch?
  /// A batch that was held up, and arrives after the request.
  var straggler: PushBatch?
  /// Whether the answer is lost.
  var losesReply = false
  /// Where the answer is cut off, as a number to take the remainder of; `nil` when it is whole.
  var cut: UInt64?
  /// How long the answer takes, in milliseconds.
  var delayOfReply = 0
}
