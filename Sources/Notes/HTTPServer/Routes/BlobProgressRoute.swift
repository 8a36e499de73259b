import HTTPTypes
import Hummingbird
import HummingbirdCore
import NotesDomain
import NotesWire

/// Says how much of a blob is there.
struct BlobProgressRoute: Route {
  static let endpoint = WireEndpoint.blobProgress

  let call: Call
  let principal: Principal
  let service: any BlobService

  func answer() async throws(RequestFailure) -> Response {
    guard case .blobProgress(let digest, _) = call.route else { throw RequestFailure(.notFound) }
    let progress: BlobProgress?
    do { progress = try await service.progress(of: digest, in: principal.vault) } catch {
      throw RequestFailure(from: error)
    }
    guard let progress else { throw RequestFailure(.notFound) }
    var response = Response(status: .ok)
    response.headers.set(WireHeader.blobReceived, to: "\(progress.received)")
    response.headers.set(WireHeader.blobSize, to: "\(progress.size)")
    return response
  }
}

extension HTTPFields {
  /// Sets a field that HTTP itself does not know.
  ///
  /// - Parameters:
  ///   - name: The field; one that is no name is not set.
  ///   - value: The value.
  mutating func set(_ name: String, to value: String) {
    if let name = HTTPField.Name(name) { self[name] = value }
  }
}
