import Core
import MockNetwork
import Support
import Testing

/// Random histories of three devices, whose network loses requests and replies, and whose programs are killed between two steps. A
/// seed always plays the same one.
@Suite(.timeLimit(.minutes(1)))
struct SimulationTests {
  @Test("devices converge, and no line that a person wrote is lost", arguments: 1...300)
  func history(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let server = MockServer()
    let network = network(server, seed: seed)
    let devices = try (1...3).map { try Device($0, server: network) }
    var written = 0
    var deleted: Set<Substring> = []
    for _ in 0..<Int.random(in: 10...40, using: &random) {
      let device = devices[Int.random(in: 0..<3, using: &random)]
      let note = try await device.store.notes(matching: "").randomElement(using: &random)
      switch (Int.random(in: 0..<12, using: &random), note) {
      case (0...1, _):
        written += 1
        _ = try await device.notebook.add("line \(written)")
      case (2...5, let note?):
        written += 1
        var lines = note.content.text.split(separator: "\n").map(String.init)
        lines.insert("line \(written)", at: Int.random(in: 0...lines.count, using: &random))
        let text = lines.joined(separator: "\n")
        _ = try await device.notebook.edit(note.id) { $0.text = text }
      case (6, let note?):
        // Who deletes a note has read its lines.
        deleted.formUnion(note.content.text.split(separator: "\n"))
        _ = try await device.notebook.delete(note.id)
      case (7, _):
        network.set { conditions in
          conditions.lostRequests = [0, 20, 60].randomElement(using: &random) ?? 0
          conditions.lostReplies = [0, 20, 60].randomElement(using: &random) ?? 0
        }
      case (8...9, _):
        // The program is killed somewhere in a sync: no call of the store comes after.
        device.store.fail(StoreError(reason: "killed"), afterCalls: Int.random(in: 0..<20, using: &random))
        _ = try? await device.sync()
        device.store.fail(nil)
      default:
        _ = try? await device.sync()
      }
    }
    network.set { ($0.lostRequests, $0.lostReplies) = (0, 0) }
    for device in devices + devices + devices { _ = try await device.sync() }
    let contents = try await devices[0].contents()
    for device in devices.dropFirst() { #expect(try await device.contents() == contents) }
    #expect(await server.contents(of: "ada").filter { !$0.value.isDeleted } == contents)
    let lines = Set(contents.values.flatMap { $0.text.split(separator: "\n") })
    let all = (0..<written).map { "line \($0 + 1)"[...] }
    #expect(Set(all).subtracting(deleted).isSubset(of: lines))
  }
}
