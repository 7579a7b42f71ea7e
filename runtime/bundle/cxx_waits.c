/* What else threads of libc++ wait by (../waits_libcxx.def): the library's functions, between
 * turns. */
#include "bundle.h"
#include "waits.h"

#include <stdbool.h>

#define DO(name, turn, parameters, operands)                                                       \
    void enz_rt_do_##name parameters;                                                              \
    void enz_body_##name parameters;                                                               \
    BUNDLE_BODY void enz_body_##name parameters                                                    \
    {                                                                                              \
        TURN_IN_FRONT_##turn;                                                                      \
        enz_rt_do_##name operands;                                                                 \
        TURN_BEHIND_##turn(true);                                                                  \
    }
#define ASK(name, turn, parameters, operands)                                                      \
    bool enz_rt_do_##name parameters;                                                              \
    bool enz_body_##name parameters;                                                               \
    BUNDLE_BODY bool enz_body_##name parameters                                                    \
    {                                                                                              \
        TURN_IN_FRONT_##turn;                                                                      \
        bool result = enz_rt_do_##name operands;                                                   \
        TURN_BEHIND_##turn(result);                                                                \
        return result;                                                                             \
    }
#include "../waits_libcxx.def"
