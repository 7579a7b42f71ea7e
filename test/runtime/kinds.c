/* The kind map: adjoints and shadow pointers in the same bytes, whole values and parts of them,
 * values of several formats, and what ends the program. */
#include "enz_rt.h"
#include "expect.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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
    enz_rt_kind_copy(&tape, to, from, sizeof from, &anything, 1, "here");
    EXPECT(to[1].p == &tape);
    enz_rt_kind_load(&tape, &to[1], &loaded, 8, &tape, "here");
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

/* A number, its halves in places of their own, and a number made of them: what their shadows
 * hold. */
struct halves {
    struct enz_rt_tape tape;
    union word from, low, high, joined;
};

static void copy(struct enz_rt_tape *tape, void *to, const void *from, size_t n)
{
    enz_rt_kind_copy(tape, to, from, n, &anything, 1, "here");
}

static void copy_back(struct enz_rt_tape *tape, void *to, void *from, size_t n)
{
    enz_rt_kind_adjoint(tape, to, from, n, &anything, 1, "here");
}

static void add(struct enz_rt_tape *tape, union word *to, double amount)
{
    enz_rt_kind_add(tape, to, &amount, 8, ENZ_RT_KIND_DOUBLE, "here");
}

static double take(struct enz_rt_tape *tape, union word *from)
{
    double amount;
    enz_rt_kind_take(tape, from, &amount, 8, ENZ_RT_KIND_DOUBLE, "here");
    return amount;
}

/* A constant number. */
static void constant(struct enz_rt_tape *tape, void *at, size_t n)
{
    enz_rt_kind_overwritten(tape, at, n, 0, "here");
}

static void halves_forward(struct halves *h)
{
    *h = (struct halves){.tape = {0}};
    enz_rt_kind_store(&h->tape, &h->from, 8, ENZ_RT_KIND_DOUBLE, "here");
    copy(&h->tape, &h->low, &h->from, 4);
    copy(&h->tape, &h->high.bytes[4], &h->from.bytes[4], 4);
    copy(&h->tape, &h->joined, &h->low, 4);
    copy(&h->tape, &h->joined.bytes[4], &h->high.bytes[4], 4);
}

static void halves_apart(struct halves *h, double adjoint)
{
    halves_forward(h);
    add(&h->tape, &h->joined, adjoint);
    copy_back(&h->tape, &h->joined.bytes[4], &h->high.bytes[4], 4);
    copy_back(&h->tape, &h->joined, &h->low, 4);
}

static void halves_end(struct halves *h)
{
    enz_rt_kinds_check(h->tape.kinds);
    enz_rt_kinds_free(h->tape.kinds);
}

/* Both halves of an adjoint come back on ways of their own. */
static void test_parts(void)
{
    static const double adjoints[] = {-0.7, 1, 0x1p-1074, 0};
    for (unsigned i = 0; i < sizeof adjoints / sizeof *adjoints; i++) {
        struct halves h;
        halves_apart(&h, adjoints[i]);
        copy_back(&h.tape, &h.high.bytes[4], &h.from.bytes[4], 4);
        copy_back(&h.tape, &h.low, &h.from, 4);
        EXPECT(h.joined.d == 0 && h.low.d == 0 && h.high.d == 0);
        add(&h.tape, &h.from, 2);
        EXPECT(take(&h.tape, &h.from) == adjoints[i] + 2);
        halves_end(&h);
    }
}

/* All bytes of the adjoint belong to a constant. */
static void test_dropped(void)
{
    struct halves h;
    halves_apart(&h, 1);
    constant(&h.tape, &h.low, 4);
    constant(&h.tape, &h.high.bytes[6], 2);
    constant(&h.tape, &h.high.bytes[4], 2);
    EXPECT(take(&h.tape, &h.from) == 0);
    add(&h.tape, &h.joined, -3);
    for (int i = 0; i < 8; i++)
        constant(&h.tape, &h.joined.bytes[i], 1);
    EXPECT(take(&h.tape, &h.joined) == 0);
    add(&h.tape, &h.low, 5);
    EXPECT(take(&h.tape, &h.low) == 5);
    halves_end(&h);
}

