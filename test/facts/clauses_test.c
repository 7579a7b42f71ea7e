/* Random clauses of linear constraints over few integers, each between bounds: whether they
 * contradict each other is also found by trying all of these. Large numbers, as those of variables
 * of 32 bits that wrap around, are scaled and shifted ones. */
#include "facts/clauses.h"
#include <isl/ctx.h>
#include <isl/options.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROBLEMS = 4000, UNKNOWNS = 4, LEAST = -2, MOST = 3 };

static uint64_t state = 1;

static int random_in(int least, int most)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return least + (int)((state >> 33) % (uint64_t)(most - least + 1));
}

static struct linear_row random_row(unsigned unknowns)
{
    struct linear_row row = {.constant = random_in(-4, 3), .equal = random_in(0, 4) == 0};
    for (unsigned i = 0; i < unknowns; i++)
        row.factors[i] = random_in(0, 1) ? random_in(-3, 3) : 0;
    return row;
}

static void add_bounds(struct arena *a, struct linear_problem *p)
{
    for (unsigned i = 0; i < p->unknowns; i++) {
        struct linear_row above = {.constant = -LEAST}, below = {.constant = MOST};
        above.factors[i] = 1, below.factors[i] = -1;
        VEC_PUSH(a, &p->rows, above);
        VEC_PUSH(a, &p->rows, below);
    }
}

static struct linear_problem random_problem(struct arena *a)
{
    struct linear_problem p = {.unknowns = (unsigned)random_in(1, UNKNOWNS)};
    add_bounds(a, &p);
    for (int i = random_in(0, 3); i > 0; i--)
        VEC_PUSH(a, &p.rows, random_row(p.unknowns));
    for (int i = random_in(0, 5); i > 0; i--) {
        struct linear_clause k = {.count = (unsigned)random_in(2, 3)};
        for (unsigned n = 0; n < k.count; n++)
            for (int r = random_in(1, 2); r > 0; r--)
                VEC_PUSH(a, &k.alternatives[n], random_row(p.unknowns));
        VEC_PUSH(a, &p.clauses, k);
    }
    return p;
}

/* ---- all points ------------------------------------------------------------------------------ */

static bool holds(const struct linear_row *rows, unsigned count, const int *x, unsigned unknowns)
{
    for (unsigned r = 0; r < count; r++) {
        int64_t sum = rows[r].constant;
        for (unsigned i = 0; i < unknowns; i++)
            sum += rows[r].factors[i] * x[i];
        if (rows[r].equal ? sum != 0 : sum < 0)
            return false;
    }
    return true;
}

static bool is_solution(const struct linear_problem *p, const int *x)
{
    bool all = holds(p->rows.items, p->rows.count, x, p->unknowns);
    for (unsigned c = 0; c < p->clauses.count && all; c++) {
        const struct linear_clause *k = &p->clauses.items[c];
        bool one = false;
        for (unsigned a = 0; a < k->count; a++)
            one |= holds(k->alternatives[a].items, k->alternatives[a].count, x, p->unknowns);
        all = one;
    }
    return all;
}

static bool try_all(const struct linear_problem *p, int *x, unsigned i)
{
    if (i == p->unknowns)
        return is_solution(p, x);
    for (x[i] = LEAST; x[i] <= MOST; x[i]++)
        if (try_all(p, x, i + 1))
            return true;
    return false;
}

/* ---- large numbers --------------------------------------------------------------------------- */

/* The row over scale * x + shift in place of x. */
static void shift_row(struct linear_row *row, unsigned unknowns, int64_t scale, int64_t shift)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < unknowns; i++)
        sum += row->factors[i];
    row->constant = row->constant * scale - sum * shift;
}

static void shift_rows(struct linear_row *rows, unsigned count, unsigned unknowns, int64_t scale,
                       int64_t shift)
{
    for (unsigned i = 0; i < count; i++)
        shift_row(&rows[i], unknowns, scale, shift);
}

/* With a scale of 1 the solutions are shifted; with others there are more between them, so that
 * only what had one is sure to have one. */
static void enlarge(struct linear_problem *p, int64_t scale, int64_t shift)
{
    shift_rows(p->rows.items, p->rows.count, p->unknowns, scale, shift);
    for (unsigned c = 0; c < p->clauses.count; c++)
        for (unsigned a = 0; a < p->clauses.items[c].count; a++)
            shift_rows(p->clauses.items[c].alternatives[a].items,
                       p->clauses.items[c].alternatives[a].count, p->unknowns, scale, shift);
}

static unsigned check(struct linear_problem *p, isl_ctx *isl, unsigned problem, unsigned *solved)
{
    static const struct {
        int64_t scale, shift;
    } sizes[] = {{1, 0}, {1, INT64_C(1) << 31}, {1, -(INT64_C(1) << 40)}, {INT64_C(1) << 30, 0}};
    unsigned wrong = 0;
    int x[UNKNOWNS];
    bool solvable = try_all(p, x, 0);
    *solved += solvable;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        enlarge(p, sizes[i].scale, sizes[i].shift);
        bool contradict = clauses_contradict(p, isl);
        enlarge(p, 1, -sizes[i].shift);
        if (contradict ? solvable : !solvable && sizes[i].scale == 1) {
            printf("problem %u, size %u: %s, but it has %s solution\n", problem, i,
                   contradict ? "contradiction" : "none", solvable ? "a" : "no");
            wrong++;
        }
    }
    return wrong;
}

int main(void)
{
    unsigned wrong = 0, solved = 0;
    for (unsigned i = 0; i < PROBLEMS; i++) {
        struct arena arena;
        arena_init(&arena);
        isl_ctx *isl = isl_ctx_alloc();
        isl_options_set_on_error(isl, ISL_ON_ERROR_CONTINUE);
        struct linear_problem p = random_problem(&arena);
        wrong += check(&p, isl, i, &solved);
        isl_ctx_free(isl);
        arena_free(&arena);
    }
    printf("%d problems, %u with a solution, %u wrong answers\n", PROBLEMS, solved, wrong);
    return wrong || solved < PROBLEMS / 10 || solved > PROBLEMS - PROBLEMS / 10;
}
