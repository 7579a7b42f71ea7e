/* launch.h, for either interface of devices. */
#define _GNU_SOURCE
#include "launch.h"
#include "interface.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct enz_rt_tape;
void enz_rt_defer_free(struct enz_rt_tape *tape, void *p, void (*fn)(void *));

#define DEVICE(name) (enz_rt_device_interface->name)

enum { PARAMETERS_MOST = 4096 / sizeof(void *), SHARED_WITHOUT_ASKING = 48 << 10 };

static _Noreturn void stop(const char *what, const char *why)
{
    fprintf(stderr, "enzcc: error: %s: %s\n", what, why);
    abort();
}

static void check(int error, const char *what)
{
    if (error)
        stop(what, DEVICE(GetErrorString)(error));
}

static void *allocate(size_t size)
{
    void *block = calloc(1, size ? size : 1);
    if (!block)
        stop("a derivative with launches", "out of memory");
    return block;
}

/* ---- allocations of the device --------------------------------------------------------------- */

struct range {
    char *base;
    size_t size;
};

typedef int range_function(uintptr_t *base, size_t *size, uintptr_t address);

static range_function *find_range_function(void)
{
    void *found = dlsym(RTLD_DEFAULT, DEVICE(range_function));
    void *library = found ? NULL : dlopen(DEVICE(range_library), RTLD_NOW);
    if (library)
        found = dlsym(library, DEVICE(range_function));
    range_function *fn;
    memcpy(&fn, &found, sizeof fn);
    return fn;
}

/* Of NULL, none. */
static struct range range_of(const char *name, const void *address)
{
    static range_function *ask;
    uintptr_t base = 0;
    size_t size = 0;
    if (!address)
        return (struct range){0};
    range_function *fn = __atomic_load_n(&ask, __ATOMIC_RELAXED);
    if (!fn)
        __atomic_store_n(&ask, fn = find_range_function(), __ATOMIC_RELAXED);
    if (!fn)
        stop(name, "the driver of the device does not say how large allocations are");
    if (fn(&base, &size, (uintptr_t)address))
        stop(name,
             "a pointer that a derivative of a launch gets does not lead to memory of the device");
    return (struct range){(char *)base, size};
}

/* ---- what is kept ---------------------------------------------------------------------------- */

/* Contents that an allocation had. */
struct kept {
    struct kept *next;
    struct range of;
    void *contents; /* in memory of the device */
    bool handed_on; /* by a launch of a derivative that has ended, behind the one that it is kept
                       for */
};

/* A launch of the forward sweep. */
struct launch {
    struct launch *before;
    bool done;            /* gone back through, at least in one direction */
    struct kept *kept;    /* what was there in front of the launch and is overwritten by it */
    struct kept *read;    /* what it reads of memory that the host may change unseen */
    struct kept *changed; /* what copies have overwritten since, last first */
    struct extent3 grid, block;
    size_t shared;
    void **slots, **shadows; /* arguments that are structs, as they were; NULL for others */
    unsigned count;          /* of arguments */
};

/* An allocation that launches of this derivative have read or written. */
struct seen {
    struct seen *next;
    struct range of;
    bool read;
    const struct launch *last; /* that wrote it; NULL: a copy did since */
    void *final;               /* its contents at the end of the forward sweep, if they are kept */
};

/* A block of memory of the device that nothing is kept in. All threads share these. */
struct spare {
    struct spare *next;
    void *block;
    size_t size;
};
static struct {
    pthread_mutex_t lock;
    struct spare *first;
} spare = {PTHREAD_MUTEX_INITIALIZER, NULL};

/* A handle that the program has destroyed. */
struct destroyed {
    struct destroyed *next;
    void *handle;
    int (*destroy)(void *);
};

/* Of all derivatives that the thread is in. A launch is there until the tape that it is on is
 * freed: reverse sweeps go back through it once in each direction. Those of a derivative that is
 * run inside of another one are the last ones. */
