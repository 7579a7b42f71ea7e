/* Strings built and copied by characters in the same structs as numbers: characters have no
 * derivative. */
#include <string.h>
#include "oracle.h"

struct label {
    char text[16];
    double at;
};

static void upper(char *to, const char *from)
{
    while (*from) {
        *to++ = *from >= 'a' && *from <= 'z' ? (char)(*from - 32) : *from;
        from++;
    }
    *to = 0;
}

static double f(const double *x, int n)
{
    struct label l[4];
    double sum = 0;
    for (int i = 0; i < n; i++) {
        char name[16] = "axis ";
        name[5] = (char)('0' + i);
        name[6] = 0;
        upper(l[i].text, name);
        l[i].at = x[i] * x[i];
    }
    struct label t = l[0];
    l[0] = l[1];
    l[1] = t;
    for (int i = 0; i < n; i++)
        sum += l[i].at * (l[i].text[5] - '0' + 1) * (strncmp(l[i].text, "AXIS", 4) == 0);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}
