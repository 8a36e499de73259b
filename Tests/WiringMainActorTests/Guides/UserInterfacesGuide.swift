import Observation
import Testing
import Wiring

@Suite("Guide: SwiftUI and UIKit, where the main actor is the default")
struct UserInterfacesGuide {
  // guide: app
  struct Recipe: Identifiable {
    let id: Int
    var title: String
  }

  protocol RecipeStore {
    func all() -> [Recipe]
  }

  class MemoryRecipeStore: RecipeStore {
    var recipes = [Recipe(id: 1, title: "Rye bread")]
    func all() -> [Recipe] { recipes }
  }

  @Observable class RecipeListModel {
    let store: any RecipeStore
    let makeRecipe: (Recipe.ID) throws -> RecipeModel

    init(store: any RecipeStore, makeRecipe: @escaping (Recipe.ID) throws -> RecipeModel) {
      (self.store, self.makeRecipe) = (store, makeRecipe)
    }

    var titles: [String] { store.all().map(\.title) }
  }

  @Observable class RecipeModel {
    let recipe: Recipe?
    init(id: Recipe.ID, store: any RecipeStore) { recipe = store.all().first { $0.id == id } }
  }

  struct RecipesModule: MainActorModule {
    func configure(_ binder: inout MainActorBinder) {
      binder.bind((any RecipeStore).self, MemoryRecipeStore.init).scoped(.singleton)
      binder.bind(RecipeListModel.init)
      binder.factory(RecipeModel.init(id:store:), argument: Recipe.ID.self)
    }
  }
  // end

  @Test func app() throws {
    // guide: use of the app
    let list = try Plan(RecipeListModel.self, modules: [RecipesModule()]).buildOnMainActor().root
    #expect(list.titles == ["Rye bread"])
    #expect(try list.makeRecipe(1).recipe?.title == "Rye bread")
    // end
  }
}
