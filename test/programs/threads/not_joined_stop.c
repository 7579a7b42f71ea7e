/* A thread that differentiated code starts, and that is joined elsewhere, has no reverse sweep: the
 * run ends. */
#include "oracle_stops.h"
#include <pthread.h>

struct slice {
    const double *x;
    double sum;
};

static pthread_t thread;
static struct slice slice;

static void *work(void *p)
{
    struct slice *s = p;
    s->sum += s->x[0] * s->x[1];
    return NULL;
}

static double starts(const double *x)
{
    slice = (struct slice){x, 0};
    pthread_create(&thread, NULL, work, &slice);
    return x[0];
}

static double starts_detached(const double *x)
{
    pthread_attr_t attributes;
    slice = (struct slice){x, 0};
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, work, &slice);
    pthread_attr_destroy(&attributes);
    return x[0];
}

static const double x[2] = {1, 2};

static void gradient(void)
{
    double dx[2] = {0};
    __enzyme_autodiff((void *)starts, enzyme_dup, x, dx);
}

static void gradient_detached(void)
{
    double dx[2] = {0};
    __enzyme_autodiff((void *)starts_detached, enzyme_dup, x, dx);
}

int main(void)
{
    CHECK_THAT(oracle_stops_at(gradient, "not_joined_stop.c:24:5: ", "was not joined there"));
    CHECK_THAT(oracle_stops_at(gradient_detached, "not_joined_stop.c:34:5: ",
                               "a thread that differentiated code starts is detached: it must be "
                               "joined there"));
    return oracle_result();
}
