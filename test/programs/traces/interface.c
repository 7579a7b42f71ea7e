/* Traces of the program's own library behind enzyme_interface: the same runs, log densities and
 * gradients as with the traces of <enzcc/trace.h>, and a message where the library lacks what is
 * needed. */
#include "oracle.h"
#include <enzcc/trace.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern int enzyme_trace, enzyme_observations, enzyme_likelihood, enzyme_duplikelihood;
extern int enzyme_duptrace, enzyme_interface, enzyme_active_rand_var;
double __enzyme_sample(void *, void *, const char *, ...);
float __enzyme_sample_float(void *, void *, const char *, ...);
int __enzyme_sample_int(void *, void *, const char *, ...);
double __enzyme_observe(double, void *, const char *, ...);
void __enzyme_trace(void *, ...);
void __enzyme_condition(void *, ...);
double __enzyme_condition_gradient(void *, ...);
void __enzyme_likelihood(void *, ...);

/* ---- the library: choices in order, in bytes ------------------------------------------------- */

enum { CHOICES = 16 };
struct list {
    int count, gradients;
    struct item {
        const char *name;
        double score;
        unsigned char data[16];
        size_t size;
        double gradient;
    } items[CHOICES];
};

static struct item *find(struct list *t, const char *name)
{
    for (int i = 0; i < t->count; i++)
        if (!strcmp(t->items[i].name, name))
            return &t->items[i];
    return NULL;
}
static struct item *add(struct list *t, const char *name)
{
    t->items[t->count].name = name;
    return &t->items[t->count++];
}
static size_t get_choice(void *trace, const char *name, void *data, size_t size)
{
    struct item *c = find(trace, name);
    CHECK_THAT(c && c->size == size);
    memcpy(data, c->data, size);
    return size;
}
static void insert_choice(void *trace, const char *name, double score, const void *data,
                          size_t size)
{
    struct item *c = add(trace, name);
    c->score = score;
    c->size = size;
    memcpy(c->data, data, size);
}
static void insert_gradient(void *trace, const char *name, const void *data, size_t size)
{
    struct list *t = trace;
    struct item *c = find(t, name);
    float narrow = 0;
    double wide = 0;
    memcpy(size == sizeof narrow ? (void *)&narrow : &wide, data, size);
    c = c ? c : add(t, "unknown");
    c->gradient += size == sizeof narrow ? (double)narrow : wide;
    t->gradients++;
}
static bool has_choice(void *trace, const char *name)
{
    return find(trace, name) != NULL;
}
static const struct enz_trace_interface library = {
    .get_choice = get_choice,
    .insert_choice = insert_choice,
    .insert_choice_gradient = insert_gradient,
    .has_choice = has_choice,
};
/* The same as an array, in the order of the struct. */
static void *table[13] = {
    [1] = (void *)get_choice,
    [3] = (void *)insert_choice,
    [7] = (void *)insert_gradient,
    [12] = (void *)has_choice,
};

static double number(struct list *t, const char *name)
{
    double v = 0;
    struct item *c = find(t, name);
    CHECK_THAT(c && c->size == sizeof v);
    memcpy(&v, c->data, sizeof v);
    return v;
}

/* ---- a model with numbers of two formats, and an integer ------------------------------------- */

static double middle(double mean, double sd)
{
    return mean + sd / 4;
}
static double normal_logpdf(double mean, double sd, double x)
{
    double z = (x - mean) / sd;
    return -z * z / 2 - log(sd);
}
static float third(float mean)
{
    return mean + 1.0f / 3;
}
static float third_logpdf(float mean, float x)
{
    return -(x - mean) * (x - mean);
}
static int rounded(double rate)
{
    return -(int)(2 * rate);
}
static double rounded_logpdf(double rate, int n)
{
    return n * log(rate) - rate;
}
static double model(double x)
{
    double mu = __enzyme_sample((void *)middle, (void *)normal_logpdf, "mu", x, 2.0);
    float s = __enzyme_sample_float((void *)third, (void *)third_logpdf, "s", (float)mu);
    int n = __enzyme_sample_int((void *)rounded, (void *)rounded_logpdf, "n", mu * mu);
    __enzyme_observe(x * x, (void *)normal_logpdf, "y", mu * (double)s, 1.5);
    return mu + n;
}
static double density(double x, double mu, double s, int n)
{
    return normal_logpdf(x, 2, mu) - (s - mu) * (s - mu) + rounded_logpdf(mu * mu, n) +
           normal_logpdf(mu * s, 1.5, x * x);
}

static void recorded(const void *interface, double x)
{
    struct list t = {0};
    double l = 0;
    __enzyme_trace((void *)model, x, enzyme_interface, interface, enzyme_trace, &t,
                   enzyme_likelihood, &l);
    float s = 0;
    int n = 0;
    double mu = number(&t, "mu");
    CHECK_THAT(t.count == 4);
    CHECK_THAT(find(&t, "s")->size == sizeof s && find(&t, "n")->size == sizeof n);
    memcpy(&s, find(&t, "s")->data, sizeof s);
    memcpy(&n, find(&t, "n")->data, sizeof n);
    CHECK(mu, x + 0.5);
    CHECK_FLOAT(s, x + 0.5 + 1.0 / 3);
    CHECK_THAT(n == -(int)(2 * mu * mu));
    CHECK(find(&t, "mu")->score, normal_logpdf(x, 2, mu));
    CHECK(number(&t, "y"), x * x);
    CHECK_FLOAT(l, density(x, mu, (double)s, n));
}

