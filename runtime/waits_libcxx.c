/* As waits.c, for libc++: weak, since a program may have another library, or none. */
#include <stdbool.h>

#define DO(name, turn, parameters, operands)                                                       \
    void name parameters __attribute__((weak));                                                    \
    void enz_rt_do_##name parameters;                                                              \
    void enz_rt_do_##name parameters                                                               \
    {                                                                                              \
        name operands;                                                                             \
    }
#define ASK(name, turn, parameters, operands)                                                      \
    bool name parameters __attribute__((weak));                                                    \
    bool enz_rt_do_##name parameters;                                                              \
    bool enz_rt_do_##name parameters                                                               \
    {                                                                                              \
        return name operands;                                                                      \
    }
#include "waits_libcxx.def"
