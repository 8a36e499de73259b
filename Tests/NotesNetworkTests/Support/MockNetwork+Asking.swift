import NotesDomain
import NotesNetwork
import NotesTestSupport

extension MockNetwork {
  /// A network with one kind of fault or several.
  convenience init(
    to service: any SyncService, sleeper: any Sleeper = RecordingSleeper(), seed: UInt64 = 1,
    _ change: (inout NetworkFaults) -> Void = { _ in }
  ) {
    var faults = NetworkFaults.none
    faults.seed = seed
    change(&faults)
    self.init(service: service, vault: .main, faults: faults, sleeper: sleeper)
  }

  /// Sends a batch without changes.
  ///
  /// - Returns: Why it was not answered; `nil` when it was.
  func send(_ number: Int) async -> TransportError? {
    let batch = PushBatch(epoch: Epoch(bits: 1), device: DeviceID(bits: 1), number: number, changes: [])
    do throws(TransportError) {
      _ = try await push(batch)
      return nil
    } catch {
      return error
    }
  }

  /// Asks for changes.
  ///
  /// - Returns: Why there was no answer; `nil` when there was.
  func ask() async -> TransportError? {
    do throws(TransportError) {
      _ = try await changes(ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1))
      return nil
    } catch {
      return error
    }
  }
}
