/* Addresses that are made of others by arithmetic that says nothing of their shadows: the run ends
 * there, with a message. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "oracle.h"

struct view {
    uintptr_t base, offset;
};

static double product(const struct view *s, int n)
{
    const double *p = (const double *)(s->base * 8 + s->offset);
    return *p * *p * n;
}

static double shifted(const struct view *s, int n)
{
    const double *p = (const double *)((s->base << 3) + 0 * (uintptr_t)n);
    return *p * *p;
}

static double kept[512];

/* A place in a table. */
static double hashed(const struct view *s, int n)
{
    uintptr_t *w = malloc(sizeof *w * (size_t)n);
    w[n - 1] = (s->offset >> 3) & 0xff8;
    w[0] = s->base;
    const double *p = (const double *)(w[0] + w[n - 1]);
    double r = *p * *p;
    free(w);
    return r;
}

static double rotated(const struct view *s, int n)
{
    uintptr_t *w = malloc(sizeof *w * (size_t)n);
    for (int i = 0; i < n; i++)
        w[i] = s->base << 12 | s->base >> 52;
    const double *p = (const double *)(w[n - 1] >> 12 | w[n - 1] << 52);
    double r = *p * *p;
    free(w);
    return r;
}

/* A byte of the address is replaced. */
static double by_byte(const struct view *s, int n)
{
    uintptr_t *w = malloc(sizeof *w * (size_t)n);
    w[n - 1] = s->base;
    ((unsigned char *)&w[n - 1])[0] |= 1;
    const double *p = (const double *)(w[n - 1] - 1);
    double r = *p * *p;
    free(w);
    return r;
}

/* Nothing beside the integers says that there is a shadow. */
static double without(const struct view *s, int n)
{
    const double *p = (const double *)(s->base + s->offset);
    return *p * *p * n;
}

enum { TEXT = 4096 };

/* How the derivative ends, and what it says. */
#define MESSAGE_OF(mode, f, s, ds, text)                                                           \
    ({                                                                                             \
        int status = 0, ends[2];                                                                   \
        fflush(NULL);                                                                              \
        if (pipe(ends))                                                                            \
            abort();                                                                               \
        pid_t child = fork();                                                                      \
        if (!child) {                                                                              \
            dup2(ends[1], 2);                                                                      \
            mode((void *)(f), enzyme_dup, &(s), &(ds), enzyme_const, 2);                           \
            _exit(0);                                                                              \
        }                                                                                          \
        close(ends[1]);                                                                            \
        ssize_t got = read(ends[0], text, TEXT - 1);                                               \
        (text)[got > 0 ? got : 0] = 0;                                                             \
        close(ends[0]);                                                                            \
        waitpid(child, &status, 0);                                                                \
        WIFSIGNALED(status) ? WTERMSIG(status) : 0;                                                \
    })

static void check_message(const char *text)
{
    CHECK_THAT(strstr(text, "this address was made by arithmetic on integers") != NULL);
}

#define CHECK_STOPS(f, s, ds)                                                                      \
    do {                                                                                           \
        char text[TEXT];                                                                           \
        CHECK_THAT(MESSAGE_OF(__enzyme_autodiff, f, s, ds, text) == SIGABRT);                      \
        check_message(text);                                                                       \
        CHECK_THAT(MESSAGE_OF(__enzyme_fwddiff, f, s, ds, text) == SIGABRT);                       \
        check_message(text);                                                                       \
    } while (0)

/* Not where a page begins: no part of its address is zero. The shadow's address has another lowest
 * byte: where that is replaced the same byte would be right for both. */
static _Alignas(4096) double page[512] = {[64] = 0.1, 0.2, 0.3, 0.7}, shadows[512];
static double *const v = page + 64, *const dv = shadows + 5;

int main(void)
{
    struct view s = {(uintptr_t)v / 8, 24}, ds = {(uintptr_t)dv / 8, 0};
    CHECK_STOPS(product, s, ds);
    CHECK_STOPS(shifted, s, ds);
    s = (struct view){(uintptr_t)kept, (uintptr_t)v};
    ds = (struct view){(uintptr_t)dv, (uintptr_t)v + 0x12345678};
    CHECK_STOPS(hashed, s, ds);
    s = (struct view){(uintptr_t)v, 24}, ds = (struct view){(uintptr_t)dv, 0};
    CHECK_STOPS(rotated, s, ds);
    CHECK_STOPS(by_byte, s, ds);
    ds = (struct view){0, 0};
    CHECK_STOPS(without, s, ds);
    ds = s;
    CHECK_STOPS(without, s, ds);
    return oracle_result();
}