static _Thread_local struct {
    struct launch *all;  /* last first */
    struct launch *last; /* that is not done */
    struct seen *seen;
    struct destroyed *destroyed;
} state;

static int last_status;

static struct seen *find_seen(const char *base)
{
    struct seen *s = state.seen;
    while (s && s->of.base != base)
        s = s->next;
    return s;
}

static struct seen *see(struct range of)
{
    struct seen *s = find_seen(of.base);
    if (s || !of.base)
        return s;
    s = allocate(sizeof *s);
    *s = (struct seen){.next = state.seen, .of = of};
    return state.seen = s;
}

static void copy_on_device(void *to, const void *from, size_t size, device_stream stream)
{
    check(DEVICE(MemcpyAsync)(to, from, size, COPY_ANY, stream),
          "memory that a derivative with launches keeps");
}

/* The host may access managed memory next, which some devices allow only while they do nothing. */
static void wait_for_device(const char *what)
{
    check(DEVICE(DeviceSynchronize)(), what);
}

/* ---- memory of the device for what is kept ---- */

/* One of the size, or any if that is 0; NULL if there is none. */
static void *take_spare(size_t size)
{
    void *block = NULL;
    pthread_mutex_lock(&spare.lock);
    struct spare **at = &spare.first, *s;
    while ((s = *at) != NULL && size && s->size != size)
        at = &s->next;
    if (s)
        block = s->block, *at = s->next;
    pthread_mutex_unlock(&spare.lock);
    free(s);
    return block;
}

/* Allocates; where there is too little memory, again without what is spare. */
static int allocate_on_device(void **block, size_t size)
{
    int status = DEVICE(Malloc)(block, size);
    for (void *other; status && (other = take_spare(0)) != NULL;) {
        DEVICE(GetLastError)();
        DEVICE(Free)(other);
        status = DEVICE(Malloc)(block, size);
    }
    return status;
}

static void *take_block(size_t size)
{
    void *block = take_spare(size);
    if (!block)
        check(allocate_on_device(&block, size), "memory that a derivative with launches keeps");
    return block;
}

/* Allocations of devices take as long as kernels: a derivative that is called again, as in an
 * optimisation, finds those of the call before. Nothing is pending on a block that is spare. */
static void give_block(void *block, size_t size)
{
    struct spare *s = allocate(sizeof *s);
    wait_for_device("memory that a derivative with launches keeps");
    *s = (struct spare){NULL, block, size};
    pthread_mutex_lock(&spare.lock);
    s->next = spare.first;
    spare.first = s;
    pthread_mutex_unlock(&spare.lock);
}

static void *contents_of(struct range of, device_stream stream)
{
    void *copy = take_block(of.size);
    copy_on_device(copy, of.base, of.size, stream);
    return copy;
}

static void keep(struct kept **list, struct range of, device_stream stream)
{
    struct kept *k = allocate(sizeof *k);
    *k = (struct kept){*list, of, contents_of(of, stream), false};
    *list = k;
}

static void drop(struct kept *k)
{
    give_block(k->contents, k->of.size);
    free(k);
}

/* What the allocation has now is what it has at the end of the forward sweep, unless that is kept
 * already. */
static void keep_final(struct seen *s)
{
    if (s && !s->final)
        s->final = contents_of(s->of, NULL);
}

static void put_back(const struct kept *list)
{
    for (const struct kept *k = list; k; k = k->next) {
        keep_final(find_seen(k->of.base));
        copy_on_device(k->of.base, k->contents, k->of.size, NULL);
    }
    if (list)
        wait_for_device("memory that a derivative with launches keeps");
}

static void drop_all(struct kept **list)
{
    for (struct kept *k; (k = *list) != NULL;) {
        *list = k->next;
        drop(k);
    }
}

static bool is_reversing(void)
{
    return state.all && state.all->done;
}

/* A derivative has ended: memory has the contents that it had behind the forward sweep. */
static void give_final(void)
{
    for (struct seen *s = state.seen; s; s = s->next) {
        if (!s->final)
            continue;
        copy_on_device(s->of.base, s->final, s->of.size, NULL);
        give_block(s->final, s->of.size);
        s->final = NULL;
    }
}

