/* The kind map: adjoints and shadow pointers in the same bytes, whole values and parts of them,
 * values of several formats, and what ends the program. */
#include "enz_rt.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int failures;

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

static const unsigned char anything = ENZ_RT_MAY_BE_POINTER | ENZ_RT_MAY_BE_FLOAT,
                           doubles = ENZ_RT_MAY_BE_FLOAT | ENZ_RT_KIND_DOUBLE,
                           several = ENZ_RT_MAY_BE_FLOAT;

union word {
    double d;
    float f[2];
    void *p;
    unsigned char bytes[8];
};

/* Doubles and a shadow pointer go through untyped bytes; the adjoints come back and the pointer is
 * left alone. */
static void test_words(void)
{
    struct enz_rt_tape tape = {0};
    union word from[3] = {{0}}, to[3] = {{0}}, loaded;
    from[1].p = &tape;
    enz_rt_kind_store(&tape, &from[0], 8, ENZ_RT_KIND_DOUBLE, "here");
    enz_rt_kind_store(&tape, &from[1], 8, ENZ_RT_KIND_POINTER, "here");
    enz_rt_kind_store(&tape, &from[2], 8, ENZ_RT_KIND_FLOAT, "here");
    enz_rt_kind_copy(&tape, to, from, sizeof from, &anything, 1);
    EXPECT(to[1].p == &tape);
    enz_rt_kind_load(&tape, &to[1], &loaded, 8);
    EXPECT(loaded.p == &tape);

    double one = 1.5;
    float two[2] = {2.5f, -4};
    enz_rt_kind_add(&tape, &to[0], &one, 8, ENZ_RT_KIND_DOUBLE, "here");
    enz_rt_kind_add(&tape, &to[2], two, 8, ENZ_RT_KIND_FLOAT, "here");
    from[0].d = 0.25;
    enz_rt_kind_adjoint(&tape, to, from, sizeof from, &anything, 1, "here");
    EXPECT(from[0].d == 1.75 && from[2].f[0] == 2.5f && from[2].f[1] == -4);
    EXPECT(from[1].p == &tape && to[1].p == &tape);
    EXPECT(to[0].d == 0 && to[2].f[0] == 0);
    enz_rt_kind_take(&tape, &from[0], &loaded, 8, ENZ_RT_KIND_DOUBLE, "here");
    EXPECT(loaded.d == 1.75 && from[0].d == 0);
    enz_rt_kinds_free(tape.kinds);
}

/* Both halves of an adjoint come back on ways of their own. */
static void test_parts(void)
{
    struct enz_rt_tape tape = {0};
    union word from = {0}, low = {0}, high = {0}, value = {-0.7};
    enz_rt_kind_store(&tape, &from, 8, ENZ_RT_KIND_DOUBLE, "here");
    enz_rt_kind_copy(&tape, &low, &from, 4, &anything, 1);
    enz_rt_kind_copy(&tape, &high.bytes[4], &from.bytes[4], 4, &anything, 1);
    memcpy(low.bytes, value.bytes, 4);
    memcpy(&high.bytes[4], &value.bytes[4], 4);
    enz_rt_kind_adjoint(&tape, &high.bytes[4], &from.bytes[4], 4, &anything, 1, "here");
    enz_rt_kind_adjoint(&tape, &low, &from, 4, &anything, 1, "here");
    EXPECT(from.d == -0.7);
    enz_rt_kinds_free(tape.kinds);
}

/* What the user put into the shadow has no tags. */
static void test_seeds(void)
{
    struct enz_rt_tape tape = {0};
    double from[3] = {1, 2, 3}, to[3] = {10, 20, 30};
    enz_rt_kind_copy(&tape, to, from, sizeof from, &doubles, 1);
    enz_rt_kind_adjoint(&tape, to, from, sizeof from, &doubles, 1, "here");
    EXPECT(from[0] == 11 && from[2] == 33 && to[1] == 0);
    enz_rt_kinds_free(tape.kinds);
}

/* A pointer of the user's, known to be one only when it is loaded behind the copy. */
static void test_candidates(void)
{
    struct enz_rt_tape tape = {0};
    union word from = {.p = &failures}, to = {.d = 5}, loaded;
    enz_rt_kind_copy(&tape, &to, &from, 8, &anything, 1);
    EXPECT(to.d == 5);
    enz_rt_kind_load(&tape, &to, &loaded, 8);
    EXPECT(loaded.p == &failures);
    enz_rt_kinds_free(tape.kinds);
}

static void seed_that_may_be_a_pointer(void)
{
    struct enz_rt_tape tape = {0};
    double from = 0, to = 1;
    enz_rt_kind_adjoint(&tape, &to, &from, 8, &anything, 1, "here");
}

