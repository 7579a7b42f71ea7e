/* A second tape gets the memory of the first, without a page fault; a thread that ends, and
 * enz_rt_trim, give it back. */
#define _GNU_SOURCE /* RUSAGE_THREAD */
#include "chunks.h"
#include "enz_rt.h"
#include "enzcc/runtime.h"
#include "expect.h"
#include "process.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const size_t megabyte = (size_t)1 << 20;

/* A tape of `size` bytes in small blocks, filled and given up. */
static void use_tape(size_t size)
{
    struct enz_rt_tape tape = {0};
    for (size_t done = 0; done < size; done += 4096) {
        char *block = tape.cur;
        if (tape.end - tape.cur < 4096)
            block = enz_rt_tape_grow(&tape, 4096);
        else
            tape.cur += 4096;
        memset(block, 1, 4096);
    }
    enz_rt_tape_free(&tape);
}

static void second_tape_faults_no_page(void)
{
    use_tape(50 * megabyte);
    long before = page_faults();
    use_tape(50 * megabyte);
    EXPECT(page_faults() - before < 10);
}

static void large_block_does_not_serve_a_small_tape(void)
{
    enz_rt_trim();
    struct enz_chunk *large = enz_chunk_new(100 * megabyte), *small = enz_chunk_new(megabyte);
    enz_chunk_free(large);
    enz_chunk_free(small);
    EXPECT(enz_chunk_new(megabyte / 2) == small);
    EXPECT(enz_chunk_new(90 * megabyte) == large);
    enz_chunk_free(small);
    enz_chunk_free(large);
}

static void large_chunks_lie_on_huge_pages(void)
{
    struct enz_chunk *chunk = enz_chunk_new(5 * megabyte);
    EXPECT((uintptr_t)chunk % (2 * megabyte) == 0);
    EXPECT((uintptr_t)enz_chunk_data(chunk) % 16 == 0);
    EXPECT(chunk->size >= 5 * megabyte);
    memset(enz_chunk_data(chunk), 1, chunk->size);
    enz_chunk_free(chunk);
}

static void trim_gives_back(void)
{
    enz_rt_trim();
    size_t before = resident();
    use_tape(50 * megabyte);
    EXPECT(resident() > before + 30 * megabyte);
    enz_rt_trim();
    EXPECT(resident() < before + 10 * megabyte);
}

static void *run_thread(void *unused)
{
    (void)unused;
    use_tape(50 * megabyte);
    return NULL;
}

static void end_of_a_thread_gives_back(void)
{
    pthread_t thread;
    size_t before = resident();
    EXPECT(!pthread_create(&thread, NULL, run_thread, NULL));
    EXPECT(!pthread_join(thread, NULL));
    EXPECT(resident() < before + 10 * megabyte);
}

/* More than all threads may keep together: the rest goes back at once. */
static void what_is_kept_is_bounded(void)
{
    size_t memory = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    enum { COUNT = 32 };
    struct enz_chunk *chunks[COUNT];
    for (int i = 0; i < COUNT; i++)
        chunks[i] = enz_chunk_new(memory / 64);
    for (int i = 0; i < COUNT; i++)
        enz_chunk_free(chunks[i]);
    int kept = 0;
    for (int i = 0; i < COUNT; i++)
        kept += enz_chunk_new(memory / 64)->counted;
    EXPECT(kept >= 6 && kept <= 8);
}

int main(void)
{
    second_tape_faults_no_page();
    large_block_does_not_serve_a_small_tape();
    large_chunks_lie_on_huge_pages();
    trim_gives_back();
    end_of_a_thread_gives_back();
    what_is_kept_is_bounded();
    return failures != 0;
}
