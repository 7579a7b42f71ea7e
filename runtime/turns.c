/* See turns.h. */
#include "turns.h"

_Thread_local struct enz_turns *enz_turns;

struct enz_turns *enz_turns_enter(struct enz_turns *group)
{
    struct enz_turns *before = enz_turns;
    enz_turns = group;
    return before;
}
