/* Every combination of what the arguments of a routine can be, checked by differences (forward) and
 * by <w, J v> = <J^T w, v> (reverse). */
#include "problem.h"

enum { WORK = 1000 };

struct counts {
    long cases, failures;
};

static uint64_t random_state = 88172645463325252u;

static REAL random_number(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (REAL)((double)(random_state >> 11) / 4503599627370496.0 - 1.0);
}

static void randomise(struct numbers *s)
{
    for (int i = 0; i < NUMBERS; i++)
        s->all[i] = random_number();
}

/* ---- one case ---- */

struct situation {
    const struct routine *routine;
    struct problem p;
    unsigned active; /* arrays */
    bool nan_output; /* beta is 0 and what it multiplies is NaN */
    struct counts *counts;
};

static void fail(const struct situation *s, const char *what, double got, double want)
{
    const struct problem *p = &s->p;
    s->counts->failures++;
    if (s->counts->failures > 20)
        return;
    printf("%s: order %d side %c uplo %c trans %c%c diag %c m %ld n %ld k %ld ld %ld %ld %ld inc "
           "%ld %ld alpha %g beta %g "
           "active %x: %s is %.17g, expected %.17g\n",
           s->routine->name, p->order, p->side, p->uplo, p->transa, p->transb, p->diag, (long)p->m,
           (long)p->n, (long)p->k, (long)p->lda, (long)p->ldb, (long)p->ldc, (long)p->incx,
           (long)p->incy, (double)p->alpha, (double)p->beta, s->active, what, got, want);
}

static bool is_active(const struct situation *s, int number)
{
    if (number == 0)
        return true;
    if (number < 3)
        return has(s->routine, number == 1 ? "alpha" : "beta") && !(number == 2 && s->nan_output);
    return s->active >> ((number - 3) / LENGTH) & 1;
}

/* Diagonals are made dominant: triangular systems are well conditioned, matrices positive. */
static void fill(const struct situation *s, struct numbers *v)
{
    struct used used = {0};
    const struct problem *p = &s->p;
    s->routine->use(&used, p);
    randomise(v);
    v->all[0] = 0;
    v->all[1] = p->alpha;
    v->all[2] = p->beta;
    for (int i = 3; i < NUMBERS; i++)
        if (!used.at[i])
            v->all[i] = NAN;
    for (int i = 3; i < 3 + LENGTH; i++)
        v->all[i] /= 2;
    if (used.exchanged)
        for (INT i = 0, r = p->lda - 2; i < r; i++)
            v->all[3 + i * p->lda + (i + 1) % r] += 2;
    else if (has(s->routine, "lda"))
        for (INT i = 0; i * (p->lda + 1) < LENGTH; i++)
            v->all[3 + i * (p->lda + 1)] += used.symmetric_positive ? 6 : 2;
    else if (has(s->routine, "diag")) /* packed */
        for (int i = 3; i < 3 + LENGTH; i++)
            v->all[i] += 2;
    int output = has(s->routine, "c") ? C : Y;
    for (int i = 0; s->nan_output && i < LENGTH; i++)
        v->all[3 + output * LENGTH + i] = NAN;
}

static void run(const struct situation *s, struct numbers *v)
{
    struct problem p = s->p;
    attach(&p, v);
    s->routine->run(&p);
    detach(&p, v);
}

static void attach_shadow(const struct situation *s, struct problem *d, const struct problem *p,
                          struct numbers *v)
{
    *d = *p;
    attach(d, v);
    if (!(s->active >> A & 1))
        d->a = p->a;
    if (!(s->active >> B & 1))
        d->b = p->b;
    if (!(s->active >> C & 1))
        d->c = p->c;
    if (!(s->active >> X & 1))
        d->x = p->x;
    if (!(s->active >> Y & 1))
        d->y = p->y;
}

/* Directions are 0 where there is no derivative. */
static void direction(const struct situation *s, struct numbers *v)
{
    randomise(v);
    for (int i = 0; i < NUMBERS; i++)
        if (!is_active(s, i))
            v->all[i] = 0;
}

