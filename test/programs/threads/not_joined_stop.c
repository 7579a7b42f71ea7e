/* A thread that differentiated code starts, and that is joined elsewhere, has no reverse sweep: the
 * run ends. */
#include "oracle.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

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

static void gradient(const double *x)
{
    double dx[2] = {0};
    __enzyme_autodiff((void *)starts, enzyme_dup, x, dx);
}

static void gradient_detached(const double *x)
{
    double dx[2] = {0};
    __enzyme_autodiff((void *)starts_detached, enzyme_dup, x, dx);
}

static int ends(void (*run)(const double *), const double *x)
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        freopen("/dev/null", "w", stderr);
        run(x);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

int main(void)
{
    const double x[2] = {1, 2};
    CHECK_THAT(ends(gradient, x));
    CHECK_THAT(ends(gradient_detached, x));
    return oracle_result();
}
