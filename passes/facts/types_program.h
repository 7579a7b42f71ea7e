/* What the program as a whole tells of types, found once for all derivative calls.
 *
 * Where the differentiated functions alone do not say what bytes are, the rest of the program is
 * asked. Most of it never sees the memory in question: evidence travels along pointers, stored
 * pointers and copies only. So the program is analysed as a whole once, when that is first asked
 * for, and what remains is which instructions have to do with which connected part of the graph of
 * objects. An analysis of the instructions of one part finds in that part all that an analysis of
 * the whole program does. */
#ifndef ENZCC_FACTS_TYPES_PROGRAM_H
#define ENZCC_FACTS_TYPES_PROGRAM_H
#include "facts/types.h"

/* Lives in `a`, with types_program_free at the end; only functions that are no work of the passes
 * count. Nothing is looked at before it is asked for. */
struct types_program *types_program_new(EzbCtx *cx, struct arena *a, LLVMModuleRef m, bool tbaa);
void types_program_free(struct types_program *p);
bool types_program_is_divided(const struct types_program *p);
/* Finds the parts. `values`: what derivative calls hand over; parts are known for these, for
 * globals and for functions only. */
void types_program_divide(struct types_program *p, LLVMValueRef const *values, unsigned count);
/* What has to do with what the links of `in` hand over, or with what the functions of `in` access
 * or call themselves. In arena `a`; it needs the parts. */
struct types_around *types_program_around(struct types_program *p, struct arena *a,
                                          const struct types_input *in);
#endif