static void forget_all(void)
{
    for (struct seen *s; (s = state.seen) != NULL;) {
        state.seen = s->next;
        free(s);
    }
}

int enz_rt_device_destroy(void *handle, int (*destroy)(void *))
{
    if (!state.all)
        return destroy(handle);
    struct destroyed *d = allocate(sizeof *d);
    *d = (struct destroyed){state.destroyed, handle, destroy};
    state.destroyed = d;
    return 0;
}

static void destroy_all(void)
{
    for (struct destroyed *d; (d = state.destroyed) != NULL;) {
        state.destroyed = d->next;
        (void)d->destroy(d->handle);
        free(d);
    }
}

/* ---- launches -------------------------------------------------------------------------------- */

/* The next pointer with the effect on what it leads to, from leaf *i on. */
static const void *next_pointer(const struct enz_rt_kernel *kernel, void **slots, char effect,
                                unsigned *i)
{
    while (*i < kernel->leaf_count) {
        const struct enz_rt_launch_leaf *l = &kernel->leaves[(*i)++];
        void *pointer = NULL;
        if (l->kind == ENZ_RT_LAUNCH_POINTER && (l->effect == effect || l->effect == 'b'))
            memcpy(&pointer, (char *)slots[l->parameter] + l->offset, sizeof pointer);
        if (pointer)
            return pointer;
    }
    return NULL;
}

static bool is_kept(const struct kept *list, const char *base)
{
    for (const struct kept *k = list; k; k = k->next)
        if (k->of.base == base)
            return true;
    return false;
}

static void note_read(const char *name, const void *at, struct launch *l, device_stream stream)
{
    struct seen *s = see(range_of(name, at));
    s->read = true;
    if (!DEVICE(is_on_device)(s->of.base) && !is_kept(l->read, s->of.base))
        keep(&l->read, s->of, stream);
}

static void note_write(const char *name, const void *at, struct launch *l, device_stream stream)
{
    struct seen *s = see(range_of(name, at));
    if (s->read && !is_kept(l->kept, s->of.base))
        keep(&l->kept, s->of, stream);
    s->last = l;
}

/* Memory that launches have used is written by what is no launch of a derivative. */
static void note_change(const char *name, struct seen *s, device_stream stream)
{
    if (!s || !state.all)
        return;
    if (is_reversing())
        stop(name, "the reverse sweep of a derivative writes memory that a launch of it has used");
    if (s->read && !is_kept(state.last->changed, s->of.base))
        keep(&state.last->changed, s->of, stream);
    s->last = NULL;
}

/* What the launch reads first: of memory that it also writes the contents are kept. */
static void note_memory(const struct enz_rt_kernel *kernel, void **slots, struct launch *l,
                        device_stream stream)
{
    const void *p;
    for (unsigned i = 0; (p = next_pointer(kernel, slots, 'r', &i)) != NULL;)
        note_read(kernel->name, p, l, stream);
    for (unsigned i = 0; (p = next_pointer(kernel, slots, 'w', &i)) != NULL;)
        note_write(kernel->name, p, l, stream);
}

/* Copies of structs, which are in memory that the program uses again. */
static void **copies_of_structs(const struct enz_rt_kernel *kernel, void **slots)
{
    void **copies = allocate(kernel->parameter_count * sizeof *copies);
    for (unsigned k = 0; k < kernel->parameter_count; k++) {
        const struct enz_rt_launch_parameter *p = &kernel->parameters[k];
        if (p->kind == ENZ_RT_LAUNCH_STRUCT)
            copies[k] = memcpy(allocate(p->size), slots[k], p->size);
    }
    return copies;
}

static void free_copies(unsigned count, void **copies)
{
    for (unsigned k = 0; k < count; k++)
        free(copies[k]);
    free(copies);
}

