/* The primal and a caller of it; the unit knows nothing of rules except that calls must stay calls.
 */
#include "units.h"

double saturate(double x)
{
    return x > 1 ? 1 : x;
}
double twice_saturated(double x)
{
    return saturate(x) * saturate(2 * x);
}
