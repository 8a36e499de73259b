import Core
import MockNetwork
import Support
import Testing

/// Random histories of three devices, whose network loses requests and replies, and whose programs are killed.
struct SimulationTests {
  @Test("devices converge, and no line that a person wrote is lost", arguments: 1...300)
  func history(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let server = MockServer()
    let network = network(server, seed: seed)
    let devices = try (1...3).map { try Device($0, server: network) }
    var written = 0
    for _ in 0..<Int.random(in: 10...40, using: &random) {
      let device = devices[Int.random(in: 0..<3, using: &random)]
      switch Int.random(in: 0..<10, using: &random) {
      case 0...1:
        written += 1
        _ = try await device.notebook.add("line \(written)")
      case 2...5:
        guard let note = try await device.store.notes(matching: "").randomElement(using: &random) else { continue }
        written += 1
        let line = "line \(written)"
        let isBelow = Bool.random(using: &random)
        _ = try await device.notebook.edit(note.id) { content in
          content.text = isBelow ? content.text + "\n" + line : line + "\n" + content.text
        }
      case 6:
        network.set { conditions in
          conditions.lostRequests = [0, 20, 60].randomElement(using: &random) ?? 0
          conditions.lostReplies = [0, 20, 60].randomElement(using: &random) ?? 0
        }
      case 7:
        // The program ends somewhere in the middle of a sync.
        let sync = Task { try await device.sync() }
        for _ in 0..<Int.random(in: 0..<40, using: &random) { await Task.yield() }
        sync.cancel()
        _ = await sync.result
      default:
        _ = try? await device.sync()
      }
    }
    network.set { ($0.lostRequests, $0.lostReplies) = (0, 0) }
    for device in devices + devices + devices { _ = try await device.sync() }
    let texts = try await devices[0].texts()
    for device in devices.dropFirst() { #expect(try await device.texts() == texts) }
    #expect(await server.contents(of: "ada").values.filter { !$0.isDeleted }.map(\.text).sorted() == texts)
    let lines = Set(texts.flatMap { $0.split(separator: "\n") })
    for line in 1...max(1, written) where written > 0 { #expect(lines.contains("line \(line)")) }
  }
}