/* A derivative inside of another one has ended: what it has overwritten is undone together with
 * what was changed behind the launch before it. Of its launches the last one comes first, so that
 * what an earlier one has kept counts. */
static void hand_on(struct kept **list, struct launch *to)
{
    for (struct kept *k; (k = *list) != NULL;) {
        struct kept **same = &to->changed;
        *list = k->next;
        while (*same && (*same)->of.base != k->of.base)
            same = &(*same)->next;
        if (*same && !(*same)->handed_on) {
            drop(k);
            continue;
        }
        if (*same) {
            struct kept *later = *same;
            *same = later->next;
            drop(later);
        }
        *k = (struct kept){to->changed, k->of, k->contents, true};
        to->changed = k;
    }
}

/* The tape that the launch is on is freed: the last launch first. */
static void release(void *launch)
{
    struct launch *l = launch, **at = &state.all;
    while (*at && *at != l)
        at = &(*at)->before;
    if (*at)
        *at = l->before;
    bool ended = !state.all || (l->done && !state.all->done);
    if (state.last == l)
        state.last = l->before;
    if (ended)
        give_final();
    if (state.all && !state.all->done) {
        hand_on(&l->changed, state.all);
        hand_on(&l->kept, state.all);
    }
    if (!state.all)
        forget_all(), destroy_all();
    drop_all(&l->changed);
    drop_all(&l->read);
    drop_all(&l->kept);
    free_copies(l->count, l->slots);
    free_copies(l->count, l->shadows);
    free(l);
}

/* Behind a launch that is written down nothing may change memory unseen. */
static void check_seen(const struct enz_rt_kernel *kernel)
{
    if (state.all && kernel->unseen)
        stop(kernel->name, kernel->unseen);
}

void enz_rt_device_check_launch(void)
{
    if (state.all)
        stop("a launch behind one of a derivative",
             "it is made in another way than by <<<>>>, by a routine that has no rule, or has "
             "parameters that are neither numbers, pointers, nor structs of these, so that nobody "
             "sees what it writes");
}

void enz_rt_launch_primal(const struct enz_rt_kernel *kernel, void **slots)
{
    struct extent3 grid, block;
    size_t shared;
    device_stream stream;
    const void *p;
    DEVICE(pop_configuration)(&grid, &block, &shared, &stream);
    check_seen(kernel);
    for (unsigned i = 0; state.all && (p = next_pointer(kernel, slots, 'w', &i)) != NULL;)
        note_change(kernel->name, find_seen(range_of(kernel->name, p).base), stream);
    /* Its status is what cudaGetLastError says, as that of any launch. */
    (void)DEVICE(LaunchKernel)(kernel->primal, grid, block, slots, shared, stream);
}

/* The launch is on the tape, which is freed behind the reverse sweep, or where an exception leaves
 * the derivative. */
static void enter(const char *name, struct launch *l, void *on)
{
    if (is_reversing())
        stop(name, "a launch of a derivative in the reverse sweep of another one, which is not "
                   "inside of it");
    for (struct kept *k = state.last ? state.last->changed : NULL; k; k = k->next)
        k->handed_on = false;
    l->before = state.all;
    state.all = state.last = l;
    enz_rt_defer_free(on, l, release);
}

void *enz_rt_launch_augmented(const struct enz_rt_kernel *kernel, void **slots, void **shadows,
                              void *on)
{
    struct launch *l = allocate(sizeof *l);
    device_stream stream;
    DEVICE(pop_configuration)(&l->grid, &l->block, &l->shared, &stream);
    check_seen(kernel);
    note_memory(kernel, slots, l, stream);
    l->count = kernel->parameter_count;
    l->slots = copies_of_structs(kernel, slots);
    l->shadows = copies_of_structs(kernel, shadows);
    enter(kernel->name, l, on);
    (void)DEVICE(LaunchKernel)(kernel->primal, l->grid, l->block, slots, l->shared, stream);
    return l;
}

