#ifndef ENZCC_ENGINE_RULES_H
#define ENZCC_ENGINE_RULES_H
#include "engine_state.h"

/* The reverse functions (of forward mode: forward functions) of the program's rules that the
 * derivative calls, with their places, as a text; those without debug information are left out. */
const char *engine_rules_of(struct engine *e, const struct derivative *d);
#endif
