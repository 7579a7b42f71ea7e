/* Which call a rule is run for that communicates: its messages say so (bundle/mpi/elements.h).
 * Bodies of library functions, which are inlined, have the place as a constant in place of the
 * call. */
#include "enz_rt.h"

static _Thread_local const char *place = "unknown place";

void enz_rt_note_place(const char *where)
{
    place = where;
}

const char *enz_rt_do_place(void)
{
    return place;
}
