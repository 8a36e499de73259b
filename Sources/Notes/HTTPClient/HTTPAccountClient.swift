import NotesDomain
import NotesWire

/// The way to a server's accounts, over HTTP.
struct HTTPAccountClient: AccountClient {
  private let exchange: HTTPExchange
  private let patience: Patience

  init(exchange: HTTPExchange, patience: Patience) {
    self.exchange = exchange
    self.patience = patience
  }

  /// Tried once: a server counts tries, and each one that it hears costs it a second.
  func signIn(
    _ request: SignInRequest, at server: ServerAddress
  ) async throws(AccountClientError) -> SignInReply {
    let question = HTTPQuestion(
      server: server, route: .signIn, body: (.json, WireFormat.encode(request)), limit: WireLimit.signIn)
    let answer = try await answer(to: question)
    switch answer.status {
    case 200:
      return try read(answer) { (bytes) throws(WireProblem) in
        try WireFormat.decodeSignInReply(bytes, limit: WireLimit.signIn)
      }
    case 401: throw .badCredentials
    default: throw failure(answer, server)
    }
  }

  func devices(_ credentials: Credentials) async throws(AccountClientError) -> [SignedInDevice] {
    let question = HTTPQuestion(server: credentials.server, route: .devices, token: credentials.token)
    do throws(TransportError) {
      return try await patience.ask { () async throws(TransportError) in
        let answer = try await exchange.answer(to: question)
        guard answer.status == 200 else { throw answer.failure(of: credentials.server) }
        return try answer.message { (bytes) throws(WireProblem) in
          try WireFormat.decodeDevices(bytes, limit: WireLimit.message)
        }
      }
    } catch {
      throw .transport(error)
    }
  }

  func revoke(_ device: SignedInDeviceID, _ credentials: Credentials) async throws(AccountClientError) {
    let answer = try await answer(
      to: HTTPQuestion(server: credentials.server, route: .revoke(device), token: credentials.token))
    guard answer.status == 204 else { throw failure(answer, credentials.server) }
  }

  private func answer(to question: HTTPQuestion) async throws(AccountClientError) -> HTTPAnswer {
    do throws(TransportError) {
      return try await exchange.answer(to: question)
    } catch {
      throw .transport(error)
    }
  }

  private func failure(_ answer: HTTPAnswer, _ server: ServerAddress) -> AccountClientError {
    switch try? answer.error()?.code {
    case .unknownDevice where answer.status == 404: .unknownDevice
    case .tooManyDevices where answer.status == 409: .tooManyDevices
    default: .transport(answer.failure(of: server))
    }
  }

  private func read<Reply>(
    _ answer: HTTPAnswer, _ decode: ([UInt8]) throws(WireProblem) -> Reply
  ) throws(AccountClientError) -> Reply {
    do throws(TransportError) {
      return try answer.message(decode)
    } catch {
      throw .transport(error)
    }
  }
}
