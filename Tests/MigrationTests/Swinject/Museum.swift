// guide: program
import Wiring

protocol ArtworkArchive: Sendable { func title(of number: Int) -> String? }
struct GalleryArchive: ArtworkArchive { func title(of number: Int) -> String? { number < 9 ? "Painting" : nil } }
struct DepotArchive: ArtworkArchive { func title(of number: Int) -> String? { "Sketch" } }

final class Catalogue: Sendable {
  private let gallery, depot: any ArtworkArchive
  init(gallery: any ArtworkArchive, depot: any ArtworkArchive) { (self.gallery, self.depot) = (gallery, depot) }
  func title(of number: Int) -> String { gallery.title(of: number) ?? depot.title(of: number) ?? "nothing" }
}

struct AudioTrack: Sendable {
  let name: String
  init(number: Int, catalogue: Catalogue) { name = catalogue.title(of: number) }
}

struct Visitor: Sendable { let name: String }

@MainActor final class TourViewModel {
  private let visitor: Visitor
  private let track: Factory<AudioTrack, Int>
  init(visitor: Visitor, track: Factory<AudioTrack, Int>) { (self.visitor, self.track) = (visitor, track) }
  func play(_ number: Int) throws -> String { "\(try track(number).name), for \(visitor.name)" }
}

extension Key where Value == any ArtworkArchive { static var depot: Self { Key("depot") } }
extension CustomScope where Context == Visitor { static var visit: Self { CustomScope("visit") } }

struct ArchiveModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any ArtworkArchive).self, GalleryArchive.init).scoped(.singleton)
    binder.bind((any ArtworkArchive).self, DepotArchive.init).named(.depot).scoped(.singleton)
  }
}

struct MuseumModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Catalogue.init).from(.unqualified, .depot).scoped(.singleton)
    binder.factory(AudioTrack.init(number:catalogue:), argument: Int.self)
    binder.scope(.visit)
    binder.main.bind(TourViewModel.init).scoped(in: .visit)
    binder.root(TourViewModel.self)
  }
}
// end
