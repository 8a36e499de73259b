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

#endif
