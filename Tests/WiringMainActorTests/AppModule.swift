import Wiring

struct AppModule: MainActorModule {
  func configure(_ binder: inout MainActorBinder) {
    binder.bind(APIConfig.self, to: APIConfig())
    binder.bind(Log.init).scoped(.singleton)
    binder.bind((any RecipeStore).self, MemoryRecipeStore.init).scoped(.singleton)
    binder.decorate((any RecipeStore).self, LoggingRecipeStore.init(inner:log:))
    binder.bind((any HTTP).self, FakeHTTP.init)
    binder.bind(APIClient.init)
    binder.bind((any Router).self, StackRouter.init).scoped(.singleton)
    binder.bind(Theme.init)
    binder.contribute(to: (any Plugin).self, PrintPlugin.init)
    binder.contribute(to: (any Plugin).self, SharePlugin.init)
    binder.factory(DetailModel.init(id:store:plugins:), argument: Int.self)
    binder.bind(ListModel.init)
    binder.bind(User.self, to: User(name: "Ada"))
    binder.bind(HomeModel.init)
  }
}