static void part_beside_whole(void)
{
    struct enz_rt_tape tape = {0};
    union word from = {0}, low = {0}, value = {-0.7};
    double one = 1;
    enz_rt_kind_store(&tape, &from, 8, ENZ_RT_KIND_DOUBLE, "here");
    enz_rt_kind_copy(&tape, &low, &from, 4, &anything, 1);
    enz_rt_kind_add(&tape, &from, &one, 8, ENZ_RT_KIND_DOUBLE, "here");
    memcpy(low.bytes, value.bytes, 4);
    enz_rt_kind_adjoint(&tape, &low, &from, 4, &anything, 1, "here");
}

static void whole_beside_part(void)
{
    struct enz_rt_tape tape = {0};
    union word from = {0}, low = {0}, value = {-0.7};
    double one = 1;
    enz_rt_kind_store(&tape, &from, 8, ENZ_RT_KIND_DOUBLE, "here");
    enz_rt_kind_copy(&tape, &low, &from, 4, &anything, 1);
    memcpy(low.bytes, value.bytes, 4);
    enz_rt_kind_adjoint(&tape, &low, &from, 4, &anything, 1, "here");
    enz_rt_kind_add(&tape, &from, &one, 8, ENZ_RT_KIND_DOUBLE, "here");
}

static void two_formats(void)
{
    struct enz_rt_tape tape = {0};
    double shadow = 0, one = 0.1;
    float two = 2;
    enz_rt_kind_add(&tape, &shadow, &one, 8, ENZ_RT_KIND_DOUBLE, "here");
    enz_rt_kind_add(&tape, &shadow, &two, 4, ENZ_RT_KIND_FLOAT, "here");
}

static void lost_in_an_integer(void)
{
    struct enz_rt_tape tape = {0};
    double shadow = 0, one = 1;
    enz_rt_kind_add(&tape, &shadow, &one, 8, ENZ_RT_KIND_DOUBLE, "here");
    enz_rt_kind_overwritten(&tape, &shadow, 8, "here");
}

static int ends(void (*run)(void))
{
    int status = 0;
    pid_t child = fork();
    if (!child) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(2);
        run();
        _exit(0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
           WTERMSIG(status) == SIGABRT;
}

/* Tags beyond a page, and a clone that goes its own way. */
static void test_clone(void)
{
    enum { MANY = 3000 };
    struct enz_rt_tape tape = {0};
    double *from = calloc(MANY, sizeof *from), *to = calloc(MANY, sizeof *to);
    enz_rt_kind_store(&tape, from, MANY * sizeof *from, ENZ_RT_KIND_DOUBLE, "here");
    enz_rt_kind_copy(&tape, to, from, MANY * sizeof *from, &several, 1);
    struct enz_rt_tape other = {.kinds = enz_rt_kinds_clone(tape.kinds)};
    enz_rt_kind_fresh(&tape, to, MANY * sizeof *to);
    to[MANY - 1] = 7;
    enz_rt_kind_adjoint(&other, to, from, MANY * sizeof *to, &anything, 1, "here");
    EXPECT(from[MANY - 1] == 7 && to[MANY - 1] == 0);
    enz_rt_kinds_free(tape.kinds);
    enz_rt_kinds_free(other.kinds);
    free(from);
    free(to);
}

/* Split mode: tangents pass by shadow pointers that the first half has put there, or take their
 * places. */
static void test_tangents(void)
{
    struct enz_rt_tape tape = {0};
    union word from[2] = {{-0.5}, {0}}, to[2] = {{0}}, loaded;
    from[1].p = to[0].p = to[1].p = &tape;
    enz_rt_kind_store(&tape, from, 8, ENZ_RT_KIND_DOUBLE, "here");
    enz_rt_kind_store(&tape, &from[1], 8, ENZ_RT_KIND_POINTER, "here");
    enz_rt_kind_store(&tape, to, 16, ENZ_RT_KIND_POINTER, "here");
    enz_rt_kind_tangents(&tape, to, from, sizeof to);
    EXPECT(to[0].d == -0.5 && to[1].p == &tape);
    enz_rt_kind_reload(&tape, &to[1], &loaded, 8, "here");
    EXPECT(loaded.p == &tape);
    from[0].d = 0;
    enz_rt_kind_tangents(&tape, &to[1], from, 8);
    EXPECT(to[1].p == &tape);
    enz_rt_kinds_free(tape.kinds);
}

static void reload_taken(void)
{
    struct enz_rt_tape tape = {0};
    union word from = {-0.5}, to = {.p = &tape};
    enz_rt_kind_store(&tape, &to, 8, ENZ_RT_KIND_POINTER, "here");
    enz_rt_kind_tangents(&tape, &to, &from, 8);
    enz_rt_kind_reload(&tape, &to, &from, 8, "here");
}

int main(void)
{
    test_words();
    test_parts();
    test_seeds();
    test_candidates();
    test_clone();
    test_tangents();
    EXPECT(ends(seed_that_may_be_a_pointer));
    EXPECT(ends(part_beside_whole));
    EXPECT(ends(whole_beside_part));
    EXPECT(ends(two_formats));
    EXPECT(ends(lost_in_an_integer));
    EXPECT(ends(reload_taken));
    return failures != 0;
}
