import NotesDomain
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

  let scene = Scene()
  let stores: any Stores
  let roads: any Roads
  let mutant: Mutant
  let brake = BrakeLimit()
  let serverGate: ServerGate
  let server: ServerRoot
  /// All places for devices; a history uses the first few.
  private(set) var places: [Device] = []
  /// What the networks of the devices lead to, once there is a way to it.
  private var reached: Services?

  var conditions = Conditions(devices: 2)
  var standings: [Standing] = []
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
  ///   - roads: What lies between its networks and its server.
  /// - Throws: When its parts do not fit together.
  package init(
    _ mutant: Mutant = .none, stores: any Stores = StoresInMemory(), roads: any Roads = DirectRoads()
  ) throws {
    self.mutant = mutant
    self.stores = stores
    self.roads = roads
    let gate = ServerGate(scene: scene)
    serverGate = gate
    let parts = ServerPartsModule(store: mutant.serverStore(gate), scene: scene)
    let around = MutantModule(declare: mutant.aroundServer)
    let modules: [any Module] = [ServerModule(), ServerRootModule(), parts, around]
    let plan = try Plan(ServerRoot.self, modules: modules, overrides: mutant.server)
    server = try plan.build().root
  }

  private var services: Services { Services(sync: server.service, blobs: server.blobs) }

  /// How many devices there are in the present history.
  var count: Int { standings.count }

  /// The place of a device.
  func place(_ device: Int) throws -> Device {
    while places.count <= device { places.append(try makePlace(places.count)) }
    return places[device]
  }

  private func makePlace(_ number: Int) throws -> Device {
    let gate = StoreGate(scene: scene, device: number)
    let sleeper = ImpatientSleeper(scene: scene)
    let reached = reached ?? services
    let network = MockNetwork(service: reached.sync, vault: .main, faults: .none, sleeper: sleeper)
    let transport = TransportGate(
      network: network, blobs: reached.blobs, scene: scene, device: number, world: self)
    let clock = FixedClock()
    let parts = DeviceModule(
      store: mutant.deviceStore(gate), transport: mutant.transport(transport),
      blobs: BlobGate(gate: gate, scene: scene, device: number), blobTransport: transport, clock: clock,
      scene: scene, limit: brake)
    let around = MutantModule(declare: mutant.aroundDevice)
    let plan = try Plan((any Synchronizer).self, modules: [SyncModule(), parts, around], overrides: mutant.device)
    let engine = try plan.build().root
    return Device(engine: engine, store: gate, transport: transport, clock: clock)
  }

  /// Begins another history.
  func begin(seed: UInt64, isTold: Bool, cut: Cut?) {
    scene.reset(seed: seed, isTold: isTold, cut: cut)
    ledger = Ledger()
    standings.removeAll(keepingCapacity: true)
    serverBackup = nil
    syncing.removeAll()
    isInterrupting = false
    violation = nil
  }

  /// Puts the conditions of the present history into effect.
  func prepare(_ conditions: Conditions) async throws {
    self.conditions = conditions
    brake.deletions = conditions.brake
    scene.setCrashes(conditions.crashes, ofServer: conditions.serverCrashes)
    serverGate.lead(to: try await stores.server())
    if reached == nil { reached = try await roads.lead(to: services) }
    for device in 0..<conditions.devices { try await addDevice(device, with: stores.device()) }
  }

  /// A device takes its place.
  func addDevice(_ device: Int, with store: DeviceStorage) async throws {
    let place = try place(device)
    place.store.lead(to: store)
    var faults = conditions.network
    faults.seed &+= UInt64(device) &* 0x9E37
    place.transport.reset(faults)
    // Nobody's clock is right, and nothing may depend on it.
    let tenYears: Int64 = 10 * 365 * 86_400_000
    place.clock.set(
      to: Timestamp(
        millisecondsSince1970: FixedClock.start.millisecondsSince1970 + Int64(scene.below(3) - 1) * tenYears))
    standings.append(Standing())
  }

  /// Remembers the first promise that was seen broken.
  func see(_ seen: Violation?) {
    if violation == nil { violation = seen }
  }
}
