/* -fenz-check=float: which variables may be float while the result of a derivative's function stays
 * within a given error.
 *
 * A value v that is rounded to float is off by at most |v| 2^-24, and the result by that times
 * the adjoint of v, to first order (H. Menon et al., ADAPT: algorithmic differentiation applied
 * to floating-point precision tuning, SC 2018). Errors of all values of a variable add up, and
 * those of all variables that become float. The variables with the smallest errors become float
 * first, until no more has room. */
#include "enz_rt.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct enz_rt_float_site *sites;

double enz_float_value(double value, struct enz_rt_float_site *site)
{
    (void)site;
    return value;
}

/* Assignments to one variable of a function are one row; where no name is known, each is. */
static bool same_variable(const struct enz_rt_float_site *a, const struct enz_rt_float_site *b)
{
    return *a->variable ? !strcmp(a->variable, b->variable) && !strcmp(a->function, b->function)
                        : !*b->variable && !strcmp(a->where, b->where);
}

/* Adds up what belongs to one variable; returns how many rows there are. */
static size_t join(struct enz_rt_float_site *rows, size_t count)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        while (k < n && !same_variable(&rows[k], &rows[i]))
            k++;
        if (k == n) {
            rows[n++] = rows[i];
            continue;
        }
        rows[k].error += rows[i].error;
        rows[k].largest = fmax(rows[k].largest, rows[i].largest);
        rows[k].times += rows[i].times;
    }
    return n;
}

static int by_error(const void *a, const void *b)
{
    const struct enz_rt_float_site *x = a, *y = b;
    return x->error < y->error ? -1 : x->error > y->error ? 1 : strcmp(x->where, y->where);
}

static void print_rows(const struct enz_rt_float_site *rows, size_t count, double limit)
{
    double sum = 0;
    fprintf(stderr, "enzcc: variables that may be float, if the result may be off by %g:\n", limit);
    for (size_t i = 0; i < count; i++) {
        bool narrow = sum + rows[i].error <= limit;
        sum += narrow ? rows[i].error : 0;
        fprintf(stderr, "enzcc: %s: %s%s%s: %s, off by %.1e (%llu value%s up to %.3g)\n",
                rows[i].where, rows[i].function, *rows[i].variable ? ": " : "", rows[i].variable,
                narrow ? "float" : "double", rows[i].error, (unsigned long long)rows[i].times,
                rows[i].times == 1 ? "" : "s", rows[i].largest);
    }
    fprintf(stderr, "enzcc: all that are float together: off by %.1e\n", sum);
}

static double allowed_error(void)
{
    const char *wish = getenv("ENZCC_FLOAT_ERROR");
    char *end;
    double limit = wish ? strtod(wish, &end) : 1e-6;
    if (wish && (end == wish || *end || !(limit >= 0))) {
        fprintf(stderr, "enzcc: ENZCC_FLOAT_ERROR is no error: %s\n", wish);
        abort();
    }
    return limit;
}

static void report(void)
{
    double limit = allowed_error();
    size_t count = 0, i = 0;
    for (struct enz_rt_float_site *s = sites; s; s = s->next)
        count++;
    struct enz_rt_float_site *rows = malloc(count * sizeof *rows);
    if (!rows) {
        fprintf(stderr, "enzcc: out of memory for the report of -fenz-check=float\n");
        return;
    }
    for (struct enz_rt_float_site *s = sites; s; s = s->next)
        rows[count - ++i] = *s;
    count = join(rows, count);
    qsort(rows, count, sizeof *rows, by_error);
    fflush(stdout); /* what the program prints comes first */
    print_rows(rows, count, limit);
    free(rows);
}

static void add_site(struct enz_rt_float_site *site)
{
    if (!sites)
        atexit(report);
    site->next = sites;
    sites = site;
}

void enz_rt_float_note(struct enz_rt_float_site *site, double value, double adjoint)
{
    double size = fabs(value), error = size * fabs(adjoint) * 0x1p-24;
    pthread_mutex_lock(&lock);
    if (!site->times++)
        add_site(site);
    site->error += size <= FLT_MAX ? error : INFINITY; /* no float has such values */
    site->largest = fmax(site->largest, size);
    pthread_mutex_unlock(&lock);
}
