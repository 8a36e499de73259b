/// How far an export is.
public struct ExportState: Sendable, Hashable {
  /// How far the export is.
  public var phase: Phase = .idle
  /// How many notes there are.
  public var total = 0
  /// How many of them were written.
  public var finished = 0
  /// How many attachments were written.
  public var attachments = 0
  /// The attachments whose bytes are not on this device, and that were left out.
  public var missing: [MissingAttachment] = []
}
