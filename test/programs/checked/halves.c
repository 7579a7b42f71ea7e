/* -fenz-check=dot,fd in split mode: where the first half is called, both halves run once at once,
 * and a wrong rule is found, at its call. What they have done is put back: memory, shadows and
 * tapes are as without the check. */
#define _POSIX_C_SOURCE 200809L
#include "oracle.h"
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct augmented {
    void *tape;
    double value;
};
struct gradient {
    double x, y;
};
struct augmented __enzyme_augmentfwd(void *, ...);
struct gradient __enzyme_reverse(void *, ...);
void *__enzyme_augmentfwd_step(void *, ...);
void __enzyme_reverse_step(void *, ...);

/* Reverse mode is wrong by one in a thousand. */
double cube(double x)
{
    return x * x * x;
}
double cube_augmented(double x)
{
    return x * x * x;
}
double cube_reverse(double x, double seed)
{
    return 3.003 * x * x * seed;
}
void *__enzyme_register_gradient_cube[] = {(void *)cube, (void *)cube_augmented,
                                           (void *)cube_reverse};

enum { CUBE = __LINE__ + 3 };
static double wrong(double x, double y)
{
    return cube(x) * y;
}
static void step(double *s, int n)
{
    for (int i = 0; i < n; i++) {
        double old = s[0];
        s[0] = sin(s[0]) * s[1] + old;
        s[1] += 0.1 * old * s[0];
    }
}

static char text[8192];
static void printed(void (*call)(void))
{
    int ends[2], was = dup(2);
    CHECK_THAT(pipe(ends) == 0);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    dup2(ends[1], 2);
    call();
    dup2(was, 2);
    close(was);
    close(ends[1]);
    ssize_t n = read(ends[0], text, sizeof text - 1);
    close(ends[0]);
    text[n > 0 ? n : 0] = 0;
}
static void call_wrong(void)
{
    struct augmented a = __enzyme_augmentfwd((void *)wrong, 0.5, 3.0);
    struct gradient g = __enzyme_reverse((void *)wrong, 0.5, 3.0, 2.0, a.tape);
    CHECK(a.value, 0.375);
    CHECK(g.x, 2 * 3.003 * 0.25 * 3);
    CHECK(g.y, 0.25);
}
static void call_right(void)
{
    double s[2] = {0.5, 0.25}, ds[2] = {1, 2}, wanted[2] = {0.5, 0.25}, at_once[2] = {0.5, 0.25},
           gradient[2] = {1, 2};
    void *tapes[4];
    for (int t = 0; t < 4; t++) {
        tapes[t] = __enzyme_augmentfwd_step((void *)step, enzyme_dup, s, ds, enzyme_const, 3);
        step(wanted, 3);
        CHECK_THAT(s[0] == wanted[0] && s[1] == wanted[1]);
        CHECK_THAT(ds[0] == 1 && ds[1] == 2);
    }
    for (int t = 4; t-- > 0;)
        __enzyme_reverse_step((void *)step, enzyme_dup, s, ds, enzyme_const, 3, tapes[t]);
    __enzyme_autodiff((void *)step, enzyme_dup, at_once, gradient, enzyme_const, 12);
    CHECK_ARRAY(ds, gradient, 2);
}

int main(void)
{
    char place[64];
    setenv("ENZCC_CHECK", "all", 1);
    printed(call_wrong);
    CHECK_THAT(strstr(text, "the derivative of wrong is wrong") &&
               strstr(text, "split mode gives"));
    snprintf(place, sizeof place, "halves.c:%d:", CUBE);
    const char *at = strstr(text, place);
    CHECK_THAT(at && strstr(at, "here cube is called, whose own derivative differs"));
    printed(call_right);
    fputs(text, stderr);
    CHECK_THAT(!*text);
    return oracle_result();
}
