/* digamma and polygamma for devices, which have no wider format than double. */
#include "../special.h"

#include <float.h>
#include <math.h>

#include "../special_tables.h"

enum { MAX_REFLECTED = 40 };

#define REAL      double
#define NAME(f)   f
#define FN(f)     f
#define EPSILON   DBL_EPSILON
#define SHIFT     10
#define TAYLOR    23
#define ROOT_REST DIGAMMA_ROOT_REST_53
#include "../special_body.h"

float enz_rt_digammaf(float x)
{
    return (float)enz_rt_digamma(x);
}

float enz_rt_polygammaf(int n, float x)
{
    return (float)enz_rt_polygamma(n, x);
}
