/* The checks of generated programs as an object that all of them share: with the programs they
 * would be optimised again in each link. */
#define _GNU_SOURCE
#define FUZZ_CHECK

struct fuzz_case;
struct disguise_case;
int fuzz_check(const struct fuzz_case *c);
int disguise_check(const struct disguise_case *c, int argc, char **argv);

#include "disguise_check.h"
