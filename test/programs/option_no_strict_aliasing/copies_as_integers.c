/* A routine that moves numbers as integers of their size, whatever C says of that: with
 * -fno-enz-strict-aliasing the types of its accesses say nothing, and the run finds out what is
 * moved. */
#include <stddef.h>
#include "oracle.h"

__attribute__((noinline)) static void reverse_words(const char *in, char *out, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += sizeof(long))
        *(long *)(out + i) = *(const long *)(in + bytes - sizeof(long) - i);
}

int main(void)
{
    volatile double x[4] = {1, 2, 3, 4}, dx[4] = {0}, y[4] = {0}, dy[4] = {5, 6, 7, 8};

    __enzyme_autodiff((void *)reverse_words, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const,
                      sizeof x);
    for (int i = 0; i < 4; i++) {
        CHECK(y[i], 4 - i);
        CHECK(dx[i], 8 - i);
        CHECK(dy[i], 0);
        dx[i] = 1 + i;
    }
    __enzyme_fwddiff((void *)reverse_words, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const,
                     sizeof x);
    for (int i = 0; i < 4; i++)
        CHECK(dy[i], 4 - i);
    return oracle_result();
}
