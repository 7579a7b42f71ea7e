/* Arithmetic makes bytes of a value and stores them where callers have access, who may read a
 * number there.
 * enzcc-text: arithmetic on the bits */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern void __enzyme_fwddiff(void *, ...);
extern int enzyme_dup, enzyme_const;

static void changed(const double *x, double *out, int n)
{
    uint64_t bits;
    unsigned char b[8];
    out[0] = x[0];
    memcpy(&bits, &x[1], 8);
    for (int i = 0; i < 4 * n; i++)
        b[i] = (unsigned char)((bits >> (8 * i)) ^ (unsigned)n);
    for (int i = 0; i < 4 * n; i++)
        ((unsigned char *)&out[1])[i] = (unsigned char)(b[i] ^ n); /* enzcc-error: unsupported */
}

int main(int argc, char **argv)
{
    double x[2] = {1.5, 0.3}, dx[2] = {1, 2}, out[2] = {0}, dout[2] = {0};
    (void)argv;
    __enzyme_fwddiff((void *)changed, enzyme_dup, x, dx, enzyme_dup, out, dout, enzyme_const,
                     argc + 1);
    printf("%g %g\n", dout[0], dout[1]);
    return 0;
}
