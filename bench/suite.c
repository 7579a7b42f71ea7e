/*
 * The table of families, made from families.def.
 */
#include "suite.h"

#define FAMILY(f, target)                                                                          \
    const struct family f##_family = {f##_open,         f##_close,  f##_parameters,                \
                                      f##_size,         f##_verify, f##_primal_restrict,           \
                                      f##_primal_plain, f##_hand,   #f};
#include "families.def"
#undef FAMILY
