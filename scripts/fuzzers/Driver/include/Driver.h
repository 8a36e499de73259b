#include <stddef.h>
#include <stdint.h>

// libFuzzer's own main, for a program that has one.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*callback)(const uint8_t *bytes, size_t count));
