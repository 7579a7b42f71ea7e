/* The rule of enz_float_value, for -fenz-check=float: the adjoint goes through, and is noted. */
#include "../enz_rt.h"
#include "bundle.h"

static double augmented(double value, struct enz_rt_float_site *site,
                        struct enz_rt_float_site *shadow)
{
    (void)site, (void)shadow;
    return value;
}

static double reverse(double value, struct enz_rt_float_site *site,
                      struct enz_rt_float_site *shadow, double adjoint)
{
    (void)shadow;
    enz_rt_float_note(site, value, adjoint);
    return adjoint;
}

void *__enzyme_register_gradient_enz_float_value[] = {(void *)enz_float_value, (void *)augmented,
                                                      (void *)reverse};
