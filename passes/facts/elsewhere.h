/* Whether a function reads numbers through pointers that it finds in memory. */
#ifndef ENZCC_FACTS_ELSEWHERE_H
#define ENZCC_FACTS_ELSEWHERE_H
#include "base/arena.h"
#include "bridge/ezb.h"
#include <stdbool.h>
#include <stdint.h>

/* fn, or a function that it calls, reads numbers where neither an argument of fn leads by address
 * arithmetic alone, nor the address of a variable or an allocation. Pointers that come out of
 * memory behind arguments with `constant` (per argument of fn) lead to constants: they do not
 * count. */
bool elsewhere_is_read(EzbCtx *cx, struct arena *a, LLVMValueRef fn, const uint8_t *constant);
#endif
