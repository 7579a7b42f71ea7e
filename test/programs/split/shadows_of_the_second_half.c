/* The second half of a derivative may get other shadows than the first, which may be one shadow for
 * two arrays: neighbours then get adjoints from both. */
#include "oracle.h"

void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

enum { N = 30 };

static void f(const double *a, const double *c, double *b, int n)
{
    for (int i = 1; i < n - 1; i++)
        b[i] = a[i - 1] * c[i] + a[i] * c[i + 1] + a[i + 1] * c[i - 1];
}

static void reverse(const double *a, double *da, const double *c, double *dc, double *b, double *db,
                    void *tape)
{
    for (int i = 0; i < N; i++)
        db[i] = 1 + i % 4;
    __enzyme_reverse((void *)f, a, da, c, dc, b, db, N, tape);
}

int main(void)
{
    double a[N], c[N], b[N], db[N] = {0}, da[N] = {0}, dc[N] = {0};
    oracle_random(a, N, 1);
    oracle_random(c, N, 2);
    reverse(a, da, c, dc, b, db, __enzyme_augmentfwd((void *)f, a, da, c, dc, b, db, N));
    for (int distance = -3; distance <= 3; distance++) {
        double both[N + 6] = {0}, *of_a = both + 3, *of_c = of_a + distance;
        reverse(a, of_a, c, of_c, b, db, __enzyme_augmentfwd((void *)f, a, da, c, dc, b, db, N));
        for (int i = 0; i < N; i++)
            of_a[i] -= da[i];
        for (int i = 0; i < N; i++)
            CHECK(of_c[i], dc[i]);
    }
    return oracle_result();
}