static bool same(REAL a, REAL b)
{
    return a == b || (isnan(a) && isnan(b));
}

static bool close_to(double got, double want, double tolerance)
{
    return fabs(got - want) <= tolerance * (1 + fabs(want));
}

static void check_primal(const struct situation *s, const struct numbers *got,
                         const struct numbers *want, const char *what)
{
    for (int i = 0; i < NUMBERS; i++)
        if (!same(got->all[i], want->all[i])) {
            fail(s, what, (double)got->all[i], (double)want->all[i]);
            return;
        }
}

static void forward(const struct situation *s, const struct numbers *at,
                    const struct numbers *along, struct numbers *out)
{
    struct numbers primal = *at, expected = *at;
    struct problem p = s->p, d;
    attach(&p, &primal);
    *out = *along;
    attach_shadow(s, &d, &p, out);
    s->routine->forward(&p, &d);
    detach(&p, &primal);
    detach(&d, out);
    run(s, &expected);
    check_primal(s, &primal, &expected, "primal of forward");
}

static void reverse(const struct situation *s, const struct numbers *at,
                    const struct numbers *weight, struct numbers *out)
{
    struct numbers primal = *at;
    struct problem p = s->p, d;
    attach(&p, &primal);
    *out = *weight;
    attach_shadow(s, &d, &p, out);
    s->routine->reverse(&p, &d);
    detach(&d, out);
}

/* Differences of float functions say little; there the dot product and the same source in double
 * have to do. */
static void check_differences(const struct situation *s, const struct numbers *at,
                              const struct numbers *along, const struct numbers *tangent)
{
    double h = sizeof(REAL) == 8 ? 1e-5 : 1e-2;
    struct numbers up = *at, down = *at;
    for (int i = 0; i < NUMBERS; i++) {
        up.all[i] += (REAL)h * along->all[i];
        down.all[i] -= (REAL)h * along->all[i];
    }
    run(s, &up);
    run(s, &down);
    for (int i = 0; i < NUMBERS; i++) {
        double want = ((double)up.all[i] - (double)down.all[i]) / (2 * h);
        if (isnan(up.all[i]) || !is_active(s, i))
            continue;
        if (!close_to((double)tangent->all[i], want, sizeof(REAL) == 8 ? 1e-7 : 1e-2)) {
            fail(s, "tangent", (double)tangent->all[i], want);
            return;
        }
    }
}

static void check(const struct situation *s)
{
    struct numbers at, along, tangent, weight, adjoint;
    s->counts->cases++;
    fill(s, &at);
    direction(s, &along);
    along.all[0] = 0;
    forward(s, &at, &along, &tangent);
    check_differences(s, &at, &along, &tangent);
    direction(s, &weight);
    reverse(s, &at, &weight, &adjoint);
    double left = 0, right = 0, size = 1;
    for (int i = 0; i < NUMBERS; i++) {
        if (!is_active(s, i))
            continue;
        left += (double)weight.all[i] * (double)tangent.all[i];
        right += i == 0 ? 0 : (double)adjoint.all[i] * (double)along.all[i];
        size += fabs((double)weight.all[i] * (double)tangent.all[i]);
    }
    if (!(fabs(left - right) <= (sizeof(REAL) == 8 ? 1e-12 : 1e-5) * size))
        fail(s, "<w, J v>", left, right);
}

/* ---- all cases ---- */

static unsigned arrays_of(const struct routine *r)
{
    static const char *const names[ARRAYS] = {"a", "b", "c", "x", "y"};
    unsigned mask = 0;
    for (int i = 0; i < ARRAYS; i++)
        mask |= (unsigned)has(r, names[i]) << i;
    return mask;
}

static void each_activity(struct situation *s)
{
    unsigned all = arrays_of(s->routine);
    for (unsigned mask = 0; mask <= all; mask++)
        if ((mask & all) == mask) {
            s->active = mask;
            check(s);
        }
}

