#include <enzcc/trace.h>
#include <stdio.h>
#include <string.h>

extern int enzyme_interface, enzyme_trace, enzyme_observations, enzyme_duptrace;
double __enzyme_sample(void *, void *, const char *, ...);
void __enzyme_trace(void *, ...), __enzyme_condition(void *, ...);

/* A library that knows one choice. */
struct only {
    double value, score, gradient;
};
static void insert(void *trace, const char *name, double score, const void *data, size_t size)
{
    struct only *t = trace;
    memcpy(&t->value, data, size);
    t->score = score;
    printf("%s = %g, score %g\n", name, t->value, score);
}
static void insert_gradient(void *trace, const char *name, const void *data, size_t size)
{
    memcpy(&((struct only *)trace)->gradient, data, size);
    printf("slope at %s: %g\n", name, ((struct only *)trace)->gradient);
}
static size_t get(void *trace, const char *name, void *data, size_t size)
{
    (void)name;
    memcpy(data, &((struct only *)trace)->value, size);
    return size;
}
static bool has(void *trace, const char *name)
{
    (void)trace, (void)name;
    return true;
}
static const struct enz_trace_interface library = {.insert_choice = insert,
                                                   .insert_choice_gradient = insert_gradient,
                                                   .get_choice = get,
                                                   .has_choice = has};

static double always(double mean)
{
    return mean + 1;
}
static double distance(double mean, double x)
{
    return -(x - mean) * (x - mean);
}
static void model(void)
{
    __enzyme_sample((void *)always, (void *)distance, "x", 2.0);
}

int main(void)
{
    struct only t = {0, 0, 0};
    __enzyme_trace((void *)model, enzyme_interface, &library, enzyme_trace, &t);
    t.value = 5;
    __enzyme_condition((void *)model, enzyme_interface, &library, enzyme_observations, &t,
                       enzyme_duptrace, &t);
}
