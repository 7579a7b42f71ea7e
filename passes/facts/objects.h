/* Local allocations and globals: when does memory need a shadow? */
#ifndef ENZCC_FACTS_OBJECTS_H
#define ENZCC_FACTS_OBJECTS_H
#include "facts/activity.h"

struct objects;
/* The allocas and allocation calls of f, with where their addresses go. */
struct objects *objects_find(struct activity_context *c, struct func *f);
/* State of the address of one. */
uint8_t objects_state(const struct objects *o, unsigned value);
/* Marks objects into which facts `a` store active data or that escape; true if any became active.
 */
bool objects_update(struct objects *o, const struct activity_facts *a);
/* STATE_ACTIVE for a mutable global that reachable code writes, STATE_OPAQUE for a table of
 * functions, else STATE_CONST. */
uint8_t objects_global_state(struct activity_context *c, LLVMValueRef global);
/* The initial value of the global leads to memory that needs a shadow whatever is assumed. */
bool objects_initially_active(struct activity_context *c, LLVMValueRef global);
/* The global is the beginning or the end of a section (`__start_name`), in which the program has
 * variables, or addresses of some, that may hold numbers or lead to some: what is found there is
 * not known. */
bool objects_in_section(struct activity_context *c, LLVMValueRef global);
/* The one argument a pointer is based on. */
bool objects_single_argument(const struct func *f, LLVMValueRef pointer, unsigned *arg);
/* The pointer is based on an alloca or allocation call of f only. */
bool objects_is_local(const struct func *f, LLVMValueRef pointer);
/* Every use of the argument, through address arithmetic, writes the memory behind it. */
bool objects_only_written(const struct func *f, unsigned arg);
/* The block that v allocates goes where the program keeps memory behind globals, and nowhere else:
 * nobody would free a shadow of it that is not at the distance (runtime/distant.h). */
bool objects_stay_distant(struct activity_context *c, const struct activity_facts *a, unsigned v);
#endif
