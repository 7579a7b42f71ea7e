/* Shadows of heap blocks: a thread keeps those that it frees, zeroes them for the next one, and
 * gives them back; pages of freed blocks are not given to the operating system. */
#define _GNU_SOURCE /* RUSAGE_THREAD */
#include "enz_rt.h"
#include "enzcc/runtime.h"
#include "expect.h"
#include "process.h"

#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const size_t megabyte = (size_t)1 << 20;

static int is_zero(const unsigned char *p, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (p[i])
            return 0;
    return 1;
}

/* ---- operator new of a program: it counts, and checks what it is told ---- */

static struct {
    void *block[64];
    size_t size[64];
    int live;
} heap;

static void *counted_new(size_t size)
{
    heap.block[heap.live] = malloc(size);
    heap.size[heap.live] = size;
    return heap.block[heap.live++];
}

static void counted_delete(void *p, size_t size)
{
    int k = 0;
    while (k < heap.live && heap.block[k] != p)
        k++;
    EXPECT(k < heap.live && heap.size[k] == size);
    free(p);
    heap.live--;
    heap.block[k] = heap.block[heap.live], heap.size[k] = heap.size[heap.live];
}

static void *shadow_new(size_t size)
{
    return enz_rt_shadow_new(size, ENZ_RT_HEAP_NEW, counted_new);
}

static void shadow_delete(void *p, size_t size)
{
    enz_rt_shadow_delete(p, size, ENZ_RT_HEAP_NEW, counted_delete);
}

/* ---- one thread ---- */

static void same_block_comes_back_zeroed(void)
{
    unsigned char *p = enz_rt_shadow_calloc(5000);
    EXPECT(p && is_zero(p, 5000));
    memset(p, 7, malloc_usable_size(p));
    enz_rt_shadow_free(p);
    void *other = enz_rt_shadow_calloc(20000);
    EXPECT(other != p);
    free(other);
    unsigned char *q = enz_rt_shadow_calloc(4990);
    EXPECT(q == p && is_zero(q, malloc_usable_size(q)));
    free(q); /* it is malloc's */
    enz_rt_shadow_free(NULL);
    enz_rt_trim();
}

static void operator_delete_is_told_the_size(void)
{
    void *p = shadow_new(5000);
    shadow_delete(p, 5000);
    EXPECT(heap.live == 1);
    void *other = shadow_new(4992), *array = enz_rt_shadow_new(5000, ENZ_RT_HEAP_NEW_ARRAY, malloc);
    EXPECT(other != p && array != p && heap.live == 2);
    EXPECT(shadow_new(5000) == p && is_zero(p, 5000));
    free(array);
    counted_delete(p, 5000); /* the program does it */
    shadow_delete(other, 4992);
    void *small = shadow_new(24);
    EXPECT(is_zero(small, 24));
    shadow_delete(small, 24);
    enz_rt_trim();
    EXPECT(heap.live == 0);
}

/* No more than was in use at one time; what has not been asked for longest goes first. */
static void sizes_that_change_do_not_pile_up(void)
{
    for (size_t size = 2000; size < 2000000; size += size / 4) {
        void *a = shadow_new(size), *b = shadow_new(size);
        shadow_delete(a, size);
        shadow_delete(b, size);
        size_t kept = 0;
        for (int k = 0; k < heap.live; k++)
            kept += heap.size[k];
        EXPECT(kept <= 2 * size);
        EXPECT(heap.live >= 2);
    }
    enz_rt_trim();
    EXPECT(heap.live == 0);
}

/* ---- pages ---- */

enum { BLOCKS = 60 };

/* The blocks and shadows of a derivative, `size` bytes each. */
static void use_heap(size_t size)
{
    struct enz_rt_tape tape = {0};
    for (int k = 0; k < BLOCKS; k++) {
        void *primal = malloc(size), *shadow = enz_rt_shadow_calloc(size);
        memset(primal, 1, size);
        memset(shadow, 1, size);
        enz_rt_defer_free(&tape, primal, free);
        enz_rt_defer_free(&tape, shadow, enz_rt_shadow_free);
    }
    enz_rt_tape_free(&tape);
}

static void second_call_faults_no_page(void)
{
    static const size_t sizes[] = {4000, 80000, 200000, 1000000};
    for (int k = 0; k < 4; k++) {
        enz_rt_trim();
        use_heap(sizes[k]); /* mapped by itself, each block, if it is large */
        use_heap(sizes[k]);
        long before = page_faults();
        use_heap(sizes[k]);
        EXPECT(page_faults() - before < 10);
    }
}

static void trim_gives_back(void)
{
    enz_rt_trim();
    size_t before = resident();
    use_heap(megabyte);
    use_heap(megabyte);
    EXPECT(resident() > before + BLOCKS * megabyte);
    enz_rt_trim();
    malloc_trim(0);
    EXPECT(resident() < before + 10 * megabyte);
}

/* ---- threads ---- */

static void *run_thread(void *unused)
{
    (void)unused;
    use_heap(megabyte / 2);
    use_heap(megabyte / 2);
    return NULL;
}

static void *free_shadow(void *shadow)
{
    enz_rt_shadow_free(shadow);
    return NULL;
}

static void in_thread(void *(*run)(void *), void *argument)
{
    pthread_t thread;
    EXPECT(!pthread_create(&thread, NULL, run, argument));
    EXPECT(!pthread_join(thread, NULL));
}

static void end_of_a_thread_gives_back(void)
{
    in_thread(run_thread, NULL);
    malloc_trim(0);
    size_t before = resident();
    for (int k = 0; k < 3; k++)
        in_thread(run_thread, NULL);
    malloc_trim(0);
    EXPECT(resident() < before + 10 * megabyte);
}

static void another_thread_may_free(void)
{
    for (int k = 0; k < 20; k++)
        in_thread(free_shadow, enz_rt_shadow_calloc(megabyte));
    enz_rt_trim();
}

int main(void)
{
    same_block_comes_back_zeroed();
    operator_delete_is_told_the_size();
    sizes_that_change_do_not_pile_up();
    second_call_faults_no_page();
    trim_gives_back();
    end_of_a_thread_gives_back();
    another_thread_may_free();
    return failures != 0;
}
