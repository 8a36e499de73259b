/// What a sync did.
public struct SyncSummary: Sendable, Hashable {
  /// How many changes the vault took.
  public var sent = 0
  /// How many changes came from the vault.
  public var received = 0
  /// How many notes were deleted here by changes from the vault.
  public var deleted = 0
  /// How many notes were merged from a text of this device and one of the vault.
  public var merged = 0
  /// How many texts of this device went into a copy, since they could not be merged.
  public var copied = 0
  /// How many notes are left out, since the vault refuses them or this program cannot read them.
  public var blocked = 0
  /// How many attachments were brought to the vault.
  public var attachmentsSent = 0
  /// How many attachments came from the vault.
  public var attachmentsReceived = 0
  /// How many attachments notes here refer to that are neither here nor in the vault yet.
  public var attachmentsMissing = 0

  /// Creates the summary of a sync that did nothing.
  public init() {}

  /// Whether anything was sent or came.
  public var hasDoneSomething: Bool {
    sent + received + deleted + merged + copied + attachmentsSent + attachmentsReceived > 0
  }
}
