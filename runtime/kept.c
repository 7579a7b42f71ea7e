/* Shadows of heap blocks that globals of the program point to between derivative calls.
 *
 * A static workspace that is allocated once lives on when the derivative has
 * returned, and so does its shadow. A derivative that starts looks up the shadow
 * of every such block, or makes one; what no global points to any more is freed.
 * When it ends it says anew what the globals point to: the blocks may have been
 * freed meanwhile, and their shadows with them.
 */
#define _GNU_SOURCE /* process_vm_readv */
#include "enz_rt.h"

#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

struct enz_rt_kept {
    struct enz_rt_kept *next;
    void *block;
    void *shadow;
    void (*release)(void *);
    struct image *image; /* of a block that holds pointers, or NULL */
    bool wanted;
};

/* What a block of pointers held when its shadow was noted: its words, and of each that is a pointer
 * with a shadow the word in front of where it leads, where an allocator has the size of a block. If
 * all of that is still there, the shadow still fits. */
struct image {
    size_t count;
    uintptr_t words[]; /* twice as many */
};

static void *need(void *p)
{
    if (!p) {
        fprintf(stderr, "enzcc runtime: out of memory for the shadow of a global's memory\n");
        abort();
    }
    return p;
}

static struct enz_rt_kept *find(struct enz_rt_kept *list, const void *block)
{
    while (list && list->block != block)
        list = list->next;
    return list;
}

static struct enz_rt_kept *add(struct enz_rt_kept **list, void *block, void *shadow,
                               void (*release)(void *))
{
    struct enz_rt_kept *k = need(malloc(sizeof *k));
    *k = (struct enz_rt_kept){*list, block, shadow, release, NULL, true};
    *list = k;
    return k;
}

/* ---- blocks of pointers ---- */

/* The word in front of an address, 0 if that cannot be read: the program may have freed what was
 * there. */
static uintptr_t word_before(uintptr_t address)
{
    uintptr_t word = 0;
    struct iovec to = {&word, sizeof word}, from = {(void *)(address - sizeof word), sizeof word};
    return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)sizeof word ? word : 0;
}

/* So an allocator says how large a block is: a multiple of 16, and flags. */
static bool is_size(uintptr_t address, uintptr_t word)
{
    return address % 16 == 0 && word >> 4 > 1 && word >> 40 == 0;
}

static uintptr_t without_flags(uintptr_t size)
{
    return size & ~(uintptr_t)15;
}

static struct image *image_of(const uintptr_t *block, const uintptr_t *shadow)
{
    size_t n = malloc_usable_size((void *)(uintptr_t)block) / sizeof *block,
           shadows = malloc_usable_size((void *)(uintptr_t)shadow) / sizeof *shadow;
    struct image *image = need(malloc(sizeof *image + 2 * n * sizeof *block));
    image->count = n;
    for (size_t i = 0; i < n; i++) {
        bool leads = block[i] && i < shadows && shadow[i] && shadow[i] != block[i];
        uintptr_t size = leads ? word_before(block[i]) : 0;
        image->words[2 * i] = block[i];
        image->words[2 * i + 1] = is_size(block[i], size) ? without_flags(size) : 0;
    }
    return image;
}

static bool is_unchanged(const struct enz_rt_kept *k)
{
    const uintptr_t *block = k->block;
    const struct image *image = k->image;
    if (!image)
        return true;
    if (malloc_usable_size(k->block) / sizeof *block != image->count)
        return false;
    for (size_t i = 0; i < image->count; i++) {
        uintptr_t size = image->words[2 * i + 1];
        if (block[i] != image->words[2 * i] ||
            (size && without_flags(word_before(block[i])) != size))
            return false;
    }
    return true;
}

static void kept_free(struct enz_rt_kept *k)
{
    free(k->image);
    free(k);
}

/* ---- what derivatives call ---- */

