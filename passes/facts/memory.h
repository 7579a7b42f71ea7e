/* Can a value loaded from memory be loaded again later, with the same result?
 *
 * Answered per load and scope: the whole function, or one iteration of a loop whose iterations are replayed. A load is safe if no
 * instruction that may run after it within the scope may write the location, decided by LLVM's alias analysis: on exact
 * locations where load and write belong to the same iteration of every loop, on whole objects otherwise. */
#ifndef ENZCC_FACTS_MEMORY_H
#define ENZCC_FACTS_MEMORY_H
#include "ir/func.h"

struct memory;
struct memory *memory_analyse(struct func *f);
/* scope: a loop id, or NO_ID for the function. after_return: code that runs after the function returns may write memory that the
 * caller can reach. */
bool memory_reloadable(struct memory *m, unsigned load, unsigned scope, bool after_return);
/* True if block `to` can run after block `from` within one iteration of `scope`, or is the same block. */
bool memory_reaches(struct memory *m, unsigned from, unsigned to);
void memory_dump(struct memory *m);
#endif