/* Bytes in the opposite order, and back. */
static void test_reversed(void)
{
    struct enz_rt_tape tape = {0};
    union word from = {0}, reversed = {0}, to = {0};
    enz_rt_kind_store(&tape, &from, 8, ENZ_RT_KIND_DOUBLE, "here");
    for (int i = 0; i < 8; i++)
        copy(&tape, &reversed.bytes[7 - i], &from.bytes[i], 1);
    for (int i = 0; i < 8; i++)
        copy(&tape, &to.bytes[7 - i], &reversed.bytes[i], 1);
    add(&tape, &to, 0.1);
    for (int i = 7; i >= 0; i--)
        copy_back(&tape, &to.bytes[7 - i], &reversed.bytes[i], 1);
    for (int i = 7; i >= 0; i--)
        copy_back(&tape, &reversed.bytes[7 - i], &from.bytes[i], 1);
    EXPECT(take(&tape, &from) == 0.1);
    enz_rt_kinds_check(tape.kinds);
    enz_rt_kinds_free(tape.kinds);
}

/* What the user put into the shadow has no tags. */
static void test_seeds(void)
{
    struct enz_rt_tape tape = {0};
    double from[3] = {1, 2, 3}, to[3] = {10, 20, 30};
    enz_rt_kind_copy(&tape, to, from, sizeof from, &doubles, 1, "here");
    enz_rt_kind_adjoint(&tape, to, from, sizeof from, &doubles, 1, "here");
    EXPECT(from[0] == 11 && from[2] == 33 && to[1] == 0);
    enz_rt_kinds_free(tape.kinds);
}

/* Memory that the derivative allocated holds no seed: what stands behind half a word of it is
 * somebody else's. It may have one once the user's memory is copied over it. */
/* Memory that the derivative allocated holds no seed, whatever was in it meanwhile. What is beside
 * the bytes that are copied is somebody else's. */
static void test_fresh_again(void)
{
    struct enz_rt_tape tape = {0};
    union word memory[2] = {{0}, {.d = 2}}, from = {0}, words[2] = {{0}};
    const unsigned char longs = ENZ_RT_MAY_BE_FLOAT | ENZ_RT_KIND_X86_FP80;
    enz_rt_kind_fresh(&tape, &memory, 8);
    enz_rt_kind_store(&tape, &from, 8, ENZ_RT_KIND_DOUBLE, "here");
    enz_rt_kind_copy(&tape, &memory, &from, 8, &longs, 1, "here");
    enz_rt_kind_copy(&tape, &memory, words, 8, &longs, 1, "here");
    enz_rt_kind_adjoint(&tape, &memory, words, 8, &longs, 1, "here");
    EXPECT(memory[1].d == 2 && words[0].d == 0);
    enz_rt_kinds_free(tape.kinds);
}

/* The padding of a long double may be where another one begins: what was there before does not
 * hide it. */
static void test_padding(void)
{
    struct enz_rt_tape tape = {0};
    char from[48] = {0}, to[48] = {0};
    long double one = 1.5, got = 0;
    const unsigned char longs = ENZ_RT_MAY_BE_FLOAT | ENZ_RT_KIND_X86_FP80;
    enz_rt_kind_store(&tape, to, 10, ENZ_RT_KIND_X86_FP80, "here");
    enz_rt_kind_store(&tape, to + 12, 10, ENZ_RT_KIND_X86_FP80, "here");
    enz_rt_kind_add(&tape, to + 12, &one, 10, ENZ_RT_KIND_X86_FP80, "here");
    enz_rt_kind_adjoint(&tape, to, from, 32, &longs, 1, "here");
    enz_rt_kind_take(&tape, from + 12, &got, 10, ENZ_RT_KIND_X86_FP80, "here");
    EXPECT(got == 1.5);
    enz_rt_kinds_free(tape.kinds);
}

