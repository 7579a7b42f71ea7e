/* digamma and polygamma in three precisions: double and long double from one body, float through
 * double.
 *
 * The body works for every long double format (53, 64 or 113 bits of mantissa).
 */
#include "special.h"

#include <float.h>
#include <math.h>

#include "special_tables.h"

enum { MAX_REFLECTED = 40 };

#define REAL      double
#define NAME(f)   f
#define FN(f)     f
#define EPSILON   DBL_EPSILON
#define SHIFT     10
#define TAYLOR    23
#define ROOT_REST DIGAMMA_ROOT_REST_53
#include "special_body.h"
#undef REAL
#undef NAME
#undef FN
#undef EPSILON
#undef SHIFT
#undef TAYLOR
#undef ROOT_REST

#define REAL    long double
#define NAME(f) f##l
#define FN(f)   f##l
#define EPSILON LDBL_EPSILON
#if LDBL_MANT_DIG > 64
#define SHIFT     30
#define TAYLOR    47
#define ROOT_REST DIGAMMA_ROOT_REST_113
#elif LDBL_MANT_DIG == 64
#define SHIFT     14
#define TAYLOR    29
#define ROOT_REST DIGAMMA_ROOT_REST_64
#else
#define SHIFT     10
#define TAYLOR    23
#define ROOT_REST DIGAMMA_ROOT_REST_53
#endif
#include "special_body.h"

float enz_rt_digammaf(float x)
{
    return (float)enz_rt_digamma(x);
}
float enz_rt_polygammaf(int n, float x)
{
    return (float)enz_rt_polygamma(n, x);
}
