// guide: program
import Wiring

protocol SeedBank: Sendable { func seeds(of plant: String) -> Int }
struct StoredSeeds: SeedBank { func seeds(of plant: String) -> Int { 40 } }
struct HeirloomSeeds: SeedBank { func seeds(of plant: String) -> Int { 3 } }

final class Shed: Sendable {
  private let stored, heirlooms: any SeedBank
  init(stored: any SeedBank, heirlooms: any SeedBank) { (self.stored, self.heirlooms) = (stored, heirlooms) }
  func seeds(of plant: String) -> Int { stored.seeds(of: plant) + heirlooms.seeds(of: plant) }
}

struct Gardener: Sendable { let name: String }

struct Bed: Sendable {
  let label: String
  init(plant: String, gardener: Gardener, shed: Shed) {
    label = "\(gardener.name): \(shed.seeds(of: plant)) × \(plant)"
  }
}

@MainActor final class AllotmentViewModel {
  private(set) var labels: [String] = []
  private let bed: Factory<Bed, String>
  init(bed: Factory<Bed, String>) { self.bed = bed }
  func sow(_ plant: String) throws { labels.append(try bed(plant).label) }
}

struct Garden: Sendable {
  let shed: Shed
  let allotment: ScopeOpener<Gardener, AllotmentViewModel>
}

extension Key where Value == any SeedBank { static var heirlooms: Self { Key("heirlooms") } }
extension CustomScope where Context == Gardener { static var season: Self { CustomScope("season") } }

struct SeedModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any SeedBank).self, StoredSeeds.init).scoped(.singleton)
    binder.bind((any SeedBank).self, HeirloomSeeds.init).named(.heirlooms).scoped(.singleton)
  }
}

struct GardenModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Shed.init).from(.unqualified, .heirlooms).scoped(.singleton)
    binder.bind(Garden.init)
    binder.scope(.season)
    binder.factory(Bed.init(plant:gardener:shed:), argument: String.self)
    binder.main.bind(AllotmentViewModel.init).scoped(in: .season)
  }
}
// end