static void test_fresh(void)
{
    struct enz_rt_tape tape = {0};
    union word memory = {.f = {0, 2}};
    int from = 0;
    enz_rt_kind_fresh(&tape, &memory, 4);
    enz_rt_kind_copy(&tape, &memory, &from, 4, &doubles, 1, "here");
    enz_rt_kind_adjoint(&tape, &memory, &from, 4, &doubles, 1, "here");
    EXPECT(memory.f[1] == 2 && from == 0);
    enz_rt_kinds_free(tape.kinds);
}

static void half_of_seed_moved(void)
{
    struct enz_rt_tape tape = {0};
    union word memory = {.f = {0, 2}}, fresh = {0};
    enz_rt_kind_fresh(&tape, &fresh, 8);
    enz_rt_kind_copy(&tape, &memory, &fresh, 4, &doubles, 1, "here");
    enz_rt_kind_adjoint(&tape, &memory, &fresh, 4, &doubles, 1, "here");
}

/* Forward mode: one byte of a pointer is replaced. */
static void test_pointer_with_other_byte(void)
{
    struct enz_rt_tape tape = {0};
    union word w = {.p = &failures}, null = {0};
    enz_rt_kind_put(&tape, &w, 8, ENZ_RT_KIND_POINTER);
    EXPECT(!enz_rt_kind_no_shadow(&tape, &w, 8, &w, "here"));
    enz_rt_kind_put(&tape, &w, 1, ENZ_RT_KIND_INTEGER);
    EXPECT(enz_rt_kind_no_shadow(&tape, &w, 8, &w, NULL));
    EXPECT(enz_rt_kind_no_shadow(&tape, &w, 8, &null, "here"));
    enz_rt_kind_put(&tape, &w, 8, ENZ_RT_KIND_LOST);
    EXPECT(enz_rt_kind_no_shadow(&tape, &w, 8, &w, NULL));
    enz_rt_kinds_free(tape.kinds);
}

/* A pointer of the user's, known to be one only when it is loaded behind the copy. */
static void test_candidates(void)
{
    struct enz_rt_tape tape = {0};
    union word from = {.p = &failures}, to = {.d = 5}, loaded;
    enz_rt_kind_copy(&tape, &to, &from, 8, &anything, 1, "here");
    EXPECT(to.d == 5);
    enz_rt_kind_load(&tape, &to, &loaded, 8, &tape, "here");
    EXPECT(loaded.p == &failures);
    enz_rt_kinds_free(tape.kinds);
}

static void seed_that_may_be_a_pointer(void)
{
    struct enz_rt_tape tape = {0};
    double from = 0, to = 1;
    enz_rt_kind_adjoint(&tape, &to, &from, 8, &anything, 1, "here");
}

/* Of the adjoint 1 the lower half is zero. */
static void part_beside_whole(void)
{
    struct halves h;
    halves_apart(&h, 1);
    add(&h.tape, &h.from, 1);
    copy_back(&h.tape, &h.low, &h.from, 4);
}

static void whole_beside_part(void)
{
    struct halves h;
    halves_apart(&h, 1);
    copy_back(&h.tape, &h.low, &h.from, 4);
    add(&h.tape, &h.from, 1);
}

static void part_taken(void)
{
    struct halves h;
    halves_apart(&h, 1);
    copy_back(&h.tape, &h.high.bytes[4], &h.from.bytes[4], 4);
    take(&h.tape, &h.from);
}

/* The other half belongs to a constant. */
static void part_dropped(void)
{
    struct halves h;
    halves_apart(&h, 1);
    copy_back(&h.tape, &h.high.bytes[4], &h.from.bytes[4], 4);
    constant(&h.tape, &h.low, 4);
    halves_end(&h);
}

