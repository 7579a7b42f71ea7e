/* Arrays that are members of structs, with integers before, between and behind them: loops over
 * them whose lengths only the run knows, by index and by pointer, in functions that are inlined and
 * in others; arrays of such structs; structs of arrays of structs; and what leaves the arrays after
 * all: structs that are walked over as a row of numbers, memory of structs that is used as
 * something else, copies of all that is behind an array, containers of members. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

enum { MOST = 8 };

struct series {
    double c[MOST];
    int n, kind;
};
struct framed {
    int id;
    double front[2];
    int n;
    double back[3];
    char tag;
};

static double sum_of_squares(const double *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i] * v[i];
    return s;
}

__attribute__((noinline)) static void scale(double *from, const double *to, double by)
{
    for (; from < to; from++)
        *from *= by;
}

/* By index, by pointer, through functions. */
static void series(const double *x, int n, double *y, int m)
{
    struct series s[3];
    memset(s, 0, sizeof s);
    for (int k = 0; k < m; k++) {
        s[k].n = n - k % 2;
        s[k].kind = k;
        for (int i = 0; i < s[k].n; i++)
            s[k].c[i] = x[(i + k) % n] * (k + 1);
    }
    for (int k = 0; k < m; k++) {
        scale(s[k].c, s[k].c + s[k].n, 1.5);
        const double *q = s[k].c;
        y[k] = sum_of_squares(s[k].c, s[k].n) + q[s[k].n - 1] * x[k % n];
        if (s[k].kind & 1)
            y[k] *= s[(k + 1) % m].c[0];
    }
}

static void through_pointers(const double *x, int n, double *y, int m)
{
    struct framed *all = malloc((size_t)m * sizeof *all), *copy = malloc((size_t)m * sizeof *copy);
    for (struct framed *f = all; f < all + m; f++) {
        f->id = (int)(f - all);
        f->n = n < 3 ? n : 3;
        f->tag = 'a';
        for (int i = 0; i < f->n; i++)
            f->back[i] = x[i] + f->id;
        for (int i = 0; i + 1 < f->n; i++)
            f->front[i] = x[i] * x[i + 1];
    }
    memcpy(copy, all, (size_t)m * sizeof *copy);
    for (int k = 0; k < m; k++) {
        struct framed *f = &copy[m - 1 - k];
        y[k] = sum_of_squares(f->back, f->n) + (f->id + 1) * sum_of_squares(f->front, f->n - 1);
    }
    free(all);
    free(copy);
}

struct row {
    double v[3];
    int used;
};
struct table {
    int rows;
    struct row row[3];
    double diagonal[3];
    long checks;
};

static double trace(const struct table *t)
{
    double s = 0;
    for (int i = 0; i < t->rows; i++)
        for (int k = 0; k < t->row[i].used; k++)
            s += t->row[i].v[k] * t->diagonal[k];
    return s;
}

static void structs_in_structs(const double *x, int n, double *y, int m)
{
    struct table t[2] = {{.checks = 1}, {.checks = 2}};
    for (int k = 0; k < 2; k++) {
        t[k].rows = m;
        for (int i = 0; i < m; i++) {
            t[k].row[i].used = n;
            for (int j = 0; j < n; j++)
                t[k].row[i].v[j] = x[(i + j) % n] * (k + 1);
        }
        for (int j = 0; j < n; j++)
            t[k].diagonal[j] = x[j] * x[j];
    }
    for (int i = 0; i < m; i++)
        y[i] = trace(&t[i % 2]) * (double)t[i % 2].checks + t[0].row[i].v[n - 1];
}

/* Two dimensions, of which one is walked over as if it were one. */
struct matrix {
    int rows, columns;
    double a[3][3];
    int rank;
};

static void rows_as_one(const double *x, int n, double *y, int m)
{
    struct matrix a = {.rows = n, .columns = m, .rank = 2};
    for (int i = 0; i < n * m; i++)
        a.a[0][i] = x[i % n] * (i + 1);
    for (int j = 0; j < m; j++) {
        y[j] = 0;
        for (int i = 0; i < n; i++)
            y[j] += a.a[i][j] * a.a[j][i] * a.rank;
    }
}

/* All members are numbers, and are walked over as such; the array comes first. */
struct state {
    double x[2], v[2], mass;
};

static void as_a_row(const double *x, int n, double *y, int m)
{
    struct state s[2];
    double *flat = (double *)s;
    for (int i = 0; i < 2 * (int)(sizeof *s / sizeof(double)); i++)
        flat[i] = x[i % n] * (i + 1);
    for (int k = 0; k < m; k++) {
        y[k] = 0;
        for (int i = 0; i < 2; i++)
            y[k] += s[k % 2].x[i] * s[k % 2].v[i] + s[(k + 1) % 2].mass;
    }
}

/* The same memory has structs first, and then a row of numbers where their integers were. */
static void reused_memory(const double *x, int n, double *y, int m)
{
    struct series *s = malloc(sizeof *s * 2);
    double *row = (double *)s, sum = 0;
    for (int k = 0; k < 2; k++) {
        s[k].n = m;
        for (int i = 0; i < s[k].n; i++)
            s[k].c[i] = x[i] * (k + 2);
    }
    for (int k = 0; k < 2; k++)
        sum += sum_of_squares(s[k].c, s[k].n);
    for (int i = 0; i < 2 * (int)(sizeof *s / sizeof *row); i++)
        row[i] = x[i % n] * sum + i;
    for (int k = 0; k < m; k++)
        y[k] = row[MOST + k * 9 - (k > 1 ? 9 : 0)] * row[k];
    free(s);
}

