import NotesDomain

/// A file of a note. Swift Testing has an `Attachment` too, and its macros do not take a name with a module in front.
typealias NoteAttachment = NotesDomain.Attachment