static void overwritten_taken(void)
{
    struct halves h;
    halves_forward(&h);
    add(&h.tape, &h.from, 1);
    constant(&h.tape, &h.from, 4);
    take(&h.tape, &h.from);
}

/* A number made of half a constant: nothing but the zero half of its adjoint comes back. */
static void zero_part_moved(void)
{
    struct halves h;
    halves_forward(&h);
    add(&h.tape, &h.joined, 1);
    constant(&h.tape, &h.joined.bytes[4], 4);
    copy_back(&h.tape, &h.joined, &h.from, 4);
    halves_end(&h);
}

/* The same in the opposite order. */
static void zero_part_overwritten(void)
{
    struct halves h;
    halves_forward(&h);
    add(&h.tape, &h.joined, 1);
    copy_back(&h.tape, &h.joined.bytes[4], &h.from.bytes[4], 4);
    constant(&h.tape, &h.joined, 4);
    halves_end(&h);
}

static void zero_part_active(void)
{
    struct halves h;
    halves_forward(&h);
    add(&h.tape, &h.joined, 1);
    enz_rt_kind_overwritten(&h.tape, &h.joined, 1, 1, "here");
}

static void two_places(void)
{
    struct halves h;
    halves_apart(&h, 1);
    copy_back(&h.tape, &h.high.bytes[4], &h.from.bytes[4], 4);
    copy_back(&h.tape, &h.low, &h.joined, 4);
    halves_end(&h);
}

/* Two numbers exchange their halves: each place gets a half of both adjoints. */
static void halves_exchanged(void)
{
    struct enz_rt_tape tape = {0};
    union word to[2] = {{0}}, from[2] = {{0}};
    add(&tape, &to[0], 1);
    add(&tape, &to[1], 2);
    copy_back(&tape, &to[0], &from[0], 4);
    copy_back(&tape, &to[1], &from[1], 4);
    copy_back(&tape, &to[0].bytes[4], &from[1].bytes[4], 4);
    copy_back(&tape, &to[1].bytes[4], &from[0].bytes[4], 4);
    take(&tape, &from[0]);
}

static void float_in_double(void)
{
    struct enz_rt_tape tape = {0};
    union word shadow = {0};
    float amount;
    add(&tape, &shadow, 1);
    enz_rt_kind_take(&tape, &shadow, &amount, 4, ENZ_RT_KIND_FLOAT, "here");
}

static void zero_part_of_seed(void)
{
    struct enz_rt_tape tape = {0};
    union word seed = {1}, from = {0};
    enz_rt_kind_adjoint(&tape, &seed, &from, 4, &doubles, 1, "here");
}

static void seed_overwritten(void)
{
    struct enz_rt_tape tape = {0};
    double seed = 1;
    enz_rt_kind_store(&tape, &seed, 8, ENZ_RT_KIND_INTEGER, "here");
    enz_rt_kind_overwritten(&tape, &seed, 8, 1, "here");
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
    enz_rt_kind_overwritten(&tape, &shadow, 8, 1, "here");
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
    enz_rt_kind_copy(&tape, to, from, MANY * sizeof *from, &several, 1, "here");
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
    enz_rt_kind_store(&tape, from, 8, ENZ_RT_KIND_DOUBLE, "here");
    enz_rt_kind_store(&tape, &from[1], 8, ENZ_RT_KIND_POINTER, "here");
    enz_rt_kind_store(&tape, to, 16, ENZ_RT_KIND_POINTER, "here");
    from[1].p = to[0].p = to[1].p = &tape;
    enz_rt_kind_tangents(&tape, to, from, sizeof to);
    EXPECT(to[0].d == -0.5 && to[1].p == &tape);
    enz_rt_kind_reload(&tape, &to[1], &loaded, 8, &tape, "here");
    EXPECT(loaded.p == &tape);
    from[0].d = 0;
    enz_rt_kind_tangents(&tape, &to[1], from, 8);
    EXPECT(to[1].d == 0);
    to[0].d = 2;
    enz_rt_kind_store(&tape, to, 8, ENZ_RT_KIND_DOUBLE, "here");
    enz_rt_kind_tangents(&tape, to->bytes + 3, from->bytes + 3, 5); /* tears nothing */
    enz_rt_kinds_check(tape.kinds);
    enz_rt_kinds_free(tape.kinds);
}

