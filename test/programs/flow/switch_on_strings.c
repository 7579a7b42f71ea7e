/* Dispatch on the hash of a name, on enum values with gaps, on characters; a default that fails. */
#include <math.h>
#include <string.h>
#include "oracle.h"

static unsigned hash(const char *s)
{
    unsigned h = 5381;
    while (*s)
        h = h * 33 ^ (unsigned char)*s++;
    return h;
}

enum material { STEEL = 1, WOOD = 7, GLASS = 100, RUBBER = -3 };

static enum material material_of(const char *name)
{
    static const struct {
        unsigned hash;
        const char *name;
        enum material m;
    } known[] = {
        {0, "steel", STEEL}, {0, "wood", WOOD}, {0, "glass", GLASS}, {0, "rubber", RUBBER}};
    for (int i = 0; i < 4; i++)
        if (hash(known[i].name) == hash(name) && !strcmp(known[i].name, name))
            return known[i].m;
    return 0;
}

static double stress(const char *name, double strain)
{
    switch (material_of(name)) {
    case STEEL: return 200 * strain;
    case WOOD: strain *= 2; /* fall through */
    case GLASS: return 10 * strain * strain;
    case RUBBER: return tanh(strain);
    default: return NAN;
    }
}

static double f(const double *x, int n)
{
    static const char *const names[] = {"glass", "rubber", "wood", "steel"};
    double s = 0;
    for (int i = 0; i < n; i++)
        s += stress(names[i % 4], x[i]) * (i + 1);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.1, 0.2, -0.3, 0.4, 0.5}), 5);
    return oracle_result();
}
