/* The tape arena: contents survive, marks nest, frees are postponed and run in
 * order, and a loop of iterations does not allocate each time.
 *
 * Allocates the way generated code does, with the inline fast path. How often
 * memory is requested is seen from outside: the blocks a steady loop gets are
 * the same ones every time.
 */
#include "enz_rt.h"
#include "enzcc/runtime.h"
#include "expect.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *tape_alloc(struct enz_rt_tape *tape, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if ((size_t)(tape->end - tape->cur) < size)
        return enz_rt_tape_grow(tape, size);
    void *block = tape->cur;
    tape->cur += size;
    return block;
}

static void *tape_fill(struct enz_rt_tape *tape, size_t size, int byte)
{
    void *block = tape_alloc(tape, size);
    EXPECT(((uintptr_t)block & 15) == 0);
    memset(block, byte, size);
    return block;
}

static bool is_filled(const unsigned char *block, size_t size, int byte)
{
    for (size_t i = 0; i < size; i++)
        if (block[i] != byte)
            return false;
    return true;
}

static void blocks_keep_their_contents(void)
{
    enum { COUNT = 4000 };
    struct enz_rt_tape tape = {0};
    unsigned char *blocks[COUNT];
    size_t sizes[COUNT];
    for (int i = 0; i < COUNT; i++) {
        sizes[i] = 1 + (size_t)(i * 7919) % 700;
        blocks[i] = tape_fill(&tape, sizes[i], i & 255);
    }
    for (int i = COUNT - 1; i >= 0; i--)
        EXPECT(is_filled(blocks[i], sizes[i], i & 255));
    enz_rt_tape_free(&tape);
    EXPECT(!tape.cur && !tape.end && !tape.chunks && !tape.deferred);
}

static void large_blocks_get_their_own_chunk(void)
{
    size_t size = (size_t)80 << 20;
    struct enz_rt_tape tape = {0};
    unsigned char *small = tape_fill(&tape, 100, 1);
    unsigned char *large = tape_fill(&tape, size, 2);
    unsigned char *after = tape_fill(&tape, 100, 3);
    EXPECT(is_filled(small, 100, 1) && is_filled(after, 100, 3));
    EXPECT(large[0] == 2 && large[size - 1] == 2);
    enz_rt_tape_free(&tape);
}

static void freeing_twice_and_empty_is_fine(void)
{
    struct enz_rt_tape tape = {0};
    enz_rt_tape_free(&tape);
    tape_fill(&tape, 64, 1);
    enz_rt_tape_free(&tape);
    enz_rt_tape_free(&tape);
    tape_fill(&tape, 64, 2);
    enz_rt_tape_free(&tape);
}

/* ---- Marks ---- */

static void release_returns_to_the_mark(void)
{
    struct enz_rt_tape tape = {0};
    struct enz_rt_mark mark;
    unsigned char *kept = tape_fill(&tape, 200, 7);
    enz_rt_tape_mark(&tape, &mark);
    void *first = tape_fill(&tape, 300, 8);
    enz_rt_tape_release(&tape, &mark);
    EXPECT(tape_fill(&tape, 300, 9) == first);
    EXPECT(is_filled(kept, 200, 7));
    enz_rt_tape_free(&tape);
}

static void loop_reuses_its_memory(struct enz_rt_tape *tape, size_t size)
{
    struct enz_rt_mark mark;
    char *cur = NULL;
    void *chunks = NULL;
    enz_rt_tape_mark(tape, &mark);
    for (int i = 0; i < 100; i++) {
        for (size_t done = 0; done < size; done += 1000)
            tape_fill(tape, 1000, i);
        enz_rt_tape_release(tape, &mark);
        /* The first iterations size the spare chunk; then nothing changes. */
        if (i == 3) {
            cur = tape->cur;
            chunks = tape->chunks;
        }
        if (i > 3)
            EXPECT(tape->cur == cur && tape->chunks == chunks);
    }
}

static void iterations_do_not_allocate(void)
{
    static const size_t sizes[] = {1000, 60000, 100000, 1000000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct enz_rt_tape tape = {0};
        loop_reuses_its_memory(&tape, sizes[i]); /* from an empty tape */
        unsigned char *kept = tape_fill(&tape, 500, 3);
        loop_reuses_its_memory(&tape, sizes[i]);
        EXPECT(is_filled(kept, 500, 3));
        enz_rt_tape_free(&tape);
    }
}

static void marks_nest(void)
{
    struct enz_rt_tape tape = {0};
    struct enz_rt_mark outer, inner;
    for (int i = 0; i < 20; i++) {
        enz_rt_tape_mark(&tape, &outer);
        unsigned char *kept = tape_fill(&tape, 5000, i);
        for (int j = 0; j < 20; j++) {
            enz_rt_tape_mark(&tape, &inner);
            tape_fill(&tape, (size_t)(1000 * (j + 1)), 99);
            tape_fill(&tape, 70000, 98);
            enz_rt_tape_release(&tape, &inner);
            EXPECT(is_filled(kept, 5000, i));
        }
        if (i % 2)
            enz_rt_tape_release(&tape, &outer);
    }
    enz_rt_tape_free(&tape);
}

/* ---- Postponed frees ---- */

static int freed[16];
static int freed_count;

static void note_free(void *p)
{
    freed[freed_count++] = *(int *)p;
    free(p);
}

