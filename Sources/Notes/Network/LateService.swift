import NotesDomain
import Wiring

/// A server that the first request makes, and with it the file of its vaults: who only asks how a device stands makes none.
struct LateService: SyncService {
  private let service: Lazy<any SyncService>

  init(_ service: Lazy<any SyncService>) {
    self.service = service
  }

  func push(_ batch: PushBatch, to vault: VaultID) async throws(ServiceError) -> PushReply {
    try await service.made().push(batch, to: vault)
  }

  func changes(_ request: ChangesRequest, in vault: VaultID) async throws(ServiceError) -> ChangesReply {
    try await service.made().changes(request, in: vault)
  }
}

extension Lazy {
  /// The service, made if need be, with the failure to make it as one of its own.
  func made() throws(ServiceError) -> Value {
    do {
      return try value
    } catch let error as StoreError {
      throw .store(error)
    } catch {
      throw .store(.failed(path: "server", detail: "\(error)"))
    }
  }
}
