import NotesDomain
import NotesHTTPAPI

/// A client of a server's accounts over HTTP.
struct HTTPAccountClient: AccountClient {
  let client: APIClient
  let clock: any Clock<Duration>
  let randomness: any Randomness
  let settings: HTTPClientSettings

  /// Signs in, without retries: a server limits the attempts, and each one costs it a second.
  func signIn(
    _ request: SignInRequest, at server: ServerAddress
  ) async throws(AccountClientError) -> SignInReply {
    let request = APIRequest(
      server: server, route: .signIn, body: (.json, MessageFormat.encode(request)), limit: MessageLimits.signIn)
    let response = try await response(to: request)
    switch response.status {
    case 200:
      do {
        return try response.message { try MessageFormat.decodeSignInReply($0, limit: MessageLimits.signIn) }
      } catch {
        throw .transport(error)
      }
    case 401 where (try? response.error())?.code == .badCredentials: throw .badCredentials
    default: throw failure(response, of: server)
    }
  }

  func devices(_ credentials: Credentials) async throws(AccountClientError) -> [SignedInDevice] {
    let request = APIRequest(server: credentials.server, route: .devices, token: credentials.token)
    do {
      return try await settings.retry.run(clock: clock, randomness: randomness) {
        let response = try await client.response(to: request)
        guard response.status == 200 else { throw response.failure(of: credentials.server) }
        return try response.message { try MessageFormat.decodeDevices($0, limit: MessageLimits.message) }
      }
    } catch let error as TransportError {
      throw .transport(error)
    } catch {
      throw .transport(.unreachable(detail: "the request was cancelled"))
    }
  }

  func revoke(_ device: SignedInDeviceID, _ credentials: Credentials) async throws(AccountClientError) {
    let response = try await response(
      to: APIRequest(server: credentials.server, route: .revoke(device), token: credentials.token))
    guard response.status == 204 else { throw failure(response, of: credentials.server) }
  }

  /// Changes the password, without retries, as for a sign-in.
  func changePassword(_ change: PasswordChange, _ credentials: Credentials) async throws(AccountClientError) {
    let response = try await response(
      to: APIRequest(
        server: credentials.server, route: .password, token: credentials.token,
        body: (.json, MessageFormat.encode(change))))
    guard response.status == 204 else { throw failure(response, of: credentials.server) }
  }

  private func response(to request: APIRequest) async throws(AccountClientError) -> APIResponse {
    do {
      return try await client.response(to: request)
    } catch {
      throw .transport(error)
    }
  }

  private func failure(_ response: APIResponse, of server: ServerAddress) -> AccountClientError {
    let code = try? response.error()?.code
    if let weakness = code?.passwordWeakness, response.status == code?.status { return .weakPassword(weakness) }
    return switch code {
    case .badCredentials where response.status == 401: .wrongPassword
    case .unknownDevice where response.status == 404: .unknownDevice
    case .tooManyDevices where response.status == 409: .tooManyDevices
    default: .transport(response.failure(of: server))
    }
  }
}
