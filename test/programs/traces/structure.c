/* Choices in loops, in functions that are called, in recursion, under names that are made in a
 * buffer; integers and floats; choices that decide which others there are. */
#include <enzcc/trace.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "oracle.h"

extern int enzyme_trace, enzyme_observations, enzyme_likelihood, enzyme_duplikelihood;
extern int enzyme_duptrace, enzyme_const, enzyme_dup, enzyme_out;
double __enzyme_sample(void *, void *, const char *, ...);
float __enzyme_sample_float(void *, void *, const char *, ...);
int __enzyme_sample_int(void *, void *, const char *, ...);
double __enzyme_observe(double, void *, const char *, ...);
void __enzyme_trace(void *, ...);
void __enzyme_condition(void *, ...);
double __enzyme_condition_out(void *, ...);

static unsigned state = 7;
static double uniform(void)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) / 16777216.0 + 1e-9;
}
static double exponential(double rate)
{
    return -log(uniform()) / rate;
}
static double exponential_logpdf(double rate, double x)
{
    return log(rate) - rate * x;
}
static int coin(double p)
{
    return uniform() < p;
}
static double coin_logp(double p, int x)
{
    return x ? log(p) : log1p(-p);
}
static float flat(float low, float high)
{
    return low + (high - low) * (float)uniform();
}
static float flat_logpdf(float low, float high, float x)
{
    return x < low || x > high ? -INFINITY : -logf(high - low) - x / 8;
}

/* A tree: at each node a coin says whether it has children. */
static double tree(double p, int depth, double *sum)
{
    double length =
        __enzyme_sample((void *)exponential, (void *)exponential_logpdf, "length", 1.0 + depth);
    *sum += length * length;
    if (depth < 3 && __enzyme_sample_int((void *)coin, (void *)coin_logp, "split", p))
        return length + tree(p, depth + 1, sum) + tree(p, depth + 1, sum);
    return length;
}

static double grown(double p)
{
    double sum = 0, all = tree(p, 0, &sum);
    __enzyme_observe(0.25, (void *)exponential_logpdf, "last", all + sum);
    return all;
}

/* What tree adds up, with the choices of a trace. */
struct walk {
    const struct enz_trace *t;
    size_t length, split;
    double score, all, sum;
};
static void walk(struct walk *w, double p, int depth)
{
    double length = enz_trace_value(w->t, "length", w->length++);
    w->score += exponential_logpdf(1.0 + depth, length);
    w->all += length, w->sum += length * length;
    if (depth >= 3)
        return;
    int split = (int)enz_trace_value(w->t, "split", w->split++);
    w->score += coin_logp(p, split);
    if (split)
        walk(w, p, depth + 1), walk(w, p, depth + 1);
}
static double walked(const struct enz_trace *t, double p)
{
    struct walk w = {.t = t};
    walk(&w, p, 0);
    return w.score + exponential_logpdf(w.all + w.sum, 0.25);
}

/* Names in a buffer that is written again. */
static double named(int n, double scale)
{
    char name[16];
    double s = 0;
    for (int i = 0; i < n; i++) {
        snprintf(name, sizeof name, "x%d", i);
        double x = __enzyme_sample((void *)exponential, (void *)exponential_logpdf, name, scale);
        float f = __enzyme_sample_float((void *)flat, (void *)flat_logpdf, "f", -1.0f, 2.0f);
        s += x * f * (i + 1);
    }
    __enzyme_observe(s, (void *)exponential_logpdf, "s", scale);
    return s;
}

static void check_trees(void)
{
    for (int i = 0; i < 8; i++) {
        struct enz_trace *t = enz_trace_new();
        double sum = 0, l = 0, dl = 1, p = 0.6, h = 1e-6;
        __enzyme_trace((void *)grown, p, enzyme_trace, t, enzyme_likelihood, &sum);
        CHECK(sum, walked(t, p));
        double dp = __enzyme_condition_out((void *)grown, enzyme_out, p, enzyme_observations, t,
                                           enzyme_duptrace, t, enzyme_duplikelihood, &l, &dl);
        CHECK(l, sum);
        CHECK_TOL(dp, (walked(t, p + h) - walked(t, p - h)) / (2 * h), 1e-6);
        for (size_t k = 0; k < enz_trace_count(t, "length"); k++) {
            double at = enz_trace_value(t, "length", k), up, down;
            enz_trace_set(t, "length", k, at + h), up = walked(t, p);
            enz_trace_set(t, "length", k, at - h), down = walked(t, p);
            enz_trace_set(t, "length", k, at);
            CHECK_TOL(enz_trace_gradient(t, "length", k), (up - down) / (2 * h), 1e-6);
        }
        CHECK(enz_trace_gradient(t, "split", 0), 0);
        enz_trace_free(t);
    }
}

static void check_names(void)
{
    struct enz_trace *t = enz_trace_new(), *d = enz_trace_new();
    __enzyme_trace((void *)named, 5, 1.5, enzyme_trace, t);
    CHECK_THAT(enz_trace_count(t, "x4") == 1 && enz_trace_count(t, "f") == 5);
    __enzyme_condition((void *)named, enzyme_const, 5, enzyme_const, 1.5, enzyme_observations, t,
                       enzyme_duptrace, d);
    for (size_t i = 0; i < 5; i++) {
        char name[16];
        snprintf(name, sizeof name, "x%zu", i);
        double x = enz_trace_value(t, name, 0), f = enz_trace_value(t, "f", i);
        CHECK(enz_trace_gradient(d, name, 0), -1.5 - 1.5 * f * (double)(i + 1));
        CHECK_FLOAT(enz_trace_gradient(d, "f", i), -1 / 8. - 1.5 * x * (double)(i + 1));
        CHECK(enz_trace_value(d, name, 0), x);
    }
    enz_trace_clear(t);
    CHECK_THAT(enz_trace_size(t) == 0 && isnan(enz_trace_value(t, "x0", 0)));
    enz_trace_free(t);
    enz_trace_free(d);
}

int main(void)
{
    check_trees();
    check_names();
    size_t before = oracle_heap_in_use();
    for (int i = 0; i < 100; i++)
        check_names();
    CHECK_THAT(oracle_heap_in_use() < before + 4096);
    return oracle_result();
}
