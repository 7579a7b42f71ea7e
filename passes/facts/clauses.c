#include "facts/clauses.h"
#include <isl/ctx.h>
#include <isl/mat.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include <string.h>

enum {
    OPERATIONS_MAX = 50000, /* of isl, for one problem */
    POINTS_MAX = 32,        /* solutions of parts, that are kept */
    ROUNDS_MAX = 8,         /* of bounds */
    UNDECIDED = CHOICES
};
/* Bounds from here on are none. */
#define FAR (INT64_C(1) << 62)
/* Rows with larger factors bound nothing: sums of products fit into 128 bits. */
#define FACTOR_MAX (INT64_C(1) << 32)

__extension__ typedef __int128 wide;
struct range {
    int64_t least, most;
};

/* What was decided so far. */
struct node {
    struct range ranges[UNKNOWNS_MAX];
    unsigned char chosen[CLAUSES_MAX];   /* an alternative, or UNDECIDED */
    unsigned char excluded[CLAUSES_MAX]; /* alternatives, a bit each */
    uint32_t points;                     /* that satisfy all rows, a bit each */
};

struct solver {
    const struct linear_problem *p;
    isl_ctx *isl;
    int64_t points[POINTS_MAX][UNKNOWNS_MAX];
    unsigned point_count;
};

struct rows {
    const struct linear_row *items;
    unsigned count;
};

static struct rows rows_of(const struct linear_clause *k, unsigned alternative)
{
    return (struct rows){k->alternatives[alternative].items, k->alternatives[alternative].count};
}

/* Those that hold in the node besides the problem's own; none of an undecided clause. */
static struct rows chosen(const struct solver *s, const struct node *n, unsigned clause)
{
    if (n->chosen[clause] == UNDECIDED)
        return (struct rows){NULL, 0};
    return rows_of(&s->p->clauses.items[clause], n->chosen[clause]);
}

