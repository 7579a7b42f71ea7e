/* Loops whose iterations wait for others (ordered, with depend). As where threads wait (threads.c),
 * a number in front of what lets others go on and one behind what has waited are all that sweeps
 * over what was kept need. */
#include "../doacross.h"
#include "../thread.h"
#include "bundle.h"

void enz_body___kmpc_doacross_init(const struct place *place, int32_t thread, int32_t count,
                                   const struct dimension *dimensions);
void enz_body___kmpc_doacross_fini(const struct place *place, int32_t thread);
void enz_body___kmpc_doacross_wait(const struct place *place, int32_t thread,
                                   const int64_t *iteration);
void enz_body___kmpc_doacross_post(const struct place *place, int32_t thread,
                                   const int64_t *iteration);

BUNDLE_BODY void enz_body___kmpc_doacross_init(const struct place *place, int32_t thread,
                                               int32_t count, const struct dimension *dimensions)
{
    enz_rt_do_doacross_init(place, thread, count, dimensions);
}

BUNDLE_BODY void enz_body___kmpc_doacross_fini(const struct place *place, int32_t thread)
{
    enz_rt_do_doacross_fini(place, thread);
}

BUNDLE_BODY void enz_body___kmpc_doacross_wait(const struct place *place, int32_t thread,
                                               const int64_t *iteration)
{
    enz_rt_do_doacross_wait(place, thread, iteration);
    enz_rt_turn();
}

BUNDLE_BODY void enz_body___kmpc_doacross_post(const struct place *place, int32_t thread,
                                               const int64_t *iteration)
{
    enz_rt_turn();
    enz_rt_do_doacross_post(place, thread, iteration);
}
