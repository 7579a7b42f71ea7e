/* Where isl prints, see cmake/EnzccIsl.cmake. The passes ask it for results only and have it report
 * errors as such: nothing is printed. */
#include "facts/isl_messages.h"

FILE *const enzcc_isl_stderr = NULL;
