/* Complex circular functions and their inverses. */
#include <complex.h>
#include "oracle.h"

static double both(double complex w)
{
    return creal(w) + 0.7 * cimag(w) * creal(w);
}
static double sine(double x, double y)
{
    return both(csin(x + y * I));
}
static double cosine(double x, double y)
{
    return both(ccos(x + y * I));
}
static double tangent(double x, double y)
{
    return both(ctan(x + y * I));
}
static double arcsine(double x, double y)
{
    return both(casin(x + y * I));
}
static double arccosine(double x, double y)
{
    return both(cacos(x + y * I));
}
static double arctangent(double x, double y)
{
    return both(catan(x + y * I));
}

int main(void)
{
    const double at[][2] = {{0.6, -1.1}, {-0.7, 0.4}, {1.3, 0.2}, {-0.5, -0.9}};
    for (int i = 0; i < 4; i++) {
        double x = at[i][0], y = at[i][1];
        ORACLE_SCALAR2(sine, x, y);
        ORACLE_SCALAR2(cosine, x, y);
        ORACLE_SCALAR2(tangent, x, y);
        ORACLE_SCALAR2(arcsine, x, y);
        ORACLE_SCALAR2(arccosine, x, y);
        ORACLE_SCALAR2(arctangent, x, y);
    }
    return oracle_result();
}