/* Shared memory whose size the launch gives has a shadow behind it. */
static size_t twice(const void *kernel, size_t shared)
{
    size_t bytes = 2 * ((shared + 7) / 8 * 8);
    if (bytes > SHARED_WITHOUT_ASKING)
        check(DEVICE(FuncSetAttribute)(kernel, DYNAMIC_SHARED_BYTES, (int)bytes),
              "shared memory of the derivative of a kernel");
    return bytes;
}

static bool is_number(uint32_t kind)
{
    return kind == ENZ_RT_LAUNCH_FLOAT || kind == ENZ_RT_LAUNCH_DOUBLE;
}

/* The arguments of a derivative: behind each one that has a shadow, that. `tangents`: numbers have
 * one. */
static unsigned join(const struct enz_rt_kernel *kernel, void **slots, void **shadows,
                     bool tangents, void **all)
{
    unsigned n = 0;
    for (unsigned k = 0; k < kernel->parameter_count; k++) {
        uint32_t kind = kernel->parameters[k].kind;
        if (n + 3 > PARAMETERS_MOST)
            stop(kernel->name, "too many parameters");
        all[n++] = slots[k];
        if (kind == ENZ_RT_LAUNCH_POINTER || kind == ENZ_RT_LAUNCH_STRUCT ||
            (tangents && is_number(kind)))
            all[n++] = shadows[k];
    }
    return n;
}

static unsigned count_numbers(const struct enz_rt_kernel *kernel)
{
    unsigned n = 0;
    for (unsigned i = 0; i < kernel->leaf_count; i++)
        n += is_number(kernel->leaves[i].kind);
    return n;
}

static void *zeroed(size_t size)
{
    void *block = NULL;
    check(allocate_on_device(&block, size), "memory for adjoints of arguments of a kernel");
    check(DEVICE(Memset)(block, 0, size), "memory for adjoints of arguments of a kernel");
    return block;
}

#define ADD(T, to, sum)                                                                            \
    do {                                                                                           \
        T now, more;                                                                               \
        memcpy(&now, to, sizeof now), memcpy(&more, sum, sizeof more);                             \
        now += more;                                                                               \
        memcpy(to, &now, sizeof now);                                                              \
    } while (0)

/* Each sum is in 8 bytes. */
static void give_adjoints(const struct enz_rt_kernel *kernel, void **slots, void **shadows,
                          char *adjoints, const char *sums)
{
    for (unsigned i = 0; i < kernel->leaf_count; i++) {
        const struct enz_rt_launch_leaf *l = &kernel->leaves[i];
        bool in_struct = kernel->parameters[l->parameter].kind == ENZ_RT_LAUNCH_STRUCT;
        char *to = (char *)shadows[l->parameter] + l->offset;
        if (!is_number(l->kind))
            continue;
        if (!in_struct)
            memcpy(adjoints, sums, sizeof(double)), adjoints += sizeof(double);
        else if (slots[l->parameter] == shadows[l->parameter])
            (void)0; /* the struct has no derivative */
        else if (l->kind == ENZ_RT_LAUNCH_DOUBLE)
            ADD(double, to, sums);
        else
            ADD(float, to, sums);
        sums += sizeof(double);
    }
}

static void launch_adjoint(const struct enz_rt_kernel *kernel, void **slots, void **shadows,
                           const struct launch *l, void *sums, size_t bytes)
{
    void *all[PARAMETERS_MOST], *on_device = NULL;
    unsigned n = join(kernel, slots, shadows, false, all);
    if (bytes)
        on_device = zeroed(bytes);
    all[n] = &on_device;
    check(DEVICE(LaunchKernel)(kernel->reverse, l->grid, l->block, all,
                               twice(kernel->reverse, l->shared), NULL),
          kernel->name);
    check(DEVICE(DeviceSynchronize)(), kernel->name);
    if (!bytes)
        return;
    check(DEVICE(MemcpyAsync)(sums, on_device, bytes, COPY_FROM_DEVICE, NULL), kernel->name);
    check(DEVICE(StreamSynchronize)(NULL), kernel->name);
    DEVICE(Free)(on_device);
}

