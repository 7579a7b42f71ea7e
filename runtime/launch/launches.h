/* launch.h, for one interface of devices (cuda.c). */
#define _GNU_SOURCE
#include "launch.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    void *found = dlsym(RTLD_DEFAULT, RANGE_FUNCTION);
    void *library = found ? NULL : dlopen(RANGE_LIBRARY, RTLD_NOW);
    if (library)
        found = dlsym(library, RANGE_FUNCTION);
    range_function *fn;
    memcpy(&fn, &found, sizeof fn);
    return fn;
}

/* Of NULL, none. */
static struct range range_of(const struct enz_rt_kernel *kernel, const void *address)
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
        stop(kernel->name, "the driver of the device does not say how large allocations are");
    if (fn(&base, &size, (uintptr_t)address))
        stop(kernel->name,
             "a pointer that a derivative of a launch gets does not lead to memory of the device");
    return (struct range){(char *)base, size};
}

/* ---- what is kept ---------------------------------------------------------------------------- */

/* Contents that an allocation had. */
struct kept {
    struct kept *next;
    struct range of;
    void *contents; /* in memory of the device */
};

/* A launch of the forward sweep. */
struct launch {
    struct launch *before;
    struct kept *kept;    /* what was there in front of the launch and is overwritten by it */
    struct kept *read;    /* what it reads of memory that the host may change unseen */
    struct kept *changed; /* what copies have overwritten since, last first */
    struct extent3 grid, block;
    size_t shared;
};

/* An allocation that launches of this derivative have read or written. */
struct seen {
    struct seen *next;
    struct range of;
    bool read;
    const struct launch *last; /* that wrote it; NULL: a copy did since */
    void *final;               /* its contents at the end of the forward sweep, if they are kept */
};