static int *number(int value)
{
    int *p = malloc(sizeof *p);
    *p = value;
    return p;
}

static void frees_run_newest_first(void)
{
    struct enz_rt_tape tape = {0};
    freed_count = 0;
    enz_rt_defer_free(&tape, NULL, note_free);
    for (int i = 0; i < 5; i++)
        enz_rt_defer_free(&tape, number(i), note_free);
    EXPECT(freed_count == 0);
    enz_rt_tape_free(&tape);
    EXPECT(freed_count == 5);
    for (int i = 0; i < 5; i++)
        EXPECT(freed[i] == 4 - i);
}

static void release_frees_what_came_after_the_mark(void)
{
    struct enz_rt_tape tape = {0};
    struct enz_rt_mark mark;
    freed_count = 0;
    enz_rt_defer_free(&tape, number(1), note_free);
    enz_rt_tape_mark(&tape, &mark);
    enz_rt_defer_free(&tape, number(2), note_free);
    tape_fill(&tape, 200000, 0);
    enz_rt_defer_free(&tape, number(3), note_free);
    enz_rt_tape_release(&tape, &mark);
    EXPECT(freed_count == 2 && freed[0] == 3 && freed[1] == 2);
    enz_rt_tape_release(&tape, &mark);
    EXPECT(freed_count == 2);
    enz_rt_tape_free(&tape);
    EXPECT(freed_count == 3 && freed[2] == 1);
}

static void aborted(int number)
{
    (void)number;
    _Exit(0);
}

/* Must not return: the program ends with a message and SIGABRT. */
static int ask_for_too_much(void)
{
    signal(SIGABRT, aborted);
    struct enz_rt_tape tape = {0};
    enz_rt_tape_grow(&tape, SIZE_MAX - 8);
    return 1;
}

/* Many tapes that outlive the calls that filled them, dropped in another order. */
static void kept_tapes_keep_their_contents(void)
{
    enum { TAPES = 50 };
    void *kept[TAPES];
    char *block[TAPES];
    for (int t = 0; t < TAPES; t++) {
        struct enz_rt_tape tape;
        enz_rt_tape_start(&tape);
        for (int i = 0; i < t; i++)
            block[t] = tape_fill(&tape, (size_t)(16 * i + 1), t);
        kept[t] = enz_rt_tape_keep(&tape);
        EXPECT((kept[t] == NULL) == (t == 0));
    }
    for (int t = 0; t < TAPES; t++) {
        int at = (t * 7) % TAPES;
        EXPECT(at == 0 || block[at][16 * (at - 1)] == at);
        enz_rt_tape_drop(kept[at]);
    }
}

static void release_goes_back_to_a_small_start(void)
{
    struct enz_rt_tape tape;
    struct enz_rt_mark mark;
    enz_rt_tape_start(&tape);
    enz_rt_tape_mark(&tape, &mark);
    tape_fill(&tape, 1000, 1);
    enz_rt_tape_release(&tape, &mark);
    tape_fill(&tape, 100, 2);
    enz_rt_tape_free(&tape);
    EXPECT(enz_rt_tape_keep(&tape) == NULL);
}

static void the_largest_tape_is_known(void)
{
    struct enz_rt_tape tape = {0};
    struct enz_rt_mark mark;
    enz_rt_tape_peak();
    tape_fill(&tape, 1000, 1);
    EXPECT(enz_rt_tape_peak() == 0);
    tape_fill(&tape, 1 << 20, 2);
    enz_rt_tape_free(&tape);
    EXPECT(enz_rt_tape_peak() == 1008 + (1 << 20));
    EXPECT(enz_rt_tape_peak() == 0);

    /* What was released counts: in the chunk of the mark, and in chunks that are gone. */
    for (size_t size = 4096; size <= 1 << 20; size <<= 8) {
        tape_fill(&tape, 320, 3);
        enz_rt_tape_mark(&tape, &mark);
        for (int i = 0; i < 3; i++) {
            tape_fill(&tape, size >> i, 4);
            enz_rt_tape_release(&tape, &mark);
        }
        enz_rt_tape_free(&tape);
        EXPECT(enz_rt_tape_peak() == 320 + size);
    }

    enz_rt_tape_free(&tape);
    EXPECT(enz_rt_tape_peak() == 0);
}

/* Aborts in the end. */
static int grow_beyond_the_limit(void)
{
    static const struct enz_rt_limit limit = {100000, "f", NULL};
    struct enz_rt_tape tape = {.limit = &limit};
    signal(SIGABRT, aborted);
    for (size_t all = 0; all <= limit.bytes; all += 4096)
        tape_fill(&tape, 4096, 1);
    return 1;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "out-of-memory") == 0)
        return ask_for_too_much();
    if (argc > 1 && strcmp(argv[1], "limit") == 0)
        return grow_beyond_the_limit();
    blocks_keep_their_contents();
    large_blocks_get_their_own_chunk();
    freeing_twice_and_empty_is_fine();
    release_returns_to_the_mark();
    iterations_do_not_allocate();
    marks_nest();
    frees_run_newest_first();
    release_frees_what_came_after_the_mark();
    kept_tapes_keep_their_contents();
    release_goes_back_to_a_small_start();
    the_largest_tape_is_known();
    return failures != 0;
}
