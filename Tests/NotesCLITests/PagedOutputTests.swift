import Foundation
import Testing

@testable import NotesCLI

@Suite struct PagedOutputTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("notesctl-\(UUID().uuidString)")
  /// Each is more than a pipe holds, so that writing it to a pager that is gone fails.
  private let pieces = [UInt8(ascii: "a"), UInt8(ascii: "b"), UInt8(ascii: "c")].map {
    [UInt8](repeating: $0, count: 100_000)
  }

  /// Returns what an action wrote to the stream of an output with a pager.
  private func written(
    pager: String?, isLong: Bool = true, _ action: (PagedOutput) throws -> Void
  ) throws -> Data {
    FileDescriptor.ignoreSignalsOfWrites()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("stream")
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    let stream = FileDescriptor(number: handle.fileDescriptor)
    try action(PagedOutput(pager: pager, stream: stream) { _ in isLong })
    try handle.close()
    return try Data(contentsOf: file)
  }

  @Test(arguments: ["/nonexistent/pager", "exit 126;"])
  func `a pager that cannot be started loses nothing, and is reported once`(pager: String) throws {
    let data = try written(pager: pager) { output in
      for piece in pieces { try output.write(piece) }
      #expect(try output.end())
      #expect(output.unreportedFailure() == pager && output.unreportedFailure() == nil)
    }
    #expect(data == Data(pieces.joined()))
  }

  @Test func `a pager that cannot be started is tried once`() throws {
    let log = folder.appendingPathComponent("log").path
    _ = try written(pager: "echo tried >>'\(log)'; exit 127;") { output in
      for piece in pieces {
        try output.write(piece)
        try output.end()
      }
      #expect(try String(contentsOfFile: log, encoding: .utf8) == "tried\n")
    }
  }

  @Test func `a pager that has seen enough ends the output`() throws {
    let data = try written(pager: "head -c 10 >/dev/null") { output in
      #expect(throws: ConsoleError.closedPipe) { for piece in pieces { try output.write(piece) } }
      #expect(output.unreportedFailure() == nil)
    }
    #expect(data.isEmpty)
  }

  @Test func `short output goes to the stream, and so does all without a pager`() throws {
    #expect(try written(pager: "cat >/dev/null", isLong: false) { try $0.write([1]) } == Data([1]))
    #expect(try written(pager: nil) { try $0.write([1]) } == Data([1]))
  }
}
