/* Ends the program where a derivative would need that of a function which has none. */
#include "enz_rt.h"

#include <stdio.h>
#include <stdlib.h>

void enz_rt_missing(const char *where, const char *function)
{
    fprintf(stderr, "enzcc: %s: no derivative of '%s' was found when this program was linked\n",
            where, function);
    abort();
}
