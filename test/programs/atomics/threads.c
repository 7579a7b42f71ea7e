/* Each thread differentiates its share of a sum into common atomic memory and common shadow memory.
 */
#include <math.h>
#include <pthread.h>
#include "oracle.h"

enum { THREADS = 4, EACH = 500 };

static double x[THREADS * EACH], dx[THREADS * EACH], scale, dscale, sum, dsum = 1;

static void part(const double *at, const double *factor, double *total)
{
    for (int i = 0; i < EACH; i++) {
        double f;
        __atomic_load(factor, &f, __ATOMIC_RELAXED);
        __atomic_fetch_add(total, sin(f * at[i]), __ATOMIC_RELAXED);
    }
}

static void *work(void *share)
{
    int first = *(int *)share;
    __enzyme_autodiff_v((void *)part, enzyme_dup, x + first, dx + first, enzyme_dup, &scale,
                        &dscale, enzyme_dup, &sum, &dsum);
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    int first[THREADS];
    double want = 0, total = 0;
    oracle_random(x, THREADS * EACH, 3);
    scale = 0.8;
    for (int i = 0; i < THREADS; i++) {
        first[i] = i * EACH;
        CHECK_THAT(pthread_create(&thread[i], NULL, work, &first[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < THREADS * EACH; i++) {
        want += x[i] * cos(scale * x[i]), total += sin(scale * x[i]);
        if (i % 100 == 0)
            CHECK(dx[i], scale * cos(scale * x[i]));
    }
    CHECK(dscale, want);
    CHECK(sum, total);
    CHECK(dsum, 1);
    return oracle_result();
}
