/* A lookup by name decides which coefficient is used. */
#include <string.h>
#include "oracle.h"

struct setting {
    const char *name;
    double value;
};

static double lookup(const struct setting *s, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(s[i].name, name) == 0)
            return s[i].value;
    return -1;
}

static double f(const double *x, int n)
{
    struct setting s[3] = {{"gain", x[0]}, {"offset", x[1] * x[1]}, {"scale", x[2]}};
    return lookup(s, 3, "scale") * (lookup(s, 3, "gain") + lookup(s, 3, "offset")) *
           lookup(s, 3, "absent");
}

int main(void)
{
    ORACLE_GRADIENT_IS(f, ((const double[]){2, 3, 5}), 3, ((const double[]){-5, -30, -11}));
    return oracle_result();
}
