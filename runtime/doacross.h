/* Loops whose iterations wait for others: what the bodies of what the compiler calls there
 * (bundle/doacross.c) call for the waiting itself, which is as libomp does it. */
#ifndef ENZ_DOACROSS_H
#define ENZ_DOACROSS_H

#include <stdint.h>

struct place;
struct dimension;

void enz_rt_do_doacross_init(const struct place *place, int32_t thread, int32_t count,
                             const struct dimension *dimensions);
void enz_rt_do_doacross_fini(const struct place *place, int32_t thread);
/* Until the iteration with these numbers has posted; this one does. */
void enz_rt_do_doacross_wait(const struct place *place, int32_t thread, const int64_t *iteration);
void enz_rt_do_doacross_post(const struct place *place, int32_t thread, const int64_t *iteration);

#endif
