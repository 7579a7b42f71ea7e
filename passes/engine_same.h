/* Derivatives that turned out to be the same. */
#ifndef ENZCC_ENGINE_SAME_H
#define ENZCC_ENGINE_SAME_H
#include "engine_state.h"

/* Of the derivatives from `first` on, which are emitted and cleaned up, those whose functions are
 * the same as those of an older one take these, and their own are left empty. */
void engine_share_same(struct engine *e, unsigned first);

#endif
