package import NotesDomain
import NotesNetwork
import NotesServer
import NotesSync
import NotesTestSupport
import Wiring

/// Some devices, a server and the people at them, with one history after the other.
///
/// Everything runs on this actor, one thing at a time: also what interrupts a request, which is called from within it. The
/// graphs of the devices and of the server are made once; what changes with a history lies behind their ports.
package actor World {
  /// The most devices, copies included.
  static let mostDevices = 7

  let context = SimulationContext()
  let stores: any StoreFactory
  let transports: any TransportFactory
  let mutant: Mutant
  let brake = BrakeThreshold()
  let serverStoreUnderTest: FaultInjectingServerStore
  let server: ServerRoot
  /// All places for devices; a history uses the first few.
  private(set) var places: [Device] = []
  /// What the networks of the devices lead to, once there is a way to it.
  private var reached: Services?

  var conditions = Conditions(devices: 2)
  var observedStates: [ObservedState] = []
  var ledger = Ledger()
  var serverBackup: VaultContents?
  /// The devices that sync right now, outermost first.
  var syncing: [Int] = []
  /// Whether somebody interrupts a request right now.
  var isInterrupting = false
  var violation: Violation?

  /// Creates a world.
  ///
  /// - Parameters:
  ///   - mutant: What is broken in it on purpose.
  ///   - stores: Where its stores come from.
  ///   - transports: What lies between its networks and its server.
  /// - Throws: When its parts do not fit together.
  package init(
    _ mutant: Mutant = .none, stores: any StoreFactory = InMemoryStoreFactory(), transports: any TransportFactory = DirectTransportFactory()
  ) throws {
    self.mutant = mutant
    self.stores = stores
    self.transports = transports
    let gate = FaultInjectingServerStore(context: context)
    serverStoreUnderTest = gate
    let parts = ServerStoreModule(store: mutant.serverStore(gate), context: context)
    let around = MutantModule(declare: mutant.aroundServer)
    let modules: [any Module] = [ServerModule(), ServerRootModule(), parts, around]
    let plan = try Plan(ServerRoot.self, modules: modules, overrides: mutant.server)
    server = try plan.build().root
  }

  private var services: Services { Services(sync: server.service, blobs: server.blobs) }

  /// How many devices there are in the present history.
  var count: Int { observedStates.count }

  /// The place of a device.
  func place(_ device: Int) throws -> Device {
    while places.count <= device { places.append(try makePlace(places.count)) }
    return places[device]
  }

  private func makePlace(_ number: Int) throws -> Device {
    let gate = FaultInjectingStore(context: context, device: number)
    let sleeper = CancellingSleeper(context: context)
    let reached = reached ?? services
    let network = MockNetwork(service: reached.sync, vault: .main, faults: .none, sleeper: sleeper)
    let transport = FaultInjectingTransport(
      network: network, blobs: reached.blobs, context: context, device: number, world: self)
    let clock = FixedClock()
    let parts = DeviceModule(
      store: mutant.deviceStore(gate), transport: mutant.transport(transport),
      blobs: FaultInjectingBlobStore(gate: gate, context: context, device: number), blobTransport: transport, clock: clock,
      context: context, limit: brake)
    let around = MutantModule(declare: mutant.aroundDevice)
    let plan = try Plan((any Synchronizer).self, modules: [SyncModule(), parts, around], overrides: mutant.device)
    let engine = try plan.build().root
    return Device(engine: engine, store: gate, transport: transport, clock: clock)
  }

  /// Begins another history.
  func begin(seed: UInt64, recordsLines: Bool, failure: InjectedFailure?) {
    context.reset(seed: seed, recordsLines: recordsLines, failure: failure)
    ledger = Ledger()
    observedStates.removeAll(keepingCapacity: true)
    serverBackup = nil
    syncing.removeAll()
    isInterrupting = false
    violation = nil
  }

  /// Puts the conditions of the present history into effect.
  func prepare(_ conditions: Conditions) async throws {
    self.conditions = conditions
    brake.deletions = conditions.brake
    context.setCrashes(conditions.crashes, ofServer: conditions.serverCrashes)
    serverStoreUnderTest.connect(to: try await stores.server())
    if reached == nil { reached = try await transports.connect(to: services) }
    for device in 0..<conditions.devices { try await addDevice(device, with: stores.device()) }
  }

  /// A device takes its place.
  func addDevice(_ device: Int, with store: DeviceStorage) async throws {
    let place = try place(device)
    place.store.connect(to: store)
    var faults = conditions.network
    faults.seed &+= UInt64(device) &* 0x9E37
    place.transport.reset(faults)
    // Nobody's clock is right, and nothing may depend on it.
    let tenYears: Int64 = 10 * 365 * 86_400_000
    place.clock.set(
      to: Timestamp(
        millisecondsSince1970: FixedClock.start.millisecondsSince1970 + Int64(context.below(3) - 1) * tenYears))
    observedStates.append(ObservedState())
  }

  /// Remembers the first invariant that was seen broken.
  func see(_ seen: Violation?) {
    if violation == nil { violation = seen }
  }
}

/// What a server does for devices.
package struct Services: Sendable {
  /// What it does with notes.
  package let sync: any SyncService
  /// What it does with blobs.
  package let blobs: any BlobService

  /// Creates the services.
  ///
  /// - Parameters:
  ///   - sync: What a server does with notes.
  ///   - blobs: What a server does with blobs.
  package init(sync: any SyncService, blobs: any BlobService) {
    self.sync = sync
    self.blobs = blobs
  }
}

/// What lies between the played networks of a world and the rules of its server.
package protocol TransportFactory: Sendable {
  /// A way to a server. It is asked for once for each world, before anybody sends anything.
  ///
  /// - Parameter services: The server's rules.
  /// - Returns: What the networks lead to.
  func connect(to services: Services) async throws -> Services
}

/// Nothing lies in between: a request is a call.
package struct DirectTransportFactory: TransportFactory {
  /// Creates the transports.
  package init() {}

  /// The server's rules themselves.
  package func connect(to services: Services) async throws -> Services { services }
}
