import NotesDomain
import NotesNetwork
import NotesTestSupport

extension MockNetwork {
  /// Creates a network with some faults.
  convenience init(
    to service: RecordingService, clock: any Clock<Duration> = ManualClock(), seed: UInt64 = 1,
    _ change: (inout NetworkFaults) -> Void = { _ in }
  ) {
    var faults = NetworkFaults.none
    faults.seed = seed
    change(&faults)
    self.init(service: service, blobs: service, vault: .main, faults: faults, clock: clock)
  }

  /// Pushes a batch without changes.
  ///
  /// - Returns: The error; `nil` for a reply.
  func send(_ number: Int) async -> TransportError? {
    let batch = PushBatch(epoch: Epoch(bits: 1), device: DeviceID(bits: 1), number: number, changes: [])
    do throws(TransportError) {
      _ = try await push(batch)
      return nil
    } catch {
      return error
    }
  }

  /// Requests changes.
  ///
  /// - Returns: The error; `nil` for a reply.
  func ask() async -> TransportError? {
    do throws(TransportError) {
      _ = try await changes(ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1))
      return nil
    } catch {
      return error
    }
  }
}
