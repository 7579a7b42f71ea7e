/* Virtual arrays for a column of a Hessian: a direction that is 1 at k and 0 elsewhere, and what
 * comes of it, which is written down as triplets. */
#include <stddef.h>
#include <stdlib.h>

double *__enzyme_todense(void *, void *, ...);

struct triplets {
    size_t count;
    struct triplet {
        size_t row, column;
        double value;
    } at[4096];
};

static inline double unit_load(size_t offset, size_t k)
{
    return offset / sizeof(double) == k ? 1 : 0;
}
static inline void unit_store(double value, size_t offset, size_t k)
{
    (void)value, (void)offset, (void)k;
    abort(); /* a direction is only read */
}
static inline double none_load(size_t offset, size_t k, struct triplets *t)
{
    (void)offset, (void)k, (void)t;
    return 0;
}
static inline void add_store(double value, size_t offset, size_t k, struct triplets *t)
{
    if (value == 0)
        return;
    t->at[t->count++] = (struct triplet){offset / sizeof(double), k, value};
}

#define UNIT(k)         __enzyme_todense((void *)unit_load, (void *)unit_store, (size_t)(k))
#define TRIPLETS(k, to) __enzyme_todense((void *)none_load, (void *)add_store, (size_t)(k), to)

static inline void sum_triplets(const struct triplets *t, double *dense, size_t n)
{
    for (size_t i = 0; i < t->count; i++)
        dense[t->at[i].row * n + t->at[i].column] += t->at[i].value;
}
