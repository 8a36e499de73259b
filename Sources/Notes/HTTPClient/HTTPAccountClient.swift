import NotesDomain
import NotesHTTPAPI

/// The way to a server's accounts, over HTTP.
struct HTTPAccountClient: AccountClient {
  private let client: APIClient
  private let retry: HTTPRetry

  init(client: APIClient, retry: HTTPRetry) {
    self.client = client
    self.retry = retry
  }

  /// Tried once: a server counts tries, and each one that it hears costs it a second.
  func signIn(
    _ request: SignInRequest, at server: ServerAddress
  ) async throws(AccountClientError) -> SignInReply {
    let answer = try await response(
      to: APIRequest(
        server: server, route: .signIn, body: (.json, MessageFormat.encode(request)), limit: MessageLimits.signIn))
    switch answer.status {
    case 200:
      return try read(answer) { (bytes) throws(MessageDecodingError) in
        try MessageFormat.decodeSignInReply(bytes, limit: MessageLimits.signIn)
      }
    case 401: throw .badCredentials
    default: throw failure(answer, server)
    }
  }

  func devices(_ credentials: Credentials) async throws(AccountClientError) -> [SignedInDevice] {
    let request = APIRequest(server: credentials.server, route: .devices, token: credentials.token)
    do throws(TransportError) {
      return try await retry.ask { () async throws(TransportError) in
        let answer = try await client.response(to: request)
        guard answer.status == 200 else { throw answer.failure(of: credentials.server) }
        return try answer.message { (bytes) throws(MessageDecodingError) in
          try MessageFormat.decodeDevices(bytes, limit: MessageLimits.message)
        }
      }
    } catch {
      throw .transport(error)
    }
  }

  func revoke(_ device: SignedInDeviceID, _ credentials: Credentials) async throws(AccountClientError) {
    let answer = try await response(
      to: APIRequest(server: credentials.server, route: .revoke(device), token: credentials.token))
    guard answer.status == 204 else { throw failure(answer, credentials.server) }
  }

  private func response(to request: APIRequest) async throws(AccountClientError) -> APIResponse {
    do throws(TransportError) {
      return try await client.response(to: request)
    } catch {
      throw .transport(error)
    }
  }

  private func failure(_ answer: APIResponse, _ server: ServerAddress) -> AccountClientError {
    switch try? answer.error()?.code {
    case .unknownDevice where answer.status == 404: .unknownDevice
    case .tooManyDevices where answer.status == 409: .tooManyDevices
    default: .transport(answer.failure(of: server))
    }
  }

  private func read<Reply>(
    _ answer: APIResponse, _ decode: ([UInt8]) throws(MessageDecodingError) -> Reply
  ) throws(AccountClientError) -> Reply {
    do throws(TransportError) {
      return try answer.message(decode)
    } catch {
      throw .transport(error)
    }
  }
}

/// Asks again what may be answered another time. Sync has retry of its own; this is for what people wait for.
struct HTTPRetry: Sendable {
  private let sleeper: any Sleeper
  private let randomness: any Randomness
  private let settings: HTTPClientSettings

  init(sleeper: any Sleeper, randomness: any Randomness, settings: HTTPClientSettings) {
    self.sleeper = sleeper
    self.randomness = randomness
    self.settings = settings
  }

  /// Asks until there is an answer, or it is no use.
  ///
  /// - Parameter request: Asks once. To do so again must be safe.
  func ask<Reply>(
    _ request: () async throws(TransportError) -> Reply
  ) async throws(TransportError) -> Reply {
    var attempt = 1
    while true {
      do throws(TransportError) {
        return try await request()
      } catch {
        guard attempt < settings.attempts, !Task.isCancelled, let least = error.wait, least <= settings.maximumDelay
        else { throw error }
        let longest = max(1, settings.firstDelay << (attempt - 1))
        let delay = least + longest - Int(randomness.next() % UInt64(longest / 2 + 1))
        guard (try? await sleeper.sleep(milliseconds: delay)) != nil else { throw error }
        attempt += 1
      }
    }
  }
}

extension TransportError {
  /// The shortest wait after which the same request may be answered, in milliseconds; `nil` when it will not be.
  fileprivate var wait: Int? {
    switch self {
    case .unreachable, .untrusted, .undecodable: 0
    case .rateLimited(let retryAfter), .unavailable(_, let retryAfter): retryAfter ?? 0
    case .notConfigured, .misconfigured, .credentials, .unauthorized, .refused, .unsupportedProtocol, .oversized: nil
    }
  }
}
