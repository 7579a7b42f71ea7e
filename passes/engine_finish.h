/* The engine's part that runs when all derivatives are made. */
#ifndef ENZCC_ENGINE_FINISH_H
#define ENZCC_ENGINE_FINISH_H
#include "engine_state.h"

/* The level at which derivatives are optimised: that of -fenz-opt, or of the link. */
int engine_level(const struct engine *e);
/* Loops with virtual arrays run only where it matters. */
bool engine_narrows_loops(const struct engine *e);
/* Cuts long functions, and does what -fenz-opt and -fenz-inline ask for. */
void engine_finish(struct engine *e);
#endif
