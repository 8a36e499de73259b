import Foundation
import NotesDomain
import NotesTestSupport
import Synchronization
import Testing

@testable import NotesFiles

/// What Linux tells of the network, the battery and sleep.
@Suite struct SystemLifecycleTests {
  private static let oldRoutes = """
    Iface	Destination	Gateway 	Flags	RefCnt	Use	Metric	Mask		MTU	Window	IRTT
    wlan0	00000000	0101A8C0	0003	0	0	600	00000000	0	0	0

    """
  private static let nearRoutes = """
    00000000000000000000000000000001 80 00000000000000000000000000000000 00 00000000000000000000000000000000 00000000 00000003 00000000 80200001       lo
    fe800000000000000000000000000000 40 00000000000000000000000000000000 00 00000000000000000000000000000000 00000400 00000001 00000000 00000001    wlan0
    ff000000000000000000000000000000 08 00000000000000000000000000000000 00 00000000000000000000000000000000 00000100 00000003 00000000 00000001    wlan0
    00000000000000000000000000000000 00 00000000000000000000000000000000 00 00000000000000000000000000000000 ffffffff 00000001 00000000 00200200       lo

    """
  private static let newRoute = """
    00000000000000000000000000000000 00 00000000000000000000000000000000 00 fe800000000000000000000000000001 00000064 00000001 00000000 00000003    wlan0

    """

  private let root: TemporaryFolder
  /// Every pause between two questions lasts until a test advances the clock.
  private let clock = ManualClock { _ in true }
  private let credentials = InMemoryCredentialStore()
  private let slept = Slept()

  init() throws { root = try TemporaryFolder() }

  private func write(_ text: String, to path: String) throws { try root.write(Array(text.utf8), to: path) }

  private func routes(_ old: String, _ new: String = "") throws {
    try write(old, to: "proc/net/route")
    try write(new, to: "proc/net/ipv6_route")
  }

  private func battery(_ status: String, _ capacity: String, scope: String? = nil) throws {
    try write("Battery\n", to: "sys/class/power_supply/BAT0/type")
    try write(status + "\n", to: "sys/class/power_supply/BAT0/status")
    try write(capacity + "\n", to: "sys/class/power_supply/BAT0/capacity")
    if let scope { try write(scope + "\n", to: "sys/class/power_supply/BAT0/scope") }
  }

  private func lifecycle(_ settings: SystemLifecycleSettings = SystemLifecycleSettings()) -> SystemLifecycle {
    SystemLifecycle(
      settings: settings, credentials: credentials, clock: clock, files: SystemFiles(root: root.path)
    ) { [slept] in slept.duration }
  }

  /// Returns what a lifecycle says at its next question.
  private func ask(
    _ conditions: inout AsyncStream<AppConditions>.AsyncIterator
  ) async -> AppConditions? {
    await clock.waitForSleeper()
    clock.advance(by: .seconds(2))
    return await conditions.next(isolation: #isolation)
  }

  @Test(arguments: AppLifecycleContract.clauses)
  func `the life of a program keeps the promises of its port`(clause: AppLifecycleContract.Clause) async throws {
    try routes(Self.oldRoutes)
    var settings = SystemLifecycleSettings()
    settings.interval = .milliseconds(1)
    let lifecycle = SystemLifecycle(
      settings: settings, credentials: credentials, clock: ContinuousClock(), files: SystemFiles(root: root.path)
    ) { .zero }
    try await clause.check(
      AppLifecycleContract.Subject(lifecycle) { [self] isConnected in try routes(isConnected ? Self.oldRoutes : "") })
  }

  @Test(arguments: [
    ("", "", false), (oldRoutes, "", true), ("", nearRoutes, false), ("", nearRoutes + newRoute, true),
    (oldRoutes.replacing("wlan0", with: "lo"), "", false), (oldRoutes.replacing("0003", with: "0202"), "", false),
    ("Iface\nnonsense\n", "x\n", false),
  ])
  func `a way to other computers is found in the routes`(old: String, new: String, isFound: Bool) throws {
    try routes(old, new)
    #expect(SystemFiles(root: root.path).hasRoute == isFound)
  }

  @Test func `where the system tells of no routes, the network may be reachable`() {
    #expect(SystemFiles(root: root.path).hasRoute == nil)
  }

  @Test func `the loss of the last route and its return are told`() async throws {
    try routes(Self.oldRoutes)
    var conditions = lifecycle().conditions().makeAsyncIterator()
    #expect(await conditions.next() == AppConditions())
    try routes("")
    #expect(await ask(&conditions) == AppConditions(isNetworkReachable: false))
    try routes(Self.oldRoutes)
    #expect(await ask(&conditions) == AppConditions())
  }

  @Test func `a computer that never had a route is not offline, as in a container that hides them`() async throws {
    try routes("")
    let conditions = lifecycle().conditions()
    #expect(await conditions.first { _ in true } == AppConditions())
  }

  @Test func `a server on this computer needs no network, and neither does a simulated one`() async throws {
    try routes(Self.oldRoutes)
    let (local, simulated) = (lifecycle(), lifecycle(SystemLifecycleSettings(usesNetwork: false)))
    for lifecycle in [local, simulated] { _ = await lifecycle.conditions().first { _ in true } }
    let sample = try Credentials.sample()
    try await credentials.save(
      Credentials(
        server: try ServerAddress("http://127.0.0.1:8080"), account: sample.account, vault: sample.vault,
        device: sample.device, token: sample.token))
    try routes("")
    for lifecycle in [local, simulated] {
      #expect(await lifecycle.conditions().first { _ in true } == AppConditions())
    }
  }

  @Test(
    arguments: [
      ("Discharging", "20", nil, true), ("Discharging", "21", nil, false), ("Charging", "3", nil, false),
      ("Discharging", "3", "Device", false), ("Discharging", "none", nil, false),
    ] as [(String, String, String?, Bool)])
  func `power is low when a battery of the computer runs out`(
    status: String, capacity: String, scope: String?, isLow: Bool
  ) async throws {
    try battery(status, capacity, scope: scope)
    #expect(await lifecycle().conditions().first { _ in true } == AppConditions(isPowerLow: isLow))
  }

  @Test func `a second battery with charge is power enough`() async throws {
    try battery("Discharging", "3")
    for (name, text) in [("type", "Battery"), ("status", "Not charging"), ("capacity", "90")] {
      try write(text + "\n", to: "sys/class/power_supply/BAT1/\(name)")
    }
    #expect(await lifecycle().conditions().first { _ in true } == AppConditions())
  }

  @Test func `the sleep of the computer is told, and then its end`() async throws {
    var conditions = lifecycle().conditions().makeAsyncIterator()
    #expect(await conditions.next() == AppConditions())
    slept.duration = .seconds(3600)
    #expect(await ask(&conditions) == AppConditions(stage: .background(remaining: .zero)))
    #expect(await ask(&conditions) == AppConditions())
  }

  @Test func `nobody is asked without a consumer`() async throws {
    let lifecycle = lifecycle()
    _ = await lifecycle.conditions().first { _ in true }
    await clock.waitForSleeper()
    clock.advance(by: .seconds(3600))
    for _ in 0..<1000 { await Task.yield() }
    #expect(clock.pauses.count == 1)
  }
}

/// The time for which a computer has slept.
private final class Slept: Sendable {
  private let value = Mutex(Duration.zero)

  var duration: Duration {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
