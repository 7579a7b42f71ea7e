/* -fenz-check=kinks: where a run comes within rounding of a kink, the place, the operation and its
 * operands are said; where it does not, nothing is. In both modes, and in split mode. */
#define _POSIX_C_SOURCE 200809L
#include "oracle.h"
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- functions with one kink each, and where it is ------------------------------------------- */

static double absolute(double x, double y)
{
    return fabs(x - y) * x;
}
static double larger(double x, double y)
{
    return fmax(x, y) * y;
}
static double smaller(double x, double y)
{
    return fmin(x * 2, y) * y;
}
static double branch(double x, double y)
{
    if (x + y > 1)
        return x * x;
    return y * x;
}
static double relu(double x, double y)
{
    return (x > 0 ? x : 0) * y;
}
static double down(double x, double y)
{
    return floor(x * y) + x;
}
static double nearest(double x, double y)
{
    return rint(x * y) + x;
}
static double integer(double x, double y)
{
    return (int)(x * 3) * y;
}
static double root(double x, double y)
{
    return sqrt(x - y) + x;
}
static double cube_root(double x, double y)
{
    return cbrt(x + y) + x;
}
static double power(double x, double y)
{
    return pow(x, 1.5) + y * pow(x, 2);
}
static double even_power(double x, double y)
{
    return pow(x, y);
}
static double angle(double x, double y)
{
    return acos(x + y * 0);
}
static double length(double x, double y)
{
    return hypot(x, y);
}
static double rest(double x, double y)
{
    return fmod(x, y) * x;
}
static double positive_part(double x, double y)
{
    return fdim(x, y) * x;
}
static double of_constants(double x, double y)
{
    double sum = 0;
    for (double t = -1; t <= 1; t += 0.5)
        sum += (t > 0 ? x : y) * fabs(t);
    return sum;
}
static double in_memory(double x, double y)
{
    volatile int turns = 3;
    double a[3] = {x, y, x * y}, most = -INFINITY;
    for (int i = 0; i < turns; i++)
        if (a[i] > most)
            most = a[i];
    return most;
}

typedef double function(double, double);
struct known {
    function *f;
    double x, y;         /* at the kink */
    double far_x, far_y; /* far from it */
    const char *says;    /* NULL: nothing, there either */
};
static const struct known all[] = {
    {absolute, 0.1 + 0.2, 0.3, 0.31, 0.3, "fabs of 5.5511"},
    {larger, 2, 2, 2.001, 2, "of 2 and 2"},
    {smaller, 1, 2, 1, 2.0001, "a minimum or maximum of 2 and 2"},
    {branch, 0.7, 0.3, 0.7, 0.301, "a comparison of 1 and 1"},
    {relu, 0, 2, 1e-12, 2, "a minimum or maximum of 0 and 0"},
    {down, 2, 1.5, 2, 1.51, "floor of 3"},
    {nearest, 1, 1.5, 1, 1.49, "rint of 1.5"},
    {integer, 1. / 3, 2, 0.3, 2, "a conversion to an integer of 1"},
    {root, 0.5, 0.5, 0.5001, 0.5, "sqrt of 0"},
    {cube_root, 0.3, -0.1 - 0.2, 0.3, -0.1, "cbrt of "},
    {power, 0, 1, 1e-3, 1, "pow of 0 and 1.5"},
    {even_power, 0, 2, 0.1, 2, NULL},
    {angle, 1, 0, 0.99, 0, "acos of 1"},
    {length, 0, 0, 1e-20, 0, "hypot of 0 and 0"},
    {rest, 6, 2, 6.1, 2, "fmod of 6 and 2"},
    {positive_part, 3, 3, 3, 3.1, "fdim of 3 and 3"},
    {of_constants, 0, 0, 1, 1, NULL},
    {in_memory, 1, 1, 2, 3, "a minimum or maximum of 1 and 1"},
};

/* ---- runs ------------------------------------------------------------------------------------ */

extern int enzyme_tape;
struct pair {
    double x, y;
};
extern struct pair __enzyme_autodiff_pair(void *, ...);
extern struct pair __enzyme_reverse_pair(void *, ...);
struct halves {
    void *tape;
    double value;
};
extern struct halves __enzyme_augmentfwd_halves(void *, ...);

enum mode { REVERSE, FORWARD, SPLIT, MODES };
static const struct known *now;

/* The calls are written out: each place of a kink belongs to one derivative. */
#define RUN(g)                                                                                     \
    if (now->f == g && mode == REVERSE)                                                            \
        __enzyme_autodiff_pair((void *)g, x, y);                                                   \
    if (now->f == g && mode == FORWARD)                                                            \
        __enzyme_fwddiff((void *)g, x, 1.0, y, 1.0);                                               \
    if (now->f == g && mode == SPLIT) {                                                            \
        struct halves h = __enzyme_augmentfwd_halves((void *)g, x, y);                             \
        __enzyme_reverse_pair((void *)g, x, y, 1.0, h.tape);                                       \
    }

static void run(enum mode mode, double x, double y)
{
    RUN(absolute);
    RUN(larger);
    RUN(smaller);
    RUN(branch);
    RUN(relu);
    RUN(down);
    RUN(nearest);
    RUN(integer);
    RUN(root);
    RUN(cube_root);
    RUN(power);
    RUN(even_power);
    RUN(angle);
    RUN(length);
    RUN(rest);
    RUN(positive_part);
    RUN(of_constants);
    RUN(in_memory);
}

/* What is said meanwhile; ends where the program does. */
static const char *said(enum mode mode, double x, double y, int times, const char *wish)
{
    static char text[1 << 16];
    int ends[2];
    CHECK_THAT(pipe(ends) == 0);
    pid_t child = fork();
    if (!child) {
        dup2(ends[1], 2);
        if (wish)
            setenv("ENZCC_CHECK", wish, 1);
        for (int i = 0; i < times; i++)
            run(mode, x, y);
        _exit(0);
    }
    close(ends[1]);
    size_t n = 0;
    for (ssize_t got; (got = read(ends[0], text + n, sizeof text - 1 - n)) > 0;)
        n += (size_t)got;
    text[n] = 0;
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    bool stops = wish && strcmp(wish, "stop") == 0;
    CHECK_THAT(stops ? WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT : status == 0);
    return text;
}

static int lines(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

int main(void)
{
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int mode = 0; mode < MODES; mode++) {
            now = &all[i];
            const char *at = said((enum mode)mode, now->x, now->y, 1, NULL);
            bool right = now->says ? strstr(at, now->says) && strstr(at, "reported.c:") : !*at;
            const char *far = right ? said((enum mode)mode, now->far_x, now->far_y, 1, NULL) : at;
            if (!CHECK_THAT(right && !*far))
                printf("%s in mode %d: %s%s\n", now->says, mode, at, far);
        }
    /* The first time, the tenth, the hundredth; all; the program stops. */
    now = &all[0];
    CHECK_THAT(lines(said(REVERSE, now->x, now->y, 99, NULL)) == 2);
    CHECK_THAT(strstr(said(REVERSE, now->x, now->y, 100, NULL), "(100 times so far)") != NULL);
    CHECK_THAT(lines(said(REVERSE, now->x, now->y, 20, "all")) == 20);
    CHECK_THAT(lines(said(REVERSE, now->x, now->y, 20, "stop")) == 1);
    return oracle_result();
}
