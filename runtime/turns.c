/* See turns.h. */
#include "turns.h"

_Thread_local struct enz_turns *enz_turns;