/* Integers made of an address have no shadow: that of a pointer loaded out of a copy is lost. */
static void lost_loaded(void)
{
    struct enz_rt_tape tape = {0};
    union word from = {0}, to = {0}, loaded, primal = {.p = &tape};
    enz_rt_kind_store(&tape, &from, 8, ENZ_RT_KIND_LOST, "here");
    copy(&tape, &to, &from, 8);
    enz_rt_kind_load(&tape, &to, &loaded, 8, &primal, "here");
}

/* The same for one byte of a shadow pointer that was replaced. */
static void byte_of_pointer_replaced(void)
{
    struct enz_rt_tape tape = {0};
    union word shadow = {.p = &tape}, loaded, primal = {.p = &tape};
    enz_rt_kind_store(&tape, &shadow, 8, ENZ_RT_KIND_POINTER, "here");
    enz_rt_kind_store(&tape, &shadow.bytes[0], 1, ENZ_RT_KIND_INTEGER, "here");
    enz_rt_kind_load(&tape, &shadow, &loaded, 8, &primal, "here");
}

/* A null pointer, an integer, and an address that was stored over what was lost, are none. */
static void test_lost(void)
{
    struct enz_rt_tape tape = {0};
    union word shadow = {0}, loaded, null = {0}, primal = {.p = &tape};
    enz_rt_kind_store(&tape, &shadow, 8, ENZ_RT_KIND_LOST, "here");
    enz_rt_kind_load(&tape, &shadow, &loaded, 8, &null, "here");
    enz_rt_kind_load(&tape, &shadow, &loaded, 8, &primal, NULL);
    for (int i = 0; i < 8; i++)
        EXPECT(loaded.bytes[i] == ENZ_RT_LOST);
    enz_rt_kind_store(&tape, &shadow, 8, ENZ_RT_KIND_POINTER, "here");
    shadow.p = &failures;
    enz_rt_kind_load(&tape, &shadow, &loaded, 8, &primal, "here");
    EXPECT(loaded.p == &failures);
    enz_rt_check_lost(&tape, &failures, "here");
    enz_rt_kinds_free(tape.kinds);
}

/* Where an integer is loaded: bytes of an address, zero ones among them, and others. */
static void test_has_address(void)
{
    struct enz_rt_tape tape = {0};
    union word user = {.bytes = {0, 0, 0, 1}}, none = {0}, to = {0}, stored = {0};
    EXPECT(enz_rt_has_address(user.bytes, 1) && enz_rt_has_address(user.bytes + 2, 4));
    EXPECT(!enz_rt_has_address(none.bytes, 8));
    EXPECT(enz_rt_kind_has_address(&tape, user.bytes, 1));
    EXPECT(!enz_rt_kind_has_address(&tape, none.bytes, 8));
    copy(&tape, &to, &user, 8);
    EXPECT(enz_rt_kind_has_address(&tape, to.bytes, 1));
    copy(&tape, &to, &none, 8);
    EXPECT(!enz_rt_kind_has_address(&tape, to.bytes, 8));
    enz_rt_kind_store(&tape, &stored, 8, ENZ_RT_KIND_DOUBLE, "here");
    stored.d = 1.5;
    EXPECT(!enz_rt_kind_has_address(&tape, stored.bytes, 8));
    enz_rt_kind_store(&tape, &stored.bytes[7], 1, ENZ_RT_KIND_LOST, "here");
    EXPECT(enz_rt_kind_has_address(&tape, stored.bytes, 8));
    enz_rt_kinds_free(tape.kinds);
}

