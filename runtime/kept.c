/* Shadows of heap blocks that globals of the program point to between derivative calls.
 *
 * A static workspace that is allocated once lives on when the derivative has
 * returned, and so does its shadow. A derivative that starts looks up the shadow
 * of every such block, or makes one; what no global points to any more is freed.
 * When it ends it says anew what the globals point to: the blocks may have been
 * freed meanwhile, and their shadows with them.
 */
#include "distant.h"
#include "enz_rt.h"

#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct enz_rt_kept {
    struct enz_rt_kept *next;
    void *block;
    void *shadow;
    void (*release)(void *);
    bool wanted;
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
    *k = (struct enz_rt_kept){*list, block, shadow, release, true};
    *list = k;
    return k;
}

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
        free(k);
    }
}

void enz_rt_kept_forget(struct enz_rt_kept **list)
{
    while (*list) {
        struct enz_rt_kept *k = *list;
        *list = k->next;
        free(k);
    }
}

void enz_rt_kept_note(struct enz_rt_kept **list, void *block, void *shadow, void (*release)(void *))
{
    bool own = shadow && shadow != block && enz_rt_distant_block(shadow);
    if (block && own && !find(*list, block))
        add(list, block, shadow, release ? release : free)->wanted = false;
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