static void each_factor(struct situation *s)
{
    static const double alphas[] = {0.7, 0, 1}, betas[] = {-0.6, 0, 1};
    int na = has(s->routine, "alpha") ? 3 : 1, nb = has(s->routine, "beta") ? 3 : 1;
    for (int i = 0; i < na; i++)
        for (int j = 0; j < nb; j++) {
            s->p.alpha = (REAL)alphas[i];
            s->p.beta = (REAL)betas[j];
            each_activity(s);
        }
    s->p.alpha = (REAL)0.7;
    s->p.beta = 0;
    s->nan_output = true;
    if (nb > 1)
        each_activity(s);
    s->nan_output = false;
}

static void each_increment(struct situation *s)
{
    static const INT increments[][2] = {{1, 1}, {2, 1}, {1, 3}, {-1, 2}, {2, -2}, {-3, -1}};
    int n = has(s->routine, "incx") ? (int)(sizeof increments / sizeof *increments) : 1;
    bool needs_positive = strstr("asum scal nrm2", s->routine->name) != NULL;
    for (int i = 0; i < n; i++) {
        s->p.incx = needs_positive && increments[i][0] < 0 ? -increments[i][0] : increments[i][0];
        s->p.incy = increments[i][1];
        each_factor(s);
    }
}

static void each_size(struct situation *s)
{
    static const INT sizes[][4] = {{0, 0, 0, 0}, {1, 1, 1, 0}, {3, 4, 2, 0},
                                   {5, 2, 4, 2}, {4, 0, 3, 1}, {3, 5, 0, 1}};
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
        if (strcmp(s->routine->name, "gesv") == 0 && sizes[i][1] == 0)
            continue; /* libraries differ: some return before the factorisation */
        s->p.m = sizes[i][0];
        s->p.n = sizes[i][1];
        s->p.k = sizes[i][2];
        s->p.lda = s->p.ldb = s->p.ldc = 5 + sizes[i][3];
        for (INT j = 0; j < 8; j++)
            s->p.ipiv[j] = j % 2 == 0 && j + 1 < s->p.m ? j + 2 : j + 1;
        each_increment(s);
    }
}

static void each_diag(struct situation *s)
{
    bool any = has(s->routine, "diag");
    for (const char *f = any ? "NUu" : "N"; *f; f++) {
        s->p.diag = *f;
        each_size(s);
    }
}

static void each_trans(struct situation *s)
{
    const char *a = has(s->routine, "transa") ? "NTc" : "N",
               *b = has(s->routine, "transb") ? "NtC" : "N";
    for (const char *f = a; *f; f++)
        for (const char *g = b; *g; g++) {
            s->p.transa = *f;
            s->p.transb = *g;
            each_diag(s);
        }
}

static void each_uplo(struct situation *s)
{
    for (const char *f = has(s->routine, "uplo") ? "Ul" : "U"; *f; f++) {
        s->p.uplo = *f;
        each_trans(s);
    }
}

static void each_side(struct situation *s)
{
    for (const char *f = has(s->routine, "side") ? "lR" : "L"; *f; f++) {
        s->p.side = *f;
        each_uplo(s);
    }
}

static void each_order(struct situation *s)
{
    s->p.order = 102;
    each_side(s);
    s->p.order = 101;
    if (has(s->routine, "order"))
        each_side(s);
}

static int test_all(const struct routine *routines, int n)
{
    struct counts counts = {0};
    static REAL work[WORK];
    for (int i = 0; i < n; i++) {
        struct situation s = {
            .routine = &routines[i], .counts = &counts, .p = {.work = work, .lwork = WORK}};
        long before = counts.cases;
        each_order(&s);
        printf("%-6s %8ld cases\n", routines[i].name, counts.cases - before);
    }
    printf("%ld cases, %ld failures\n", counts.cases, counts.failures);
    return counts.failures != 0 || counts.cases == 0;
}