static void lost_without_map(void)
{
    union word shadow;
    memset(&shadow, ENZ_RT_LOST, sizeof shadow);
    enz_rt_check_lost(&shadow, shadow.p, "here");
}

static void reload_taken(void)
{
    struct enz_rt_tape tape = {0};
    union word from = {-0.5}, to = {.p = &tape};
    enz_rt_kind_store(&tape, &to, 8, ENZ_RT_KIND_POINTER, "here");
    enz_rt_kind_tangents(&tape, &to, &from, 8);
    enz_rt_kind_reload(&tape, &to, &from, 8, &tape, "here");
}

/* Forward mode: tangents that are stored and moved. */
static void put(struct enz_rt_tape *tape, union word *to, double tangent)
{
    enz_rt_kind_put(tape, to, 8, ENZ_RT_KIND_DOUBLE);
    to->d = tangent;
}

static void move(struct enz_rt_tape *tape, void *to, void *from, size_t n)
{
    enz_rt_kind_move(tape, to, from, n);
    memmove(to, from, n);
}

/* What is read there; false if it is lost. */
static int has(struct enz_rt_tape *tape, union word *at, double tangent)
{
    union word t = *at;
    int lost = enz_rt_kind_tangent(tape, at, &t, 8, ENZ_RT_KIND_DOUBLE);
    EXPECT(lost == (t.d != t.d));
    return !lost && t.d == tangent;
}

static void test_parts_of_tangents(void)
{
    struct enz_rt_tape tape = {0};
    union word x, copy, between, to, y;
    put(&tape, &x, 1);
    put(&tape, &y, 1);
    put(&tape, &to, 0);
    move(&tape, &copy, &x, 8);
    move(&tape, &between, &x.bytes[4], 4);
    move(&tape, &to, &copy, 4);
    EXPECT(!has(&tape, &to, 0));
    move(&tape, &to.bytes[4], &between, 4); /* both halves are of x */
    EXPECT(has(&tape, &to, 1) && has(&tape, &x, 1) && has(&tape, &copy, 1));
    move(&tape, &to.bytes[4], &y.bytes[4], 4);
    EXPECT(!has(&tape, &to, 1));
    put(&tape, &to, 2);
    EXPECT(has(&tape, &to, 2));
    enz_rt_kind_put(&tape, &to, 4, ENZ_RT_KIND_INTEGER); /* the lower half of 2 is zero */
    EXPECT(!has(&tape, &to, 2));
    put(&tape, &x, 0);
    enz_rt_kind_put(&tape, &x, 4, ENZ_RT_KIND_INTEGER);
    EXPECT(has(&tape, &x, 0));
    put(&tape, &x, 3); /* the number of its first value is not that of this one */
    move(&tape, &between, &x, 4);
    put(&tape, &x, 3);
    move(&tape, &to, &between, 4);
    move(&tape, &to.bytes[4], &x.bytes[4], 4);
    EXPECT(!has(&tape, &to, 3));
    enz_rt_kinds_free(tape.kinds);
}

/* Memory of the user's, in which a value is not aligned. */
static void test_tangents_of_the_user(void)
{
    struct enz_rt_tape tape = {0};
    union word memory[2] = {{0}}, to, half;
    double tangent = 1.75;
    memcpy(&memory[0].bytes[4], &tangent, 8);
    move(&tape, &to, &memory[0].bytes[4], 8);
    EXPECT(has(&tape, &to, 1.75));
    move(&tape, &half, &memory[1], 4);
    move(&tape, &to.bytes[4], &half, 4);
    EXPECT(has(&tape, &to, 1.75));
    memory[0].d = 2;
    move(&tape, &to, &memory[0], 4);
    EXPECT(!has(&tape, &to, 2));
    enz_rt_kinds_free(tape.kinds);
}