/* Of all derivatives that the thread is in. */
static _Thread_local struct {
    struct launch *last;
    struct seen *seen;
    bool reversing;
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

static void *contents_of(struct range of, device_stream stream)
{
    void *copy = NULL;
    check(DEVICE(Malloc)(&copy, of.size), "memory that a derivative with launches keeps");
    copy_on_device(copy, of.base, of.size, stream);
    return copy;
}

static void keep(struct kept **list, struct range of, device_stream stream)
{
    struct kept *k = allocate(sizeof *k);
    *k = (struct kept){*list, of, contents_of(of, stream)};
    *list = k;
}

static void drop(struct kept *k)
{
    DEVICE(Free)(k->contents);
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
}

static void drop_all(struct kept **list)
{
    for (struct kept *k; (k = *list) != NULL;) {
        *list = k->next;
        drop(k);
    }
}

/* All launches have been gone through. */
static void end(void)
{
    for (struct seen *s; (s = state.seen) != NULL;) {
        if (s->final) {
            copy_on_device(s->of.base, s->final, s->of.size, NULL);
            DEVICE(Free)(s->final);
        }
        state.seen = s->next;
        free(s);
    }
    state.reversing = false;
}

/* ---- launches -------------------------------------------------------------------------------- */

static bool does(const struct enz_rt_kernel *kernel, unsigned k, char effect)
{
    return kernel->kinds[k] == ENZ_RT_LAUNCH_POINTER &&
           (kernel->effects[k] == effect || kernel->effects[k] == 'b');
}

static const void *pointer_at(void **slots, unsigned k)
{
    return *(void **)slots[k];
}

static bool is_kept(const struct kept *list, const char *base)
{
    for (const struct kept *k = list; k; k = k->next)
        if (k->of.base == base)
            return true;
    return false;
}

static void note_read(const struct enz_rt_kernel *kernel, void **slots, struct launch *l,
                      device_stream stream)
{
    for (unsigned k = 0; kernel->kinds[k]; k++) {
        struct seen *s = does(kernel, k, 'r') ? see(range_of(kernel, pointer_at(slots, k))) : NULL;
        if (!s)
            continue;
        s->read = true;
        if (!is_on_device(s->of.base) && !is_kept(l->read, s->of.base))
            keep(&l->read, s->of, stream);
    }
}

static void keep_written(const struct enz_rt_kernel *kernel, void **slots, struct launch *l,
                         device_stream stream)
{
    for (unsigned k = 0; kernel->kinds[k]; k++) {
        struct seen *s = does(kernel, k, 'w') ? see(range_of(kernel, pointer_at(slots, k))) : NULL;
        if (!s)
            continue;
        if (s->read && !is_kept(l->kept, s->of.base))
            keep(&l->kept, s->of, stream);
        s->last = l;
    }
}

void *enz_rt_launch_augmented(const struct enz_rt_kernel *kernel, void **slots)
{
    struct launch *l = allocate(sizeof *l);
    device_stream stream;
    pop_configuration(&l->grid, &l->block, &l->shared, &stream);
    if (state.reversing)
        stop(kernel->name, "a launch in the reverse sweep of a derivative with launches");
    note_read(kernel, slots, l, stream);
    keep_written(kernel, slots, l, stream);
    l->before = state.last;
    state.last = l;
    /* Its status is what cudaGetLastError says, as that of any launch. */
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

/* The arguments of a derivative: behind each one that has a shadow, that. `tangents`: numbers have
 * one. */
static unsigned join(const struct enz_rt_kernel *kernel, void **slots, void **shadows,
                     bool tangents, void **all)
{
    unsigned n = 0;
    for (unsigned k = 0; kernel->kinds[k]; k++) {
        if (n + 3 > PARAMETERS_MOST)
            stop(kernel->name, "too many parameters");
        all[n++] = slots[k];
        if (kernel->kinds[k] == ENZ_RT_LAUNCH_POINTER ||
            (tangents && kernel->kinds[k] != ENZ_RT_LAUNCH_VALUE))
            all[n++] = shadows[k];
    }
    return n;
}

static unsigned count_numbers(const struct enz_rt_kernel *kernel)
{
    unsigned n = 0;
    for (const char *kind = kernel->kinds; *kind; kind++)
        n += *kind == ENZ_RT_LAUNCH_FLOAT || *kind == ENZ_RT_LAUNCH_DOUBLE;
    return n;
}

static void *zeroed(size_t size)
{
    void *block = NULL;
    check(DEVICE(Malloc)(&block, size), "memory for adjoints of arguments of a kernel");
    check(DEVICE(Memset)(block, 0, size), "memory for adjoints of arguments of a kernel");
    return block;
}

static void launch_adjoint(const struct enz_rt_kernel *kernel, void **slots, void **shadows,
                           void *adjoints, const struct launch *l)
{
    void *all[PARAMETERS_MOST], *sums = NULL;
    size_t bytes = count_numbers(kernel) * sizeof(double);
    unsigned n = join(kernel, slots, shadows, false, all);
    if (bytes)
        sums = zeroed(bytes);
    all[n] = &sums;
    check(DEVICE(LaunchKernel)(kernel->reverse, l->grid, l->block, all,
                               twice(kernel->reverse, l->shared), NULL),
          kernel->name);
    check(DEVICE(DeviceSynchronize)(), kernel->name);
    if (!bytes)
        return;
    check(DEVICE(MemcpyAsync)(adjoints, sums, bytes, COPY_FROM_DEVICE, NULL), kernel->name);
    check(DEVICE(StreamSynchronize)(NULL), kernel->name);
    DEVICE(Free)(sums);
}

/* The derivative writes what the kernel wrote; others may have written there since. */
static void keep_finals(const struct enz_rt_kernel *kernel, void **slots, const struct launch *l)
{
    for (unsigned k = 0; kernel->kinds[k]; k++) {
        const void *to = does(kernel, k, 'w') ? pointer_at(slots, k) : NULL;
        struct seen *s = to ? find_seen(range_of(kernel, to).base) : NULL;
        if (s && (s->last != l || !is_on_device(s->of.base)))
            keep_final(s);
    }
}

static bool has_derivative(const struct enz_rt_kernel *kernel, void **slots, void **shadows,
                           int64_t active)
{
    bool any = active != 0;
    for (unsigned k = 0; kernel->kinds[k]; k++)
        any |= kernel->kinds[k] == ENZ_RT_LAUNCH_POINTER &&
               pointer_at(slots, k) != pointer_at(shadows, k);
    if (any && !kernel->reverse)
        stop(kernel->name, "a launch that was taken for inactive has a derivative");
    return any;
}

/* The contents of the memory and what is kept of it change places. What the launch overwrites is put
 * back anyway. */
static void exchange(struct launch *l)
{
    for (struct kept *k = l->read; k; k = k->next) {
        if (is_kept(l->kept, k->of.base))
            continue;
        void *now = contents_of(k->of, NULL);
        copy_on_device(k->of.base, k->contents, k->of.size, NULL);
        DEVICE(Free)(k->contents);
        k->contents = now;
    }
}

void enz_rt_launch_reverse(const struct enz_rt_kernel *kernel, void **slots, void **shadows,
                           void *adjoints, int64_t active, void *tape)
{
    struct launch *l = tape;
    if (l != state.last)
        stop(kernel->name, "the halves of a split derivative of launches are not run in opposite "
                           "orders");
    if (!state.reversing)
        check(DEVICE(DeviceSynchronize)(), kernel->name);
    state.reversing = true;
    put_back(l->changed);
    put_back(l->kept);
    memset(adjoints, 0, count_numbers(kernel) * sizeof(double));
    if (has_derivative(kernel, slots, shadows, active)) {
        keep_finals(kernel, slots, l);
        exchange(l);
        launch_adjoint(kernel, slots, shadows, adjoints, l);
        exchange(l);
        put_back(l->kept);
    }
    drop_all(&l->changed);
    drop_all(&l->read);
    drop_all(&l->kept);
    state.last = l->before;
    free(l);
    if (!state.last)
        end();
}

void enz_rt_launch_forward(const struct enz_rt_kernel *kernel, void **slots, void **shadows)
{
    struct extent3 grid, block;
    size_t shared;
    device_stream stream;
    void *all[PARAMETERS_MOST];
    pop_configuration(&grid, &block, &shared, &stream);
    join(kernel, slots, shadows, true, all);
    check(DEVICE(LaunchKernel)(kernel->forward, grid, block, all, twice(kernel->forward, shared),
                               stream),
          kernel->name);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void *clear(void *block, size_t size)
{
    if (!last_status)
        last_status = DEVICE(Memset)(block, 0, size);
    return last_status ? NULL : block;
}

void *enz_device_malloc(size_t size)
{
    void *block = NULL;
    last_status = DEVICE(Malloc)(&block, size);
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
    for (struct launch *l = state.last; l; l = l->before) {
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
            DEVICE(Free)(s->final);
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
    if (!s || state.reversing)
        return;
    if (s->read)
        keep(&state.last->changed, s->of, stream);
    s->last = NULL;
}

void enz_device_copy(void *to, const void *from, size_t size, int kind, void *stream)
{
    note_written(to, stream);
    last_status = DEVICE(MemcpyAsync)(to, from, size, kind, stream);
    if (!last_status && kind != COPY_ON_DEVICE)
        last_status = DEVICE(StreamSynchronize)(stream);
}

int enz_device_status(void)
{
    return last_status;
}

int enz_device_set_variable(const void *variable, const void *from, size_t size, size_t offset,
                               int kind)
{
    if (state.last)
        stop("a variable of the device",
             "a derivative changes it behind a launch; pass its address to the kernel");
    return DEVICE(MemcpyToSymbol)(variable, from, size, offset, kind);
}

void *enz_rt_device_stage(void *shadow, const void *primal, size_t size)
{
    if (shadow == primal || !is_on_device(shadow))
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
