/* The tape arena: chunks that only grow at the front, and postponed frees.
 *
 * Invariants: `cur` and `end` lie in the newest chunk, chunks[0]; older chunks
 * are full for good. A chunk made after a mark is newer than the mark's chunk,
 * so releasing cuts the list there. A released chunk kept as a spare becomes
 * the newest chunk again, empty; what was left of the marked one stays unused,
 * it was too small for the iteration anyway. Nodes of the list of postponed
 * frees live in the arena itself.
 *
 * Tapes of threads may share the limit of another tape (struct enz_tape_account): what a chunk of
 * theirs is for, its `share`, counts as long as they have the chunk.
 *
 * How much of a tape was used is found out where it shrinks: allocation, which generated code does
 * inline, does not count.
 */
#define _GNU_SOURCE /* sysconf */
#include "tape.h"
#include "chunks.h"
#include "enzcc/runtime.h"
#include "hold.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ALIGNMENT = 16, SHARE_OF_MEMORY = 4, PARTS_OF_ROOM = 64 };

/* Of chunks with their headers. */
static const size_t chunk_smallest = (size_t)64 << 10;
static const size_t chunk_largest = (size_t)64 << 20;

struct deferred {
    struct deferred *older;
    void *p;
    void (*fn)(void *);
};

/* The oldest chunk of a tape that starts small: the size that the first one doubles. Never written,
 * never freed. */
static const struct enz_chunk start_small = {.size = 256 - ENZ_CHUNK_HEADER};

static void *smallest(void)
{
    return (void *)(uintptr_t)&start_small;
}