/* The derivative writes what the kernel wrote; others may have written there since. */
static void keep_finals(const struct enz_rt_kernel *kernel, void **slots, const struct launch *l)
{
    const void *p;
    for (unsigned i = 0; (p = next_pointer(kernel, slots, 'w', &i)) != NULL;) {
        struct seen *s = find_seen(range_of(kernel->name, p).base);
        if (s && (s->last != l || !DEVICE(is_on_device)(s->of.base)))
            keep_final(s);
    }
}

static bool has_derivative(const struct enz_rt_kernel *kernel, void **slots, void **shadows,
                           const struct launch *launch, int64_t active)
{
    bool any = active != 0;
    for (unsigned i = 0; i < kernel->leaf_count; i++) {
        const struct enz_rt_launch_leaf *l = &kernel->leaves[i];
        unsigned k = l->parameter;
        bool in_struct = launch->slots[k] != NULL;
        const char *own = in_struct ? launch->slots[k] : slots[k],
                   *shadow = in_struct ? launch->shadows[k] : shadows[k];
        if (l->kind == ENZ_RT_LAUNCH_POINTER)
            any |= memcmp(own + l->offset, shadow + l->offset, sizeof(void *)) != 0;
        else if (in_struct)
            any |= slots[k] != shadows[k];
    }
    if (any && !kernel->reverse)
        stop(kernel->name, "a launch that was taken for inactive has a derivative");
    return any;
}

/* The contents of the memory and what is kept of it change places. What the launch overwrites is
 * put back anyway. */
static void exchange(struct launch *l)
{
    for (struct kept *k = l->read; k; k = k->next) {
        if (is_kept(l->kept, k->of.base))
            continue;
        void *now = contents_of(k->of, NULL);
        copy_on_device(k->of.base, k->contents, k->of.size, NULL);
        give_block(k->contents, k->of.size);
        k->contents = now;
    }
    if (l->read)
        wait_for_device("memory that a derivative with launches keeps");
}

static void reverse(const struct enz_rt_kernel *kernel, void **slots, void **shadows,
                    struct launch *l, void *sums)
{
    keep_finals(kernel, slots, l);
    exchange(l);
    launch_adjoint(kernel, slots, shadows, l, sums, count_numbers(kernel) * sizeof(double));
    exchange(l);
    put_back(l->kept);
}

/* The arguments, with structs as they were. */
static void **slots_of(const struct enz_rt_kernel *kernel, void **slots, void **structs)
{
    void **all = allocate(kernel->parameter_count * sizeof *all);
    for (unsigned k = 0; k < kernel->parameter_count; k++)
        all[k] = structs[k] ? structs[k] : slots[k];
    return all;
}

/* Memory is what it was behind the launch, and what the launch keeps is to be put back. False if it
 * has been: another direction was here. */
static bool go_back(const char *name, struct launch *l)
{
    bool again = l->done && state.last == l->before;
    if (l != state.last && !again)
        stop(name, "launches are not gone back through in the opposite order");
    check(DEVICE(DeviceSynchronize)(), name);
    if (again)
        return false;
    put_back(l->changed);
    l->done = true;
    state.last = l->before;
    return true;
}

static bool reads(const struct enz_rt_kernel *kernel, void **slots, const char *base)
{
    const void *p;
    for (unsigned i = 0; (p = next_pointer(kernel, slots, 'r', &i)) != NULL;)
        if (range_of(kernel->name, p).base == base)
            return true;
    return false;
}

/* What the kernel only writes need not be there when it runs again. */
static void put_back_read(const struct enz_rt_kernel *kernel, void **slots, const struct launch *l)
{
    for (const struct kept *k = l->kept; k; k = k->next) {
        struct kept one = *k;
        one.next = NULL;
        if (reads(kernel, slots, k->of.base))
            put_back(&one);
    }
}

