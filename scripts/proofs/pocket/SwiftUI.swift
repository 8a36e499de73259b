// A stand-in for the part of SwiftUI that the page of PocketNotes uses, so that its views are compiled on Linux too.
import Observation

@MainActor protocol View {
  associatedtype Body: View
  var body: Body { get }
}

extension Never: View {
  var body: Never { fatalError() }
}

struct Text: View {
  init(_ text: String) {}
  var body: Never { fatalError() }
}

struct List<Row: View>: View {
  init<Rows: RandomAccessCollection>(_ rows: Rows, content: (Rows.Element) -> Row) where Rows.Element: Identifiable {}
  var body: Never { fatalError() }
}

@propertyWrapper struct Binding<Value> {
  var wrappedValue: Value
}

@propertyWrapper @dynamicMemberLookup struct Bindable<Value: AnyObject> {
  var wrappedValue: Value
  var projectedValue: Bindable<Value> { self }

  subscript<Member>(dynamicMember path: ReferenceWritableKeyPath<Value, Member>) -> Binding<Member> {
    Binding(wrappedValue: wrappedValue[keyPath: path])
  }
}

extension View {
  func searchable(text: Binding<String>) -> some View { self }
  func task(_ action: @escaping @MainActor () async -> Void) -> some View { self }
}
