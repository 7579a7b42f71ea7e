/* Which accesses of a function never touch the same memory?
 *
 * Beyond what LLVM's alias analysis says there are three reasons.
 * Objects: accesses say by alias scopes that their objects are apart (ir/scopes.h).
 * Local memory: nobody but the function can have the address of memory that it allocates and whose
 * address it does not give away, so that pointers that come from elsewhere do not lead there.
 * Fresh memory: each time an allocation runs, it gives memory that no pointer leads to which was
 * there before, because what is freed is freed after the derivative (CALL_FREE). */
#ifndef ENZCC_FACTS_APART_H
#define ENZCC_FACTS_APART_H
#include "ir/func.h"

struct apart;
struct apart *apart_find(struct func *f);
/* The alias scopes of two accesses: in all iterations of `loop`, NO_ID for the whole function. */
bool apart_objects(const struct apart *a, unsigned v, unsigned w, unsigned loop);
/* The scopes that hold for all threads of a team which runs the function, as bits: those that are
 * declared once, behind a test of what is the same in all threads (`uniform`): each thread's
 * accesses lie within bounds that all threads have. */
uint64_t apart_team_scopes(const struct apart *a, const struct bits *uniform);
/* The same as apart_objects, by these scopes only. */
bool apart_team_objects(const struct apart *a, unsigned v, unsigned w, uint64_t scopes);
/* Every scope that an access mentions is declared outside of `loop`: two accesses in one run of the
 * loop may use them. */
bool apart_scopes_hold(const struct apart *a, LLVMValueRef inst, unsigned loop);
/* Memory that f allocates, or has on its stack, of which nobody else has the address. */
bool apart_is_local(const struct apart *a, LLVMValueRef base);
/* Nothing that p may be based on may be what q is based on: always one is local memory, and the
 * other comes from elsewhere. */
bool apart_local(const struct apart *a, LLVMValueRef p, LLVMValueRef q);
/* All that p may be based on is local memory, and no operand of the call leads there. */
bool apart_from_call(const struct apart *a, LLVMValueRef p, unsigned call);
/* `write` writes through a pointer that is based on the value `base`, behind phis on an allocation:
 * whatever it writes after `access` has run is not what that accesses. */
bool apart_fresh(const struct apart *a, unsigned access, unsigned write, unsigned base);
#endif