static struct rows own_rows(const struct solver *s)
{
    return (struct rows){s->p->rows.items, s->p->rows.count};
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* The largest value of factor * unknown; false if it has no bound. */
static bool largest(int64_t factor, struct range r, wide *value)
{
    int64_t at = factor > 0 ? r.most : r.least;
    *value = (wide)factor * at;
    return at > -FAR && at < FAR;
}

static wide floor_divide(wide a, wide b)
{
    wide q = a / b;
    return q - (a % b != 0 && (a < 0) != (b < 0));
}

/* factor * unknown + rest >= 0; whether that is news. */
static bool bound(struct range *r, int64_t factor, wide rest)
{
    wide limit = factor > 0 ? -floor_divide(rest, factor) : floor_divide(rest, -factor);
    if (limit <= -FAR || limit >= FAR)
        return false;
    bool news = factor > 0 ? limit > r->least : limit < r->most;
    if (news && factor > 0)
        r->least = (int64_t)limit;
    else if (news)
        r->most = (int64_t)limit;
    return news;
}

/* sign * row >= 0 bounds each unknown by the others; false for a contradiction. */
static bool tighten(const struct linear_row *row, int64_t sign, unsigned unknowns,
                    struct range *ranges, bool *news)
{
    wide sum = (wide)sign * row->constant, most;
    unsigned unbounded = 0;
    for (unsigned i = 0; i < unknowns; i++) {
        if (row->factors[i] > FACTOR_MAX || row->factors[i] < -FACTOR_MAX)
            return true;
        int64_t factor = sign * row->factors[i];
        if (factor && largest(factor, ranges[i], &most))
            sum += most;
        else if (factor)
            unbounded++;
    }
    if (unbounded == 0 && sum < 0)
        return false;
    for (unsigned i = 0; i < unknowns && unbounded < 2; i++) {
        int64_t factor = sign * row->factors[i];
        if (!factor)
            continue;
        bool bounded = largest(factor, ranges[i], &most);
        if (bounded == !unbounded)
            *news |= bound(&ranges[i], factor, bounded ? sum - most : sum);
    }
    return true;
}

static bool tighten_all(struct rows rows, unsigned unknowns, struct range *ranges, bool *news)
{
    for (unsigned i = 0; i < rows.count; i++) {
        const struct linear_row *row = &rows.items[i];
        if (!tighten(row, 1, unknowns, ranges, news) ||
            (row->equal && !tighten(row, -1, unknowns, ranges, news)))
            return false;
    }
    return true;
}

static bool are_ranges(const struct range *ranges, unsigned unknowns)
{
    for (unsigned i = 0; i < unknowns; i++)
        if (ranges[i].least > ranges[i].most)
            return false;
    return true;
}

/* Bounds the unknowns by all rows of the node; false for a contradiction. */
static bool propagate(const struct solver *s, struct node *n)
{
    unsigned unknowns = s->p->unknowns;
    bool news = true;
    for (unsigned round = 0; news && round < ROUNDS_MAX; round++) {
        news = false;
        if (!tighten_all(own_rows(s), unknowns, n->ranges, &news))
            return false;
        for (unsigned c = 0; c < s->p->clauses.count; c++)
            if (!tighten_all(chosen(s, n, c), unknowns, n->ranges, &news))
                return false;
    }
    return are_ranges(n->ranges, unknowns);
}

/* ---- points ---------------------------------------------------------------------------------- */

static bool holds_at(const struct linear_row *row, const int64_t *point, unsigned unknowns)
{
    wide sum = row->constant;
    for (unsigned i = 0; i < unknowns; i++)
        if (row->factors[i])
            sum += (wide)row->factors[i] * point[i];
    return row->equal ? sum == 0 : sum >= 0;
}

static bool satisfies(const struct solver *s, unsigned point, const struct linear_clause *k,
                      unsigned alternative)
{
    struct rows rows = rows_of(k, alternative);
    for (unsigned i = 0; i < rows.count; i++)
        if (!holds_at(&rows.items[i], s->points[point], s->p->unknowns))
            return false;
    return true;
}

/* Of the node's points those that satisfy the alternative. */
static uint32_t points_with(const struct solver *s, const struct node *n,
                            const struct linear_clause *k, unsigned alternative)
{
    uint32_t with = 0;
    for (unsigned i = 0; i < s->point_count; i++)
        if (n->points >> i & 1 && satisfies(s, i, k, alternative))
            with |= UINT32_C(1) << i;
    return with;
}

/* One of the node's points satisfies all clauses. */
static bool has_solution(const struct solver *s, const struct node *n)
{
    uint32_t left = n->points;
    for (unsigned c = 0; c < s->p->clauses.count && left; c++) {
        const struct linear_clause *k = &s->p->clauses.items[c];
        uint32_t with = n->chosen[c] == UNDECIDED ? 0 : left;
        for (unsigned a = 0; a < k->count && n->chosen[c] == UNDECIDED; a++)
            with |= points_with(s, n, k, a);
        left &= with;
    }
    return left;
}

/* Its bit; none if its coordinates are too large, or there are many. */
static uint32_t keep_point(struct solver *s, isl_point *point)
{
    if (s->point_count == POINTS_MAX)
        return 0;
    int64_t *to = s->points[s->point_count];
    for (unsigned i = 0; i < s->p->unknowns; i++) {
        isl_val *v = isl_point_get_coordinate_val(point, isl_dim_set, (int)i);
        bool fits = isl_val_is_int(v) == isl_bool_true && isl_val_n_abs_num_chunks(v, 7) <= 1;
        to[i] = fits ? isl_val_get_num_si(v) : 0;
        isl_val_free(v);
        if (!fits)
            return 0;
    }
    return UINT32_C(1) << s->point_count++;
}

/* ---- sets ------------------------------------------------------------------------------------ */

struct matrices {
    isl_mat *of[2]; /* inequalities, equalities */
    int filled[2];
};

static void count_rows(struct rows rows, unsigned *counts)
{
    for (unsigned i = 0; i < rows.count; i++)
        counts[rows.items[i].equal]++;
}

static void fill_rows(const struct solver *s, struct matrices *m, struct rows rows)
{
    for (unsigned r = 0; r < rows.count; r++) {
        const struct linear_row *from = &rows.items[r];
        isl_mat **to = &m->of[from->equal];
        int row = m->filled[from->equal]++;
        for (unsigned i = 0; i <= s->p->unknowns; i++) {
            int64_t value = i ? from->factors[i - 1] : from->constant;
            *to = isl_mat_set_element_val(*to, row, (int)i, isl_val_int_from_si(s->isl, value));
        }
    }
}

/* All rows of the node. */
static isl_basic_set *set_of(const struct solver *s, const struct node *n)
{
    unsigned counts[2] = {0, 0}, clauses = s->p->clauses.count;
    struct matrices m = {.filled = {0, 0}};
    count_rows(own_rows(s), counts);
    for (unsigned c = 0; c < clauses; c++)
        count_rows(chosen(s, n, c), counts);
    for (unsigned e = 0; e < 2; e++)
        m.of[e] = isl_mat_alloc(s->isl, counts[e], s->p->unknowns + 1);
    fill_rows(s, &m, own_rows(s));
    for (unsigned c = 0; c < clauses; c++)
        fill_rows(s, &m, chosen(s, n, c));
    return isl_basic_set_from_constraint_matrices(isl_space_set_alloc(s->isl, 0, s->p->unknowns),
                                                  m.of[1], m.of[0], isl_dim_cst, isl_dim_param,
                                                  isl_dim_set, isl_dim_div);
}

/* Whether isl finds a solution of the node's rows, which is kept. Errors, such as too many
 * operations, count as a solution. */
static bool find_point(struct solver *s, struct node *n)
{
    isl_point *point = isl_basic_set_sample_point(set_of(s, n));
    bool none = isl_point_is_void(point) == isl_bool_true;
    if (point && !none)
        n->points |= keep_point(s, point);
    isl_point_free(point);
    return !none;
}

/* ---- decisions ------------------------------------------------------------------------------- */

/* False for a contradiction of the bounds. */
static bool choose(const struct solver *s, struct node *n, unsigned clause, unsigned alternative)
{
    n->points = points_with(s, n, &s->p->clauses.items[clause], alternative);
    n->chosen[clause] = (unsigned char)alternative;
    return propagate(s, n);
}

/* The alternatives that the bounds leave, a bit each. */
static unsigned left_by_bounds(const struct solver *s, struct node *n, unsigned clause)
{
    const struct linear_clause *k = &s->p->clauses.items[clause];
    unsigned left = 0;
    for (unsigned a = 0; a < k->count; a++) {
        struct range ranges[UNKNOWNS_MAX];
        memcpy(ranges, n->ranges, sizeof ranges);
        bool news = false, possible = !(n->excluded[clause] >> a & 1) &&
                                      tighten_all(rows_of(k, a), s->p->unknowns, ranges, &news) &&
                                      are_ranges(ranges, s->p->unknowns);
        left |= (unsigned)possible << a;
    }
    n->excluded[clause] = (unsigned char)~left;
    return left;
}

/* Decides the clauses of which the bounds leave one alternative; false for a contradiction. */
static bool decide(const struct solver *s, struct node *n)
{
    for (bool again = true; again;) {
        again = false;
        for (unsigned c = 0; c < s->p->clauses.count; c++) {
            if (n->chosen[c] != UNDECIDED)
                continue;
            unsigned left = left_by_bounds(s, n, c);
            if (!left)
                return false;
            if (left & (left - 1))
                continue;
            if (!choose(s, n, c, (unsigned)__builtin_ctz(left)))
                return false;
            again = true;
        }
    }
    return true;
}

/* Of the clauses that fewest of the node's points satisfy, one with fewest alternatives. */
static unsigned most_violated(const struct solver *s, const struct node *n)
{
    unsigned best = s->p->clauses.count;
    int fewest = 0;
    for (unsigned c = 0; c < s->p->clauses.count; c++) {
        if (n->chosen[c] != UNDECIDED)
            continue;
        uint32_t with = 0;
        for (unsigned a = 0; a < s->p->clauses.items[c].count; a++)
            with |= points_with(s, n, &s->p->clauses.items[c], a);
        int left = CHOICES - __builtin_popcount(n->excluded[c]),
            cost = CHOICES * __builtin_popcount(with) + left;
        if (best == s->p->clauses.count || cost < fewest)
            best = c, fewest = cost;
    }
    return best;
}

static bool is_solvable(struct solver *s, struct node *n)
{
    if (!decide(s, n) || (!n->points && !find_point(s, n)))
        return false;
    unsigned split = most_violated(s, n);
    bool found = split == s->p->clauses.count || has_solution(s, n);
    for (unsigned a = 0; !found && a < s->p->clauses.items[split].count; a++) {
        if (n->excluded[split] >> a & 1)
            continue;
        struct node with = *n;
        found = choose(s, &with, split, a) && is_solvable(s, &with);
    }
    return found;
}

bool clauses_contradict(const struct linear_problem *p, isl_ctx *isl)
{
    struct solver s = {.p = p, .isl = isl};
    struct node root = {.points = 0};
    if (p->clauses.count > CLAUSES_MAX)
        return false;
    for (unsigned i = 0; i < p->unknowns; i++)
        root.ranges[i] = (struct range){-FAR, FAR};
    for (unsigned c = 0; c < p->clauses.count; c++)
        root.chosen[c] = UNDECIDED;
    isl_ctx_reset_error(isl);
    isl_ctx_reset_operations(isl);
    isl_ctx_set_max_operations(isl, OPERATIONS_MAX);
    return !propagate(&s, &root) || !is_solvable(&s, &root);
}