void enz_rt_launch_reverse(const struct enz_rt_kernel *kernel, void **slots, void **shadows,
                           void *adjoints, int64_t active, void *tape)
{
    struct launch *l = tape;
    bool first = go_back(kernel->name, l);
    char *sums = allocate(count_numbers(kernel) * sizeof(double));
    void **then = slots_of(kernel, slots, l->slots),
         **shadows_then = slots_of(kernel, shadows, l->shadows);
    if (has_derivative(kernel, slots, shadows, l, active)) {
        put_back_read(kernel, then, l);
        reverse(kernel, then, shadows_then, l, sums);
    } else if (first) {
        put_back(l->kept);
    }
    give_adjoints(kernel, slots, shadows, adjoints, sums);
    free(then), free(shadows_then), free(sums);
}

/* ---- routines of libraries ------------------------------------------------------------------- */

void *enz_rt_routine_begin(const char *name, const struct enz_rt_touched *list, unsigned n,
                           void *stream, void *on)
{
    struct launch *l = allocate(sizeof *l);
    for (unsigned i = 0; i < n; i++)
        if (list[i].effect != 'w' && list[i].at)
            note_read(name, list[i].at, l, stream);
    for (unsigned i = 0; i < n; i++)
        if (list[i].effect != 'r' && list[i].at)
            note_write(name, list[i].at, l, stream);
    enter(name, l, on);
    return l;
}

void enz_rt_routine_back(const char *name, void *tape)
{
    struct launch *l = tape;
    if (go_back(name, l))
        put_back(l->kept);
    exchange(l);
}

void enz_rt_routine_end(const char *name, void *tape)
{
    check(DEVICE(DeviceSynchronize)(), name);
    exchange(tape);
}

void *enz_rt_device_scratch(size_t size)
{
    void *block = NULL;
    check(allocate_on_device(&block, size ? size : 1), "memory for a derivative on the device");
    return block;
}

void enz_rt_device_scratch_free(void *block)
{
    DEVICE(Free)(block);
}

/* Several directions share one primal: each leaves the memory as it was. */
enum { PHASE_BEFORE = 1, PHASE_CALL = 2, PHASE_AFTER = 4, PHASE_ALL = 7 };

static void keep_all_written(const struct enz_rt_kernel *kernel, void **slots, struct kept **list,
                             device_stream stream)
{
    const void *p;
    if (kernel->unseen)
        stop(kernel->name, kernel->unseen);
    for (unsigned i = 0; (p = next_pointer(kernel, slots, 'w', &i)) != NULL;) {
        struct range of = range_of(kernel->name, p);
        if (!is_kept(*list, of.base))
            keep(list, of, stream);
    }
}

static void put_back_on(struct kept **list, device_stream stream)
{
    for (struct kept *k = *list; k; k = k->next)
        copy_on_device(k->of.base, k->contents, k->of.size, stream);
    if (*list)
        check(DEVICE(StreamSynchronize)(stream), "tangents of a kernel");
    drop_all(list);
}