static void test_address_for_tangent(void)
{
    struct enz_rt_tape tape = {0};
    union word w;
    enz_rt_kind_put(&tape, &w, 8, ENZ_RT_KIND_POINTER);
    w.p = &tape;
    EXPECT(!has(&tape, &w, 0));
    enz_rt_kind_part(&tape, &w, 8);
    EXPECT(has(&tape, &w, w.d));
    enz_rt_kind_part(&tape, &w, 4);
    enz_rt_kind_part(&tape, &w.bytes[4], 4);
    EXPECT(!has(&tape, &w, w.d));
    enz_rt_kinds_free(tape.kinds);
}

static uint64_t sources(struct enz_rt_tape *tape, const void *a, union word *da, const void *b,
                        union word *db)
{
    uint64_t (*in)(struct enz_rt_tape *, void *, const void *, size_t) = enz_rt_kind_moving;
    return enz_rt_kind_sources(a, b, 8, in(tape, da, a, 8), in(tape, db, b, 8), NULL);
}

/* Of each of two integers that are laid over each other. */
static void test_byte_sources(void)
{
    struct enz_rt_tape tape = {0};
    union word x = {.d = 1.5}, zero = {0}, one = {0}, dx, dzero;
    enum { ALL_OF_FIRST = 0x5555, ALL_OF_SECOND = 0xaaaa };
    one.bytes[0] = 1;
    put(&tape, &dx, 2);
    enz_rt_kind_put(&tape, &dzero, 8, ENZ_RT_KIND_INTEGER);
    dzero.d = 0;
    EXPECT(sources(&tape, &x, &dx, &zero, &dzero) == ALL_OF_FIRST);
    EXPECT(sources(&tape, &zero, &dzero, &x, &dx) == ALL_OF_SECOND);
    EXPECT(sources(&tape, &zero, &dx, &zero, &dzero) == ALL_OF_FIRST);
    EXPECT(sources(&tape, &x, &dx, &one, &dzero) == (ALL_OF_FIRST & ~UINT64_C(3)));
    EXPECT(sources(&tape, &x, &dx, &x, &dx) == 0);
    EXPECT(enz_rt_kind_carried(&tape, &dx, &x, 8) == 0xff);
    EXPECT(enz_rt_kind_carried(&tape, &dzero, &zero, 8) == 0);
    EXPECT(enz_rt_kind_carried(&tape, &x, &x, 8) == 0);
    enz_rt_kinds_free(tape.kinds);
}

/* Of an integer calculated from these 8 bytes the shadow is lost. */
static int loses_shadow(struct enz_rt_tape *tape, const void *p, const void *dp)
{
    uintptr_t rest = 3, drest = 0, shadow = 0;
    enz_rt_kind_store(tape, &drest, 8, ENZ_RT_KIND_INTEGER, NULL);
    enz_rt_kind_rest(tape, &drest, dp, p, 8);
    enz_rt_kind_load(tape, &drest, &shadow, 8, &rest, NULL);
    return shadow != 0;
}

static void test_rest(void)
{
    static const unsigned char possible[] = {ENZ_RT_MAY_BE_POINTER | ENZ_RT_MAY_BE_FLOAT};
    struct enz_rt_tape tape = {0};
    uintptr_t p = 0x1000, dp = 0x2000, copied = 0;
    EXPECT(!loses_shadow(&tape, &p, &p));
    enz_rt_kind_fresh(&tape, &copied, 8);
    enz_rt_kind_copy(&tape, &copied, &dp, 8, possible, 1, "here");
    EXPECT(loses_shadow(&tape, &p, &copied));
    enz_rt_kind_fresh(&tape, &copied, 8);
    enz_rt_kind_copy_constant(&tape, &copied, &p, 8, possible, 1, "here");
    EXPECT(!loses_shadow(&tape, &p, &copied));
    for (unsigned kind = ENZ_RT_KIND_POINTER; kind <= ENZ_RT_KIND_INTEGER; kind++) {
        enz_rt_kind_store(&tape, &dp, 8, kind, NULL);
        dp = 0x2000;
        EXPECT(loses_shadow(&tape, &p, &dp) == (kind == ENZ_RT_KIND_POINTER));
        dp = 0;
        EXPECT(!loses_shadow(&tape, &p, &dp));
    }
    enz_rt_kinds_free(tape.kinds);
}

