/* See chunks.h. Chunks of less than SMALLEST_KEPT bytes, header included, come from malloc and are
 * not kept; larger ones are mapped. Those of HUGE_PAGE bytes and more lie on its multiples, so that
 * the kernel can back them by huge pages: one page fault instead of 512. */
#define _GNU_SOURCE /* sysconf, madvise, MAP_ANONYMOUS */
#include "chunks.h"
#include "enzcc/runtime.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

_Static_assert(sizeof(struct enz_chunk) <= ENZ_CHUNK_HEADER, "data lies behind the header");

enum { SHARE_KEPT = 8 };

static const size_t smallest_kept = (size_t)32 << 10;
static const size_t huge_page = (size_t)2 << 20;

/* The chunks that this thread keeps, the smallest first. */
static _Thread_local struct {
    struct enz_chunk *chunks;
    int given_back_at_exit; /* a function that the end of the thread runs is registered */
} kept;

/* Bytes that all threads keep, and how many they may; 0: not asked for yet. */
static atomic_size_t kept_bytes, kept_bound;

static size_t round_up(size_t size, size_t multiple)
{
    return (size + multiple - 1) / multiple * multiple;
}

/* Bytes of a chunk with its header, as they were mapped. */
static size_t total_size(const struct enz_chunk *chunk)
{
    return ENZ_CHUNK_HEADER + chunk->size;
}

char *enz_chunk_data(struct enz_chunk *chunk)
{
    return (char *)chunk + ENZ_CHUNK_HEADER;
}

_Noreturn void enz_chunk_out_of_memory(size_t size)
{
    fprintf(stderr, "enzcc runtime: out of memory for a tape chunk of %zu bytes\n", size);
    abort();
}

/* ---- Memory of the system ---- */

/* `total` bytes on a multiple of a huge page: what is mapped in front and behind is unmapped. */
static void *map_huge(size_t total)
{
    char *p =
        mmap(NULL, total + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return MAP_FAILED;
    size_t front = (huge_page - (uintptr_t)p % huge_page) % huge_page;
    if (front)
        munmap(p, front);
    munmap(p + front + total, huge_page - front);
    madvise(p + front, total, MADV_HUGEPAGE); /* a wish: nothing depends on it */
    return p + front;
}

static struct enz_chunk *chunk_from_system(size_t size)
{
    size_t total = ENZ_CHUNK_HEADER + size;
    struct enz_chunk *chunk;
    if (total < smallest_kept) {
        chunk = malloc(total);
    } else {
        total = round_up(total, total < huge_page ? (size_t)sysconf(_SC_PAGESIZE) : huge_page);
        chunk = total < huge_page
                    ? mmap(NULL, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                    : map_huge(total);
        chunk = chunk == MAP_FAILED ? NULL : chunk;
    }
    if (!chunk)
        enz_chunk_out_of_memory(size);
    chunk->size = total - ENZ_CHUNK_HEADER;
    chunk->counted = 0;
    return chunk;
}

static void chunk_to_system(struct enz_chunk *chunk)
{
    if (chunk->counted)
        atomic_fetch_sub(&kept_bytes, total_size(chunk));
    if (total_size(chunk) < smallest_kept)
        free(chunk);
    else
        munmap(chunk, total_size(chunk));
}

/* ---- What a thread keeps ---- */

void enz_rt_trim(void)
{
    while (kept.chunks) {
        struct enz_chunk *chunk = kept.chunks;
        kept.chunks = chunk->older;
        chunk_to_system(chunk);
    }
}

/* Of the C++ runtime's ABI, in the C library: `fn` runs at the end of the thread or of the program.
 * The shared object that has the address `in_object` stays loaded until then. */
extern int __cxa_thread_atexit_impl(void (*fn)(void *), void *argument, void *in_object)
    __attribute__((weak));

static void at_thread_exit(void *unused)
{
    (void)unused;
    enz_rt_trim();
    kept.given_back_at_exit = 0; /* another function at exit may call a derivative */
}

static int is_given_back_at_exit(void)
{
    if (!kept.given_back_at_exit && __cxa_thread_atexit_impl)
        kept.given_back_at_exit = !__cxa_thread_atexit_impl(at_thread_exit, NULL, &kept_bytes);
    return kept.given_back_at_exit;
}

static size_t bound_of_kept(void)
{
    size_t bound = atomic_load(&kept_bound);
    if (!bound) {
        long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
        bound = pages > SHARE_KEPT ? (size_t)pages / SHARE_KEPT * (size_t)page : 1;
        atomic_store(&kept_bound, bound);
    }
    return bound;
}

/* Counts the chunk as kept if it is not yet and the bound allows it. */
static int may_keep(struct enz_chunk *chunk)
{
    size_t size = total_size(chunk), bound = bound_of_kept(), now = atomic_load(&kept_bytes);
    while (!chunk->counted) {
        if (size > bound || now > bound - size)
            return 0;
        chunk->counted = atomic_compare_exchange_weak(&kept_bytes, &now, now + size);
    }
    return 1;
}

void enz_chunk_free(struct enz_chunk *chunk)
{
    if (!chunk)
        return;
    if (total_size(chunk) < smallest_kept || !is_given_back_at_exit() || !may_keep(chunk)) {
        chunk_to_system(chunk);
        return;
    }
    struct enz_chunk **at = &kept.chunks;
    while (*at && (*at)->size < chunk->size)
        at = &(*at)->older;
    chunk->older = *at;
    *at = chunk;
}

/* The smallest that is large enough. */
struct enz_chunk *enz_chunk_new(size_t size)
{
    struct enz_chunk **at = &kept.chunks;
    while (*at && (*at)->size < size)
        at = &(*at)->older;
    struct enz_chunk *chunk = *at;
    if (!chunk || ENZ_CHUNK_HEADER + size < smallest_kept)
        return chunk_from_system(size);
    *at = chunk->older;
    return chunk;
}