static void *shadow_of(struct enz_rt_kept **list, void *block, size_t size)
{
    struct enz_rt_kept *k = find(*list, block);
    if (k && k->wanted)
        return k->shadow;
    if (!k)
        return add(list, block, need(calloc(1, size)), free)->shadow;
    k->wanted = true;
    if (malloc_usable_size(k->shadow) < size) { /* another block at the same address */
        k->release(k->shadow);
        k->shadow = need(calloc(1, size));
        k->release = free;
    } else {
        memset(k->shadow, 0, size);
    }
    return k->shadow;
}

void *enz_rt_kept_shadow(struct enz_rt_kept **list, void *block)
{
    return block ? shadow_of(list, block, malloc_usable_size(block)) : NULL;
}

static void fill_vector(char *const *pointers, char **shadows, char *shadow)
{
    for (int i = 0; i < 3; i++)
        shadows[i] = shadow ? shadow + (pointers[i] - pointers[0]) : NULL;
}

void enz_rt_kept_vector(struct enz_rt_kept **list, char *const *pointers, char **shadows)
{
    char *block = pointers[0];
    fill_vector(pointers, shadows,
                block ? shadow_of(list, block, (size_t)(pointers[2] - block)) : NULL);
}

void enz_rt_kept_find_vector(struct enz_rt_kept **list, char *const *pointers, char **shadows)
{
    fill_vector(pointers, shadows, enz_rt_kept_find(list, pointers[0]));
}

void *enz_rt_kept_find(struct enz_rt_kept **list, void *block)
{
    struct enz_rt_kept *k = find(*list, block);
    if (!k || !is_unchanged(k))
        return NULL;
    k->wanted = true;
    return k->shadow;
}

void enz_rt_kept_sweep(struct enz_rt_kept **list)
{
    while (*list) {
        struct enz_rt_kept *k = *list;
        if (k->wanted) {
            list = &k->next;
            continue;
        }
        *list = k->next;
        k->release(k->shadow);
        kept_free(k);
    }
}

void enz_rt_kept_forget(struct enz_rt_kept **list)
{
    while (*list) {
        struct enz_rt_kept *k = *list;
        *list = k->next;
        kept_free(k);
    }
}

void enz_rt_kept_note(struct enz_rt_kept **list, void *block, void *shadow, void (*release)(void *))
{
    if (block && shadow && shadow != block && !find(*list, block))
        add(list, block, shadow, release ? release : free)->wanted = false;
}

void enz_rt_kept_note_pointers(struct enz_rt_kept **list, void *block, void *shadow,
                               void (*release)(void *))
{
    enz_rt_kept_note(list, block, shadow, release);
    struct enz_rt_kept *k = find(*list, block);
    if (k && k->shadow == shadow && !k->image)
        k->image = image_of(block, shadow);
}

/* ---- of one thread ---- */

/* Lists of the calling thread. */
struct own_list {
    struct own_list *next;
    struct enz_rt_kept **list;
};
static _Thread_local struct own_list *own_lists;
static char here; /* in the object that the function at exit belongs to */

/* Of the C++ runtime's ABI, in the C library: see reserve.c. */
extern int __cxa_thread_atexit_impl(void (*fn)(void *), void *argument, void *in_object)
    __attribute__((weak));

static void at_thread_exit(void *unused)
{
    (void)unused;
    while (own_lists) {
        struct own_list *own = own_lists;
        enz_rt_kept_sweep(own->list); /* nothing is wanted */
        own_lists = own->next;
        free(own);
    }
}

void enz_rt_kept_until_exit(struct enz_rt_kept **list)
{
    const struct own_list *known = own_lists;
    while (known && known->list != list)
        known = known->next;
    if (known || !__cxa_thread_atexit_impl)
        return;
    if (!own_lists)
        __cxa_thread_atexit_impl(at_thread_exit, NULL, &here);
    struct own_list *own = need(malloc(sizeof *own));
    *own = (struct own_list){own_lists, list};
    own_lists = own;
}
