/* Ends the program where differentiated code calls through a pointer to a function the link did not see. */
#include "enz_rt.h"

#include <stdio.h>
#include <stdlib.h>

void enz_rt_unknown_target(const char *where)
{
    fprintf(stderr, "enzcc: %s: call of a function that was not visible when this program was linked\n", where);
    abort();
}
