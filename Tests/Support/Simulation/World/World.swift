import NotesDomain
package import NotesHosting
import NotesNetwork
import NotesServer
import NotesSync
import NotesTestSupport
import Wiring

/// Some devices, their users and a server, which run one history after another.
///
/// Everything runs on this actor, also the events during a request, which calls them. The graphs of the devices and of the
/// server are built once; each history replaces the state behind their ports.
package actor World {
  /// The maximum number of devices, copies included.
  static let maximumDevices = 7

  let context = SimulationContext()
  let stores: any StoreFactory
  let transports: any TransportFactory
  let mutant: Mutant
  let brake = BrakeThreshold()
  /// The encryption of the vault; `nil` for a vault in plain text.
  let encryption: SimulatedEncryption?
  let serverStoreUnderTest: FaultInjectingServerStore
  let server: ServerRoot
  /// The devices; a history uses the first few.
  private(set) var devices: [Device] = []
  /// The services as the devices reach them, once they are connected.
  private var connected: Services?

  var conditions = Conditions(devices: 2)
  var observedStates: [ObservedState] = []
  var ledger = Ledger()
  /// The tokens of lines that the store may refuse.
  var pending: [Int] = []
  /// The tokens of texts that were read.
  var tokensOfTexts: [String: [Int]] = [:]
  var serverBackup: VaultContents?
  /// The devices with a running sync, outermost first.
  var syncing: [Int] = []
  /// Whether an event during a request is running.
  var isInterrupting = false
  var eventsDuringRequests = 0
  var restoresDuringRequests = 0
  /// The steps that a written history performs during a request.
  var interlude: Interlude?
  var violation: Violation?

  /// Creates a world.
  ///
  /// - Parameter encrypted: Whether the vault is encrypted from the beginning of each history.
  package init(
    _ mutant: Mutant = .none, stores: any StoreFactory = InMemoryStoreFactory(),
    transports: any TransportFactory = DirectTransportFactory(), encrypted: Bool = false
  ) throws {
    encryption = encrypted ? try SimulatedEncryption() : nil
    self.mutant = mutant
    self.stores = stores
    self.transports = transports
    let store = FaultInjectingServerStore(context: context)
    serverStoreUnderTest = store
    let parts = ServerStoreModule(store: mutant.serverStore(store), context: context)
    let modules: [any Module] = [ServerModule(), ServerRootModule(), parts, ServerMutantModule(mutant: mutant)]
    server = try Plan(ServerRoot.self, modules: modules).build().root
  }

  private var services: Services { Services(sync: server.service, blobs: server.blobs) }

  /// The number of devices in the present history.
  var count: Int { observedStates.count }

  /// Returns a device, which is built on first use.
  func device(_ number: Int) throws -> Device {
    while devices.count <= number { devices.append(try makeDevice(devices.count)) }
    return devices[number]
  }

  private func makeDevice(_ number: Int) throws -> Device {
    let store = FaultInjectingStore(context: context, device: number)
    let remote = connected ?? services
    let network = MockNetwork(
      service: remote.sync, blobs: remote.blobs, vault: .main, faults: .none,
      clock: CancellingClock(context: context))
    let transport = FaultInjectingTransport(network: network, context: context, device: number, world: self)
    let wallClock = FixedClock()
    let sync = mutant.deviceStore(store)
    let blobs = mutant.blobStore(FaultInjectingBlobStore(owner: store, context: context, device: number))
    let memory = SimulatedEncryptionStore()
    let sealed = try encryption?.device(over: transport, store: sync, blobs: blobs, memory: memory, context: context)
    let carrier: any VaultTransport = sealed?.transport ?? transport
    let parts = DeviceModule(
      store: sync, transport: mutant.transport(carrier), blobs: blobs, blobTransport: carrier, wallClock: wallClock,
      context: context, threshold: brake)
    // The mutant is last, so that it also changes the decorated rules.
    let modules: [any Module] = [SyncModule(), parts, MutantModule(mutant: mutant)]
    let engine = try Plan((any Synchronizer).self, modules: modules).build().root
    return Device(
      engine: engine, store: store, transport: transport, wallClock: wallClock, sealed: sealed, memory: memory)
  }

  /// Resets the state for another history.
  func begin(seed: UInt64, recordsLines: Bool, failure: InjectedFailure?) {
    context.reset(seed: seed, recordsLines: recordsLines, failure: failure)
    ledger = Ledger()
    (pending, tokensOfTexts) = ([], [:])
    observedStates.removeAll(keepingCapacity: true)
    serverBackup = nil
    syncing.removeAll()
    isInterrupting = false
    eventsDuringRequests = 0
    restoresDuringRequests = 0
    interlude = nil
    violation = nil
  }

  /// Applies the conditions of the present history.
  func prepare(_ conditions: Conditions) async throws {
    self.conditions = conditions
    brake.deletions = conditions.brake
    context.setCrashes(conditions.crashes, ofServer: conditions.serverCrashes)
    serverStoreUnderTest.connect(to: try await stores.server())
    if connected == nil { connected = try await transports.connect(to: services) }
    for device in 0..<conditions.devices { try await addDevice(device, with: stores.device()) }
    try await beginEncryption()
  }

  /// Puts a keyring into the vault, if it is encrypted.
  private func beginEncryption() async throws {
    guard let encryption, let keys = encryption.keys, let keyrings = try device(0).sealed?.keyrings else { return }
    let keyring = try await keyrings.seal(
      keys, generation: .first, for: .sample(), and: RecoveryCode(using: SeededRandomness(seed: 3)))
    try await encryption.begin(keyring, in: serverStoreUnderTest.store, devices: devices.map(\.memory))
  }

  /// Adds a device with a store, and with what another one knows of the vault if the store is a copy.
  func addDevice(_ number: Int, with store: DeviceStorage, copyOf other: Int? = nil) async throws {
    let device = try device(number)
    device.store.connect(to: store)
    device.memory.store =
      try other.map { InMemoryEncryptionStore(copying: try self.device($0).memory.store) } ?? InMemoryEncryptionStore()
    var faults = conditions.network
    faults.seed &+= UInt64(number) &* 0x9E37
    device.transport.reset(faults)
    // All clocks are wrong, since nothing may depend on them. No two agree: the checker could not tell an edit from an equal
    // one of another device, and would take it for a deleted version that came back.
    let tenYears = Duration.seconds(10 * 365 * 86_400)
    device.wallClock.set(to: FixedClock.start + tenYears * (context.below(3) - 1) + .seconds(3600 * number))
    observedStates.append(ObservedState())
  }

  /// Records the first violation.
  func record(_ found: Violation?) {
    if violation == nil { violation = found }
  }
}

/// The services of a server for devices.
package struct Services: Sendable {
  /// The service for notes.
  package let sync: any SyncService
  /// The service for blobs.
  package let blobs: any BlobService

  /// Creates services.
  package init(sync: any SyncService, blobs: any BlobService) {
    self.sync = sync
    self.blobs = blobs
  }
}

/// The connection between the mock networks of a world and its server.
package protocol TransportFactory: Sendable {
  /// Connects to a server, once for each world and before the first request.
  ///
  /// - Returns: The services as the mock networks reach them.
  func connect(to services: Services) async throws -> Services
}

/// A direct connection: a request is a call.
package struct DirectTransportFactory: TransportFactory {
  /// Creates the factory.
  package init() {}

  /// Returns the services unchanged.
  package func connect(to services: Services) async throws -> Services { services }
}
