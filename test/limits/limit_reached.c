/* Bytes of no known type go through three blocks: more places than tiny limits have room for. */
/* enzcc-text: a limit of the analysis was reached */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static void move(void *to, void *between, const void *from, size_t n)
{
    memcpy(between, from, n); /* enzcc-error: unknown-type */
    memcpy(to, between, n);   /* enzcc-error: unknown-type */
}

int main(int argc, char **argv)
{
    size_t n = (size_t)argc * 16;
    void *a = calloc(1, n), *da = calloc(1, n), *b = calloc(1, n), *db = calloc(1, n),
         *c = calloc(1, n), *dc = calloc(1, n);
    (void)argv;
    if (!a || !da || !b || !db || !c || !dc || fread(a, 1, n, stdin) != n)
        return 1;
    __enzyme_autodiff((void *)move, enzyme_dup, c, dc, enzyme_dup, b, db, enzyme_dup, a, da,
                      enzyme_const, n);
    return fwrite(da, 1, n, stdout) != n;
}
