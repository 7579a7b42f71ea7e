/* See doacross.h. */
#include "doacross.h"

void __kmpc_doacross_init(const struct place *place, int32_t thread, int32_t count,
                          const struct dimension *dimensions);
void __kmpc_doacross_fini(const struct place *place, int32_t thread);
void __kmpc_doacross_wait(const struct place *place, int32_t thread, const int64_t *iteration);
void __kmpc_doacross_post(const struct place *place, int32_t thread, const int64_t *iteration);

void enz_rt_do_doacross_init(const struct place *place, int32_t thread, int32_t count,
                             const struct dimension *dimensions)
{
    __kmpc_doacross_init(place, thread, count, dimensions);
}

void enz_rt_do_doacross_fini(const struct place *place, int32_t thread)
{
    __kmpc_doacross_fini(place, thread);
}

void enz_rt_do_doacross_wait(const struct place *place, int32_t thread, const int64_t *iteration)
{
    __kmpc_doacross_wait(place, thread, iteration);
}

void enz_rt_do_doacross_post(const struct place *place, int32_t thread, const int64_t *iteration)
{
    __kmpc_doacross_post(place, thread, iteration);
}
