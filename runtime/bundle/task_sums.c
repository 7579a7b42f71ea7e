/* Reductions over tasks (task_reduction, in_reduction; the interface is that of libomp).
 *
 * Each task that takes part gets a copy of its own of what it adds to, and the end of the group
 * combines the copies with the variable, in the order in which they were made. libomp has a copy
 * per thread instead: of the ways to combine numbers that is one, as this is. */
#include "../task.h"
#include "../team.h"
#include "../thread.h"
#include "bundle.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* As the compiler lays it out. */
struct item {
    void *shared, *original;
    size_t size;
    void (*init)(void *own, void *original);
    void (*end)(void *own);
    void (*combine)(void *shared, void *own);
    uint32_t flags;
};
struct copy {
    struct copy *next;
    void *memory;
    int32_t item;
};
struct group {
    struct item *items;
    struct copy *copies, *last;
    int32_t count;
};

/* One of libomp's, as the compiler makes them. */
static int32_t enz_task_sums_lock[8];
static const struct {
    int32_t reserved, flags, more[2];
    const char *source;
} enz_task_sums_place = {0, 2, {0, 0}, ";reduction;;0;0;;"};

void *enz_body___kmpc_taskred_init(int32_t thread, int32_t count, void *items);
void *enz_body___kmpc_task_reduction_get_th_data(int32_t thread, void *group, void *of);
void enz_body_enz_group_reduced(void *group);

BUNDLE_BODY void *enz_body___kmpc_taskred_init(int32_t thread, int32_t count, void *items)
{
    struct group *group = malloc(sizeof *group);
    (void)thread;
    group->items = items;
    group->copies = group->last = NULL;
    group->count = count;
    if (count < 1) /* so the module has its body, of which preparation makes calls */
        enz_group_reduced(group);
    return group;
}

/* A group for each thread of a region, which adds up in the copy that the thread has of the
 * region's variable. */
void *enz_body___kmpc_taskred_modifier_init(const struct place *place, int32_t thread, int32_t loop,
                                            int32_t count, void *items);
BUNDLE_BODY void *enz_body___kmpc_taskred_modifier_init(const struct place *place, int32_t thread,
                                                        int32_t loop, int32_t count, void *items)
{
    (void)loop;
    enz_rt_do_taskgroup(place, thread);
    return enz_body___kmpc_taskred_init(thread, count, items);
}

/* As the end of any group (tasks.c). */
void enz_body___kmpc_task_reduction_modifier_fini(const struct place *place, int32_t thread,
                                                  int32_t loop);
BUNDLE_BODY void enz_body___kmpc_task_reduction_modifier_fini(const struct place *place,
                                                              int32_t thread, int32_t loop)
{
    (void)loop;
    enz_rt_tasks_from();
    enz_rt_do_end_taskgroup(place, thread);
    enz_rt_tasks_to();
    enz_rt_turn();
}

/* `of` is the variable, or the copy that the task has in which this one was made. */
static int32_t find_item(const struct group *group, const void *of, const char *where)
{
    for (int32_t i = 0; i < group->count; i++)
        if (group->items[i].shared == of)
            return i;
    for (const struct copy *c = group->copies; c; c = c->next)
        if (c->memory == of)
            return c->item;
    enz_rt_unknown_reduction(where);
}

static struct copy *add_copy(struct group *group, int32_t item)
{
    struct copy *c = malloc(sizeof *c);
    c->memory = malloc(group->items[item].size);
    c->item = item;
    c->next = NULL;
    if (group->last)
        group->last->next = c;
    else
        group->copies = c;
    group->last = c;
    return c;
}

BUNDLE_BODY void *enz_body___kmpc_task_reduction_get_th_data(int32_t thread, void *group, void *of)
{
    struct group *g = group;
    const char *where = enz_rt_do_place();
    if (!g)
        enz_rt_unknown_reduction(where);
    const struct place *place = (const struct place *)&enz_task_sums_place;
    struct lock *lock = (struct lock *)enz_task_sums_lock;
    enz_rt_critical_begin(place, thread, lock);
    int32_t item = find_item(g, of, where);
    struct copy *own = add_copy(g, item);
    void *memory = own->memory;
    g->items[item].init(memory, g->items[item].original);
    enz_rt_critical_end(place, thread, lock);
    return memory;
}

/* Behind the end of the group: all its tasks are done. */
BUNDLE_BODY void enz_body_enz_group_reduced(void *group)
{
    struct group *g = group;
    for (struct copy *c = g->copies, *next; c; c = next) {
        const struct item *item = &g->items[c->item];
        next = c->next;
        item->combine(item->shared, c->memory);
        if (item->end)
            item->end(c->memory);
        free(c->memory);
        free(c);
    }
    free(g);
}
