/* Bytes from outside the program are copied; nothing says what they are.
 * enzcc-text: Cannot deduce
 * enzcc-text: __enzyme_double */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;

__attribute__((noinline)) void copy(void *to, const void *from, size_t n)
{
    memcpy(to, from, n); /* enzcc-error: unknown-type */
}

int main(int argc, char **argv)
{
    size_t n = (size_t)argc * 16;
    (void)argv;
    void *block[4];
    for (int i = 0; i < 4; i++)
        if (!(block[i] = calloc(1, n)) || fread(block[i], 1, n, stdin) != n)
            return 1;
    __enzyme_autodiff((void *)copy, enzyme_dup, block[0], block[1], enzyme_dup, block[2], block[3],
                      enzyme_const, n);
    return fwrite(block[3], 1, n, stdout) != n;
}
