/* States saved on a stack of heap copies and restored: a line search that goes back. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct state {
    double position[3], energy;
    int step;
};
struct saved {
    struct state state;
    struct saved *older;
};

static void save(struct saved **stack, const struct state *s)
{
    struct saved *copy = malloc(sizeof *copy);
    memcpy(&copy->state, s, sizeof *s);
    copy->older = *stack;
    *stack = copy;
}
static void restore(struct saved **stack, struct state *s)
{
    struct saved *top = *stack;
    *s = top->state;
    *stack = top->older;
    free(top);
}
static void advance(struct state *s, double h)
{
    for (int i = 0; i < 3; i++)
        s->position[i] -= h * s->position[i] * s->position[(i + 1) % 3];
    s->energy = 0;
    for (int i = 0; i < 3; i++)
        s->energy += s->position[i] * s->position[i];
    s->step++;
}

static double f(const double *x, int n)
{
    struct state s = {{x[0], x[1], x[2]}, 0, 0};
    struct saved *stack = NULL;
    double h = 0.5;
    advance(&s, 0);
    for (int k = 0; k < 2 * n; k++) {
        double before = s.energy;
        save(&stack, &s);
        advance(&s, h);
        if (s.energy > before) {
            restore(&stack, &s);
            h *= 0.5;
        }
    }
    double result = s.energy;
    while (stack) {
        restore(&stack, &s);
        result += s.position[0] * s.step;
    }
    return result;
}

int main(void)
{
    const double x[3] = {0.9, -0.8, 0.6};

    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