/* Bytes of an integer that may be an address are replaced. */
static uint64_t with_part(uint64_t primal, uint64_t shadow, size_t first, size_t n, uint64_t value,
                          int lost)
{
    enz_rt_kind_word_part((char *)&shadow + first, (char *)&primal + first, n, value, lost);
    return shadow;
}

static void test_word_part(void)
{
    const uint64_t lost = UINT64_C(0x0101010101010101), address = UINT64_C(0x7fff12345670),
                   shadow = UINT64_C(0x7fff98765430), mark = UINT64_C(0x0500000000000000);
    EXPECT(with_part(3, 0, 0, 4, 7, 0) == 0);
    EXPECT(with_part(3, 3, 0, 4, 7, 0) == 7);
    EXPECT(with_part(3, 3, 4, 4, 7, 0) == (UINT64_C(7) << 32 | 3));
    EXPECT(with_part(3, 0, 0, 4, 7, 1) == 0x01010101);
    EXPECT(with_part(address, shadow, 0, 1, 7, 0) == lost);
    EXPECT(with_part(address, shadow, 0, 4, 7, 0) == lost);
    EXPECT(with_part(address, shadow, 7, 1, 5, 0) == (shadow | mark));
    EXPECT(with_part(address, lost, 4, 4, 7, 0) == (UINT64_C(7) << 32 | 0x01010101));
    uint64_t primal[2] = {address, 0}, both[2] = {shadow, 0};
    enz_rt_kind_word_part((char *)both + 6, (char *)primal + 6, 4, 0x77770000, 0);
    EXPECT(both[0] == shadow && both[1] == 0);
}

static void value_beside_integer(void)
{
    union word x = {.d = 1.5}, one = {0};
    one.bytes[0] = 1;
    enz_rt_kind_sources(&x, &one, 8, 0xff, 0, "here");
}

int main(void)
{
    test_words();
    test_parts();
    test_dropped();
    test_reversed();
    test_seeds();
    test_fresh();
    test_fresh_again();
    test_padding();
    test_pointer_with_other_byte();
    test_candidates();
    test_clone();
    test_tangents();
    test_lost();
    test_has_address();
    test_parts_of_tangents();
    test_tangents_of_the_user();
    test_address_for_tangent();
    test_byte_sources();
    test_rest();
    test_word_part();
    EXPECT(ends(value_beside_integer));
    EXPECT(ends(half_of_seed_moved));
    EXPECT(ends(seed_that_may_be_a_pointer));
    EXPECT(ends(part_beside_whole));
    EXPECT(ends(whole_beside_part));
    EXPECT(ends(part_taken));
    EXPECT(ends(part_dropped));
    EXPECT(ends(overwritten_taken));
    EXPECT(ends(zero_part_moved));
    EXPECT(ends(zero_part_overwritten));
    EXPECT(ends(zero_part_active));
    EXPECT(ends(two_places));
    EXPECT(ends(halves_exchanged));
    EXPECT(ends(float_in_double));
    EXPECT(ends(zero_part_of_seed));
    EXPECT(ends(seed_overwritten));
    EXPECT(ends(two_formats));
    EXPECT(ends(lost_in_an_integer));
    EXPECT(ends(reload_taken));
    EXPECT(ends(lost_loaded));
    EXPECT(ends(byte_of_pointer_replaced));
    EXPECT(ends(lost_without_map));
    return failures != 0;
}
