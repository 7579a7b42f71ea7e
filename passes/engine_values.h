/* Results of functions whose augmented function, in a custom rule, does not return them. */
#ifndef ENZCC_ENGINE_VALUES_H
#define ENZCC_ENGINE_VALUES_H
#include "engine_state.h"

/* For each call of such a function in d, whose plan is there: where the result is needed the
 * function itself is called, too (d->beside), if that changes nothing else; otherwise it is an
 * error. */
void engine_find_lost_values(struct engine *e, struct derivative *d);
#endif