/* From an array on to the end, and from a member to what it is in. */
static void behind(const double *x, int n, double *y, int m)
{
    struct framed a = {.id = 1, .n = n, .tag = 'b'}, b = {.id = 2};
    for (int i = 0; i < 2; i++)
        a.front[i] = x[i];
    for (int i = 0; i < a.n; i++)
        a.back[i] = x[i] * x[i];
    memcpy(b.front, a.front, sizeof a - offsetof(struct framed, front));
    struct framed *whole = (struct framed *)((char *)b.back - offsetof(struct framed, back));
    for (int k = 0; k < m; k++)
        y[k] = whole->back[k % whole->n] * whole->front[k % 2] * whole->id;
}

/* More elements than are declared. */
struct record {
    int n;
    double values[1];
};

static void longer_than_declared(const double *x, int n, double *y, int m)
{
    struct record *r = malloc(offsetof(struct record, values) + (size_t)n * sizeof(double));
    r->n = n;
    for (int i = 0; i < r->n; i++)
        r->values[i] = x[i] * x[(i + 1) % n];
    for (int k = 0; k < m; k++)
        y[k] = r->values[(k + 1) % r->n] * x[0];
    free(r);
}

/* The same bytes as an array of one struct and as other members of another one. */
union either {
    struct {
        double v[3];
        int n;
    } list;
    struct {
        double low;
        int64_t key;
        double high;
    } pair;
};

static void unions(const double *x, int n, double *y, int m)
{
    union either e[4];
    memset(e, 0, sizeof e);
    for (int k = 0; k < 4; k++)
        if (k % 2) {
            e[k].list.n = n;
            for (int i = 0; i < e[k].list.n; i++)
                e[k].list.v[i] = x[i] * k;
        } else {
            e[k].pair.low = x[0];
            e[k].pair.key = k;
            e[k].pair.high = x[n - 1] * x[1];
        }
    for (int k = 0; k < m; k++)
        y[k] = k % 2 ? sum_of_squares(e[k].list.v, e[k].list.n)
                     : e[k].pair.low * e[k].pair.high + (double)e[k].pair.key;
}

/* Members one by one that are walked over: of one point, of all that is behind it, of many. */
struct point {
    double x, y, z;
};
struct body {
    int id;
    struct point at, speed;
    double mass;
    unsigned flags;
};

static double *coordinate(struct point *p, int k)
{
    return &p->x + k;
}

static void members_as_an_array(const double *x, int n, double *y, int m)
{
    struct body b[2];
    for (int i = 0; i < 2; i++) {
        b[i].id = i;
        b[i].flags = (unsigned)n;
        b[i].mass = x[i];
        for (int k = 0; k < n; k++) {
            (&b[i].at.x)[k] = x[k];
            *coordinate(&b[i].speed, k) = x[k] * x[(k + 1) % n];
        }
    }
    for (int k = 0; k < m; k++) {
        double *all = &b[k % 2].at.x, s = 0;
        for (int i = 0; i < 2 * n + (int)(b[k % 2].flags > 0); i++)
            s += all[i] * (i + 1);
        y[k] = s * *coordinate(&b[(k + 1) % 2].speed, k % n) + b[k % 2].id;
    }
}

static void points_in_a_row(const double *x, int n, double *y, int m)
{
    struct {
        int n;
        struct point p[3];
        int last;
    } s = {.n = n, .last = m};
    struct point *alone = malloc((size_t)m * sizeof *alone);
    double *row = &s.p[0].x, *free_row = &alone[0].x;
    for (int i = 0; i < 3 * s.n; i++)
        row[i] = free_row[i] = x[i % n] * (i + 1);
    for (int k = 0; k < m; k++)
        y[k] = s.p[k % s.n].y * s.p[s.last - 1].z + alone[k].z * alone[m - 1].x;
    free(alone);
}

static struct series global[3];

static void in_a_global(const double *x, int n, double *y, int m)
{
    for (int k = 0; k < m; k++) {
        global[k].n = n;
        for (int i = 0; i < global[k].n; i++)
            global[k].c[i] = x[i] * x[(i + k) % n];
    }
    for (int k = 0; k < m; k++)
        y[k] = sum_of_squares(global[k].c, global[k].n);
}

int main(void)
{
    const double x[3] = {0.5, -0.75, 1.5};
    ORACLE_MAP(series, x, 3, x, 3);
    ORACLE_MAP(through_pointers, x, 3, x, 3);
    ORACLE_MAP(structs_in_structs, x, 3, x, 3);
    ORACLE_MAP(rows_as_one, x, 3, x, 3);
    ORACLE_MAP(as_a_row, x, 3, x, 3);
    ORACLE_MAP(reused_memory, x, 3, x, 3);
    ORACLE_MAP(behind, x, 3, x, 3);
    ORACLE_MAP(longer_than_declared, x, 3, x, 3);
    ORACLE_MAP(unions, x, 3, x, 3);
    ORACLE_MAP(members_as_an_array, x, 3, x, 3);
    ORACLE_MAP(points_in_a_row, x, 3, x, 3);
    ORACLE_MAP(in_a_global, x, 3, x, 3);
    return oracle_result();
}
