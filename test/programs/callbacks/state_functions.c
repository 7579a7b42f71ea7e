/* A state machine in which each state is a function that returns the next one. */
#include "oracle.h"

struct machine;
typedef struct next {
    struct next (*run)(struct machine *);
} next;
struct machine {
    const double *input;
    int at, n;
    double sum, product, peak;
};

static next start(struct machine *), grow(struct machine *), fall(struct machine *);

static next start(struct machine *m)
{
    m->sum = 0, m->product = 1, m->peak = m->input[0];
    m->at = 1;
    return (next){grow};
}
static next grow(struct machine *m)
{
    if (m->at == m->n)
        return (next){0};
    double v = m->input[m->at++];
    m->sum += v * m->peak;
    if (v < m->peak)
        return (next){fall};
    m->peak = v;
    return (next){grow};
}
static next fall(struct machine *m)
{
    if (m->at == m->n)
        return (next){0};
    double v = m->input[m->at++];
    m->product *= 1 + v * v;
    return v > m->peak ? (m->peak = v, (next){grow}) : (next){fall};
}

static double f(const double *x, int n)
{
    struct machine m = {.input = x, .n = n};
    for (next s = {start}; s.run;)
        s = s.run(&m);
    return m.sum * m.product + m.peak;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, 1.5, 0.7, 0.2, 2.0, 2.5, 1.1}), 7);
    return oracle_result();
}
