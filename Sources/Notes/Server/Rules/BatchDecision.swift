package import NotesDomain

/// What to do with a batch that arrived.
package enum BatchDecision: Sendable, Hashable {
  /// It is the next one: execute it.
  case execute
  /// It was executed before: answer the same.
  case repeatResults([PushResult])
  /// It is not the next one.
  case stale
  /// Another one was executed under its number.
  case forked
}