static size_t round_up(size_t size)
{
    return (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t used_in(struct enz_chunk *chunk, const char *cur)
{
    return (size_t)(cur - enz_chunk_data(chunk));
}

/* ---- The peak ---- */

/* Bytes of the largest tape of this thread since enz_rt_tape_peak was called. */
static _Thread_local size_t peak;

size_t enz_rt_tape_peak(void)
{
    size_t bytes = peak;
    peak = 0;
    return bytes;
}

/* Before chunks of the tape are freed. */
static void note_peak(const struct enz_rt_tape *tape)
{
    struct enz_chunk *newest = tape->chunks;
    if (newest && newest != smallest())
        peak = larger(peak, newest->before + larger(newest->released, used_in(newest, tape->cur)));
}

/* ---- Chunks ---- */

/* The size of the data of the next chunk. */
static size_t chunk_size_for(const struct enz_chunk *newest, size_t size)
{
    size_t total = newest ? newest->size + ENZ_CHUNK_HEADER : chunk_smallest / 2;
    size_t wanted = (total < chunk_largest / 2 ? 2 * total : chunk_largest) - ENZ_CHUNK_HEADER;
    return size > wanted ? size : wanted;
}

static size_t used(const struct enz_rt_tape *tape)
{
    struct enz_chunk *newest = tape->chunks;
    return newest && newest != smallest() ? newest->before + used_in(newest, tape->cur) : 0;
}

/* The tape is that of a thread which shares the limit of another tape; that one's account. */
static struct enz_tape_account *shared_account(const struct enz_rt_tape *tape)
{
    struct enz_tape_account *account = tape->limit ? tape->limit->account : NULL;
    return account && tape->limit == &account->threads ? account : NULL;
}

static size_t used_by_all(const struct enz_rt_tape *tape)
{
    struct enz_tape_account *account = tape->limit ? tape->limit->account : NULL;
    return account ? used(account->tape) + atomic_load(&account->held) : used(tape);
}

size_t enz_tape_room(const struct enz_rt_tape *tape)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    size_t bound = tape->limit ? tape->limit->bytes
                   : pages > 0 ? (size_t)pages / SHARE_OF_MEMORY * (size_t)page
                               : SIZE_MAX,
           all = used_by_all(tape);
    return bound > all ? bound - all : 0;
}

void enz_tape_keep_to_limit(struct enz_rt_tape *tape)
{
    size_t room = tape->limit ? enz_tape_room(tape) / ALIGNMENT * ALIGNMENT : SIZE_MAX;
    if (tape->cur && (size_t)(tape->end - tape->cur) > room)
        tape->end = tape->cur + room;
}

static void defer(struct enz_rt_tape *tape, void *p, void (*fn)(void *));

static void close_account(void *p)
{
    struct enz_tape_account *account = p;
    account->tape->limit = account->before;
    free(account);
}

const struct enz_rt_limit *enz_tape_limit_for_threads(struct enz_rt_tape *tape)
{
    const struct enz_rt_limit *limit = tape->limit;
    if (!limit || limit->account)
        return limit ? &limit->account->threads : NULL;
    struct enz_tape_account *account = calloc(1, sizeof *account);
    if (!account)
        enz_chunk_out_of_memory(sizeof *account);
    account->own = account->threads = (struct enz_rt_limit){limit->bytes, limit->function, account};
    account->before = limit, account->tape = tape;
    defer(tape, account, close_account);
    tape->limit = &account->own;
    return &account->threads;
}

/* `cur` is where the use of the next older chunk ends. What a limit leaves of the chunk is used. */
static void tape_enter(struct enz_rt_tape *tape, struct enz_chunk *chunk, const char *cur)
{
    struct enz_chunk *older = chunk->older;
    chunk->before = older && older != smallest() ? older->before + used_in(older, cur) : 0;
    chunk->released = 0;
    tape->chunks = chunk;
    tape->cur = enz_chunk_data(chunk);
    tape->end = tape->cur + chunk->size;
    if (shared_account(tape))
        tape->end = tape->cur + chunk->share; /* counts already */
    else
        enz_tape_keep_to_limit(tape);
}

static _Noreturn void beyond_limit(const struct enz_rt_limit *limit)
{
    fprintf(stderr,
            "enzcc runtime: the tape of the derivative of %s would be larger than "
            "-fenz-tape-limit allows, %zu bytes\n",
            limit->function, limit->bytes);
    abort();
}

/* The size of the next chunk, in which `size` bytes have to be. */
static size_t next_size(const struct enz_rt_tape *tape, size_t size)
{
    size_t wanted = chunk_size_for(tape->chunks, size);
    if (!tape->limit)
        return wanted;
    size_t room = enz_tape_room(tape);
    if (room < size)
        beyond_limit(tape->limit);
    return wanted < room ? wanted : room;
}

/* The same for a thread: of the room one takes a small part at a time. Other threads may take some
 * meanwhile. */
static size_t take_size(struct enz_rt_tape *tape, struct enz_tape_account *account, size_t size)
{
    size_t held = atomic_load(&account->held), wanted;
    do {
        size_t all = used(account->tape) + held,
               room = tape->limit->bytes > all ? tape->limit->bytes - all : 0;
        if (room < size)
            beyond_limit(tape->limit);
        wanted = larger(room / PARTS_OF_ROOM, size);
        if (wanted > chunk_size_for(tape->chunks, size))
            wanted = chunk_size_for(tape->chunks, size);
        wanted = wanted / ALIGNMENT * ALIGNMENT; /* as `size` is */
    } while (!atomic_compare_exchange_weak(&account->held, &held, held + wanted));
    return wanted;
}

static void free_chunk(const struct enz_rt_tape *tape, struct enz_chunk *chunk)
{
    struct enz_tape_account *account = shared_account(tape);
    if (chunk && account)
        atomic_fetch_sub(&account->held, chunk->share);
    enz_chunk_free(chunk);
}

void *enz_rt_tape_grow(struct enz_rt_tape *tape, size_t size)
{
    if (size > SIZE_MAX / 4)
        enz_chunk_out_of_memory(size);
    size = round_up(size);
    struct enz_tape_account *account = shared_account(tape);
    size_t wanted = account ? take_size(tape, account, size) : next_size(tape, size);
    struct enz_chunk *chunk = enz_chunk_new(wanted);
    chunk->share = wanted / ALIGNMENT * ALIGNMENT;
    chunk->older = tape->chunks;
    tape_enter(tape, chunk, tape->cur);
    void *block = tape->cur;
    tape->cur += size;
    return block;
}

void *enz_tape_allocate(struct enz_rt_tape *tape, size_t size)
{
    size = round_up(size);
    if ((size_t)(tape->end - tape->cur) < size)
        return enz_rt_tape_grow(tape, size);
    void *block = tape->cur;
    tape->cur += size;
    return block;
}

/* ---- Postponed frees ---- */

static void defer(struct enz_rt_tape *tape, void *p, void (*fn)(void *))
{
    struct deferred *node = enz_tape_allocate(tape, sizeof *node);
    node->older = tape->deferred;
    node->p = p;
    node->fn = fn;
    tape->deferred = node;
}

void enz_rt_defer_free(struct enz_rt_tape *tape, void *p, void (*fn)(void *))
{
    if (!p)
        return;
    if (fn != enz_rt_shadow_free)
        enz_hold_note(p);
    defer(tape, p, fn);
}

void enz_rt_defer_call(struct enz_rt_tape *tape, void *block, void *operands, void (*fn)(void *))
{
    if (!block)
        return;
    enz_hold_note(block);
    defer(tape, operands, fn);
}

static void run_deferred(struct enz_rt_tape *tape, const void *until)
{
    if (tape->deferred != until)
        enz_hold_place();
    while (tape->deferred != until) {
        struct deferred *node = tape->deferred;
        tape->deferred = node->older;
        node->fn(node->p);
    }
}

/* ---- Giving back ---- */

/* Frees the chunks newer than `until` except the largest, which is returned. */
static struct enz_chunk *free_chunks(struct enz_rt_tape *tape, const void *until)
{
    struct enz_chunk *spare = NULL;
    struct enz_chunk *chunk = tape->chunks;
    while (chunk != until && chunk != smallest()) {
        struct enz_chunk *older = chunk->older;
        struct enz_chunk *smaller = chunk;
        if (!spare || chunk->size > spare->size) {
            smaller = spare;
            spare = chunk;
        }
        free_chunk(tape, smaller);
        chunk = older;
    }
    return spare;
}

void enz_rt_tape_free(struct enz_rt_tape *tape)
{
    run_deferred(tape, NULL);
    note_peak(tape);
    free_chunk(tape, free_chunks(tape, NULL));
    if (tape->kinds) {
        enz_rt_kinds_check(tape->kinds);
        enz_rt_kinds_free(tape->kinds);
    }
    *tape = (struct enz_rt_tape){NULL, NULL, NULL, NULL, NULL, tape->limit};
}

void enz_rt_tape_mark(const struct enz_rt_tape *tape, struct enz_rt_mark *mark)
{
    mark->cur = tape->cur;
    mark->end = tape->end;
    mark->chunks = tape->chunks;
    mark->deferred = tape->deferred;
}

void enz_rt_tape_release(struct enz_rt_tape *tape, const struct enz_rt_mark *mark)
{
    run_deferred(tape, mark->deferred);
    struct enz_chunk *newest = tape->chunks;
    if (newest == mark->chunks) {
        if (newest && newest != smallest())
            newest->released = larger(newest->released, used_in(newest, tape->cur));
        tape->cur = mark->cur;
        tape->end = mark->end;
        return;
    }
    note_peak(tape);
    struct enz_chunk *spare = free_chunks(tape, mark->chunks);
    spare->older = mark->chunks;
    tape_enter(tape, spare, mark->cur);
}

/* ---- Split mode ---- */

void enz_rt_tape_start(struct enz_rt_tape *tape)
{
    *tape = (struct enz_rt_tape){NULL, NULL, smallest(), NULL, NULL, NULL};
}

void *enz_rt_tape_keep(struct enz_rt_tape *tape)
{
    if ((!tape->chunks || tape->chunks == smallest()) && !tape->kinds)
        return NULL;
    struct enz_rt_tape *kept = enz_tape_allocate(tape, sizeof *kept);
    *kept = *tape;
    return kept;
}

void enz_rt_tape_resume(struct enz_rt_tape *tape, const void *kept)
{
    const struct enz_rt_tape *from = kept;
    if (from && from->kinds)
        tape->kinds = enz_rt_kinds_clone(from->kinds);
}

void enz_rt_tape_drop(void *kept)
{
    if (!kept)
        return;
    struct enz_rt_tape tape = *(struct enz_rt_tape *)kept;
    enz_rt_tape_free(&tape);
}

void enz_rt_tape_fits(size_t need, size_t have)
{
    if (have >= need)
        return;
    fprintf(stderr, "enzcc runtime: tape too small: need %zu bytes have %zu bytes\n", need, have);
    abort();
}
