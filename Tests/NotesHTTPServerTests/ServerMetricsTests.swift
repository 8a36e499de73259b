import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesHTTPServer

struct ServerMetricsTests {
  @Test func `the pieces that were stored are counted, and not those that were refused or belong elsewhere`() {
    // Given
    let registry = MetricRegistry()
    let metrics = ServerMetrics(factory: registry)
    let piece = BlobPiece(digest: .sample(1), size: 10, offset: 4, bytes: [1, 2, 3])
    // When
    let replies: [BlobUploadReply] = [
      .progress(BlobProgress(received: 7, size: 10)), .progress(BlobProgress(received: 4, size: 10)), .mismatch,
      .refused(.overQuota), .refused(.tooLarge),
    ]
    for reply in replies { metrics.count(reply, to: piece) }
    // Then
    #expect(registry.text.contains("notes_blob_bytes_received_total 3\n"))
  }
}