void enz_rt_launch_forward(const struct enz_rt_kernel *kernel, void **slots, void **shadows,
                           int64_t phases)
{
    struct extent3 grid, block;
    size_t shared;
    device_stream stream;
    void *all[PARAMETERS_MOST];
    struct kept *kept = NULL;
    if (phases == PHASE_CALL)
        enz_rt_launch_primal(kernel, slots);
    if (!(phases & PHASE_BEFORE))
        return;
    DEVICE(pop_configuration)(&grid, &block, &shared, &stream);
    if (phases == PHASE_BEFORE) {
        DEVICE(push_configuration)(grid, block, shared, stream);
        keep_all_written(kernel, slots, &kept, stream);
    }
    join(kernel, slots, shadows, true, all);
    check(DEVICE(LaunchKernel)(kernel->forward, grid, block, all, twice(kernel->forward, shared),
                               stream),
          kernel->name);
    put_back_on(&kept, stream);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void *clear(void *block, size_t size)
{
    if (!last_status)
        last_status = DEVICE(Memset)(block, 0, size);
    if (!last_status)
        last_status = DEVICE(DeviceSynchronize)();
    return last_status ? NULL : block;
}

void *enz_device_malloc(size_t size)
{
    void *block = NULL;
    last_status = allocate_on_device(&block, size);
    return clear(block, size);
}

void *enz_device_malloc_managed(size_t size)
{
    void *block = NULL;
    last_status = DEVICE(MallocManaged)(&block, size, MANAGED_GLOBAL);
    return clear(block, size);
}

void *enz_device_malloc_host(size_t size)
{
    void *block = NULL;
    last_status = DEVICE(MallocHost)(&block, size);
    return last_status ? NULL : memset(block, 0, size);
}

static void forget_kept(struct kept **list, const void *base)
{
    for (struct kept **at = list, *k; (k = *at) != NULL;) {
        if (k->of.base != base) {
            at = &k->next;
            continue;
        }
        *at = k->next;
        drop(k);
    }
}

static void forget(const void *base)
{
    for (struct launch *l = state.all; l; l = l->before) {
        forget_kept(&l->kept, base);
        forget_kept(&l->read, base);
        forget_kept(&l->changed, base);
    }
    for (struct seen **at = &state.seen, *s; (s = *at) != NULL;) {
        if (s->of.base != base) {
            at = &s->next;
            continue;
        }
        *at = s->next;
        if (s->final)
            give_block(s->final, s->of.size);
        free(s);
    }
}

void enz_device_free(void *block)
{
    if (block)
        forget(block);
    last_status = DEVICE(Free)(block);
}

void enz_device_free_host(void *block)
{
    last_status = DEVICE(FreeHost)(block);
}

/* A copy to memory that launches have used. */
static void note_written(const char *to, device_stream stream)
{
    struct seen *s = state.seen;
    while (s && !(to >= s->of.base && to < s->of.base + s->of.size))
        s = s->next;
    note_change("a copy to memory of the device", s, stream);
}

void enz_device_copy(void *to, const void *from, size_t size, int kind, void *stream)
{
    note_written(to, stream);
    last_status = DEVICE(MemcpyAsync)(to, from, size, kind, stream);
    if (!last_status && kind != COPY_ON_DEVICE)
        last_status = DEVICE(StreamSynchronize)(stream);
}

void enz_device_fill(void *block, int value, size_t size, void *stream)
{
    note_written(block, stream);
    last_status = DEVICE(MemsetAsync)(block, value, size, stream);
}

void enz_rt_device_clear(void *shadow, size_t size)
{
    check(DEVICE(DeviceSynchronize)(), "the shadow of memory that is filled");
    check(DEVICE(Memset)(shadow, 0, size), "the shadow of memory that is filled");
    check(DEVICE(DeviceSynchronize)(), "the shadow of memory that is filled");
}

int enz_device_status(void)
{
    return last_status;
}

void enz_rt_device_check_variable(void)
{
    if (state.all)
        stop("a variable of the device",
             "a derivative changes it behind a launch; pass its address to the kernel");
}

void *enz_rt_device_stage(void *shadow, const void *primal, size_t size)
{
    if (shadow == primal || !DEVICE(is_on_device)(shadow))
        return shadow;
    void *staged = allocate(size);
    check(DEVICE(DeviceSynchronize)(), "the shadow of a copy");
    check(DEVICE(MemcpyAsync)(staged, shadow, size, COPY_FROM_DEVICE, NULL),
          "the shadow of a copy");
    check(DEVICE(StreamSynchronize)(NULL), "the shadow of a copy");
    return staged;
}

void enz_rt_device_unstage(void *shadow, void *staged, size_t size)
{
    if (shadow == staged)
        return;
    check(DEVICE(MemcpyAsync)(shadow, staged, size, COPY_TO_DEVICE, NULL), "the shadow of a copy");
    check(DEVICE(StreamSynchronize)(NULL), "the shadow of a copy");
    free(staged);
}