static struct list given(double mu, float s, int n)
{
    struct list t = {0};
    insert_choice(&t, "mu", 0, &mu, sizeof mu);
    insert_choice(&t, "s", 0, &s, sizeof s);
    insert_choice(&t, "n", 0, &n, sizeof n);
    return t;
}

static void conditioned(double x)
{
    struct list t = given(0.7, 0.4f, -3);
    struct enz_trace *ours = enz_trace_new();
    enz_trace_set(ours, "mu", 0, 0.7);
    enz_trace_set(ours, "s", 0, (double)0.4f);
    enz_trace_set(ours, "n", 0, -3);
    double l = 0, dl = 2, same = 0, dsame = 2;
    double dx =
        __enzyme_condition_gradient((void *)model, x, enzyme_observations, &t, enzyme_duptrace, &t,
                                    enzyme_interface, &library, enzyme_duplikelihood, &l, &dl);
    double want =
        __enzyme_condition_gradient((void *)model, x, enzyme_observations, ours, enzyme_duptrace,
                                    ours, enzyme_duplikelihood, &same, &dsame);
    CHECK(l, same);
    CHECK_FLOAT(l, density(x, 0.7, (double)0.4f, -3));
    CHECK(dx, want);
    CHECK_THAT(t.gradients == 2);
    CHECK(find(&t, "mu")->gradient, enz_trace_gradient(ours, "mu", 0));
    CHECK_FLOAT(find(&t, "s")->gradient, enz_trace_gradient(ours, "s", 0));
    double h = 1e-5;
    CHECK_TOL(find(&t, "mu")->gradient,
              (density(x, 0.7 + h, (double)0.4f, -3) - density(x, 0.7 - h, (double)0.4f, -3)) / h,
              1e-4);
    struct list only = given(0.7, 0.4f, -3);
    double ignored = 0, one = 1;
    __enzyme_condition_gradient((void *)model, x, enzyme_observations, &only, enzyme_duptrace,
                                &only, enzyme_interface, &library, enzyme_active_rand_var, "s",
                                enzyme_duplikelihood, &ignored, &one);
    CHECK_THAT(only.gradients == 1 && find(&only, "mu")->gradient == 0);
    enz_trace_free(ours);
}

/* Some choices are observed, others drawn; in code that is differentiated. */
static struct list *some;
static double likelihood(double x)
{
    double l = 0;
    __enzyme_likelihood((void *)model, x, enzyme_observations, some, enzyme_interface, &library,
                        enzyme_likelihood, &l);
    return l;
}
static void inside(void)
{
    struct list t = given(0.7, 0.4f, -3);
    some = &t;
    ORACLE_SCALAR(likelihood, 0.6);
    t.count = 1;
    double mu = 0.7, s = (double)(float)(0.7f + 1.0f / 3);
    CHECK_FLOAT(likelihood(0.6), density(0.6, mu, s, 0));
}

/* Names that come twice are the library's affair. */
static void twice(double x)
{
    for (int i = 0; i < 3; i++)
        x = __enzyme_sample((void *)middle, (void *)normal_logpdf, "z", x, 1.0);
}
static void repeated(void)
{
    struct list t = {0};
    __enzyme_trace((void *)twice, 1.0, enzyme_trace, &t, enzyme_interface, &library);
    CHECK_THAT(t.count == 3);
    CHECK(number(&t, "z"), 1.25);
}

/* ---- functions that are not there ------------------------------------------------------------ */

static void *incomplete[13];
static void no_trace(void)
{
    struct list t = {0};
    __enzyme_trace((void *)model, 1.0, enzyme_interface, incomplete, enzyme_trace, &t);
}
static void no_observations(void)
{
    struct list t = {0};
    double l = 0;
    __enzyme_likelihood((void *)model, 1.0, enzyme_interface, incomplete, enzyme_observations, &t,
                        enzyme_likelihood, &l);
}
static void no_gradients(void)
{
    struct list t = {0};
    incomplete[1] = table[1], incomplete[12] = table[12];
    __enzyme_condition_gradient((void *)model, 1.0, enzyme_interface, incomplete,
                                enzyme_observations, &t, enzyme_duptrace, &t);
}
static void no_table(void)
{
    struct list t = {0};
    __enzyme_trace((void *)model, 1.0, enzyme_interface, NULL, enzyme_trace, &t);
}
static void expect_end(void (*run)(void), const char *name)
{
    int ends[2], status = 0;
    char text[1024];
    CHECK_THAT(!pipe(ends));
    pid_t child = fork();
    if (!child) {
        dup2(ends[1], 2);
        run();
        _exit(0);
    }
    close(ends[1]);
    ssize_t n = read(ends[0], text, sizeof text - 1);
    text[n > 0 ? n : 0] = 0;
    close(ends[0]);
    waitpid(child, &status, 0);
    CHECK_THAT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    CHECK_THAT(strstr(text, name));
}

int main(void)
{
    recorded(&library, 0.9);
    recorded(table, 1.4);
    conditioned(0.9);
    inside();
    repeated();
    expect_end(no_trace, "insertChoice");
    expect_end(no_observations, "hasChoice");
    expect_end(no_gradients, "insertChoiceGradient");
    expect_end(no_table, "insertChoice");
    return oracle_result();
}
