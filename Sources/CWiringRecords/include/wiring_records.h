#ifndef WIRING_RECORDS_H
#define WIRING_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What the attribute `@Component` leaves in the program; `ComponentRecord` in Swift.
typedef struct {
  uint32_t kind;
  uint32_t flags;
  bool (*_Nonnull accessor)(void *_Nonnull out);
  uintptr_t reserved1;
  uintptr_t reserved2;
} wiring_component_record;

/// The records of the program, which lie side by side.
typedef struct {
  const wiring_component_record *_Nonnull first;
  ptrdiff_t count;
} wiring_component_record_list;

wiring_component_record_list wiring_component_records(void);

// The classes of the program; see wiring_classes.c.

/// How many types the program describes, of whatever kind.
ptrdiff_t wiring_type_count(void);

/// The descriptor of the type at a position.
const void *_Nullable wiring_type_descriptor(ptrdiff_t index);

/// The descriptor of the class at a position; NULL for another kind of type, and for a class that is generic.
const void *_Nullable wiring_class_descriptor(ptrdiff_t index);

/// The descriptor of the class that a class inherits from; NULL for a root, and where one of the two is generic.
const void *_Nullable wiring_superclass_descriptor(const void *_Nonnull descriptor);

/// The descriptor of a class whose metadata is there; NULL for metadata of another kind.
const void *_Nullable wiring_descriptor_of_class(const void *_Nonnull metadata);

/// The metadata of a class, made if need be. Neither the class nor anything that it inherits from may be generic.
const void *_Nullable wiring_class_metadata(const void *_Nonnull descriptor);

// The conformances of the program; see wiring_conformances.c.

/// How many conformances the program describes; 0 where others could add to them.
ptrdiff_t wiring_conformance_count(void);

/// The descriptor of the protocol of a conformance.
const void *_Nullable wiring_conformance_protocol(ptrdiff_t index);

/// The descriptor of the type of a conformance; NULL for a type of another language.
const void *_Nullable wiring_conformance_type(ptrdiff_t index);

/// The descriptor of a class that is not generic, of a struct or of an enum; NULL for another type.
const void *_Nullable wiring_descriptor_of_type(const void *_Nonnull metadata);

/// Whether a type inherits from a class.
bool wiring_has_superclass(const void *_Nonnull descriptor);

/// How many protocols a type `any P & Q` names; 0 for another type.
ptrdiff_t wiring_protocol_count(const void *_Nonnull metadata);

/// The descriptor of one of these protocols.
const void *_Nullable wiring_protocol(const void *_Nonnull metadata, ptrdiff_t index);

#endif
