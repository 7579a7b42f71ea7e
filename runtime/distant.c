/* See distant.h. */
#define _GNU_SOURCE
#include "distant.h"

#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Shadow addresses differ in this bit: where programs and libraries, the heap, what is mapped and
 * stacks usually are, nothing is at that distance. */
#define DISTANCE ((uintptr_t)1 << 44)
enum { KNOWN_MAX = 1024, LINE_MAX_BYTES = 4096 };

struct range {
    uintptr_t from, to;
};
struct known {
    struct range primal;
    char *shadow; /* NULL: there is none but for what is known besides */
};
/* All derivatives of the process; threads of a team ask at the same time. */
static struct {
    pthread_mutex_t lock;
    struct range *ranges; /* of memory whose shadows are mapped, apart from each other */
    size_t count, room;
    struct known known[KNOWN_MAX];
    size_t known_count;
    struct range any_known; /* all of these are in it */
    atomic_bool used;       /* shadows may not be zero */
    _Atomic(const char *) running;
    pthread_t thread; /* that it runs in */
    char *frame;      /* of the call */
} distant = {.lock = PTHREAD_MUTEX_INITIALIZER};
/* Where the thread found its last shadow. */
static _Thread_local struct range last;

static _Noreturn void fail(const char *where, const char *message)
{
    fprintf(stderr, "enzcc: %s%s%s\n", where ? where : "", where ? ": " : "", message);
    abort();
}

static bool is_in(const struct range *r, uintptr_t at)
{
    return at - r->from < r->to - r->from;
}

/* ---- mapping --------------------------------------------------------------------------------- */

/* Not by the C library: ThreadSanitizer, which has most addresses reserved, would end the program
 * there with a message of its own. */
static bool map_at(uintptr_t at, size_t bytes)
{
    return (uintptr_t)syscall(SYS_mmap, at, bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
                              0) == at;
}

static void map_range(uintptr_t from, uintptr_t to)
{
    bool whole = (from ^ DISTANCE) + (to - from) == ((to - 1) ^ DISTANCE) + 1;
    if (!whole || !map_at(from ^ DISTANCE, to - from))
        fail(distant.running, "there is no room for the shadow of memory behind globals; pass it "
                              "as an argument (ThreadSanitizer takes the room)");
    if (distant.count == distant.room) {
        distant.room = distant.room ? 2 * distant.room : 64;
        distant.ranges = realloc(distant.ranges, distant.room * sizeof *distant.ranges);
        if (!distant.ranges)
            fail(distant.running, "out of memory");
    }
    distant.ranges[distant.count++] = (struct range){from, to};
}

static const struct range *find_range(uintptr_t at)
{
    for (size_t i = 0; i < distant.count; i++)
        if (is_in(&distant.ranges[i], at))
            return &distant.ranges[i];
    return NULL;
}

/* Maps what is not yet mapped of the shadow of a region, which may have grown. */
static void map_region(struct range region)
{
    while (region.from < region.to) {
        const struct range *there = find_range(region.from);
        if (there) {
            region.from = there->to;
            continue;
        }
        uintptr_t to = region.to;
        for (size_t i = 0; i < distant.count; i++)
            if (distant.ranges[i].from > region.from && distant.ranges[i].from < to)
                to = distant.ranges[i].from;
        map_range(region.from, to);
        region.from = to;
    }
}

/* The region of memory that the address is in; false: there is none. */
static bool find_region(uintptr_t at, struct range *region)
{
    char line[LINE_MAX_BYTES];
    FILE *maps = fopen("/proc/self/maps", "re");
    bool found = false;
    if (!maps)
        fail(distant.running, "/proc/self/maps, which tells where memory is, cannot be read");
    while (!found && fgets(line, sizeof line, maps)) {
        char *end;
        region->from = (uintptr_t)strtoull(line, &end, 16);
        region->to = *end == '-' ? (uintptr_t)strtoull(end + 1, NULL, 16) : region->from;
        found = is_in(region, at);
    }
    fclose(maps);
    return found;
}

/* A pointer that leads nowhere is not followed: its shadow need not be there. */
static void ask_for(uintptr_t at)
{
    struct range region;
    pthread_mutex_lock(&distant.lock);
    const struct range *there = find_range(at);
    if (!there && find_region(at, &region)) {
        map_region(region);
        there = find_range(at);
    }
    if (there)
        last = *there;
    pthread_mutex_unlock(&distant.lock);
}

/* ---- interface ------------------------------------------------------------------------------- */

/* Pages that are not there are zeros. */
static void clear(void)
{
    for (size_t i = 0; i < distant.count && distant.used; i++)
        madvise((void *)(distant.ranges[i].from ^ DISTANCE),
                distant.ranges[i].to - distant.ranges[i].from, MADV_DONTNEED);
    distant.used = false;
}

/* An exception, or longjmp, has left the derivative if its caller, or one further out, runs again.
 */
static bool was_left(const char *frame)
{
    return pthread_equal(distant.thread, pthread_self()) && frame >= distant.frame;
}

void enz_rt_distant_begin(const char *where)
{
    const char *none = NULL;
    char *frame = __builtin_frame_address(0);
    if (!atomic_compare_exchange_strong(&distant.running, &none, where) && !was_left(frame)) {
        fprintf(stderr, "enzcc: %s: the derivative there has not ended\n", none);
        fail(where, "two derivatives cannot use memory behind globals at the same time");
    }
    distant.running = where;
    distant.thread = pthread_self(), distant.frame = frame;
    clear();
    distant.known_count = 0;
    distant.any_known = (struct range){UINTPTR_MAX, 0};
}

void enz_rt_distant_end(void)
{
    clear();
    distant.running = NULL;
}

static void add_known(struct range r, void *shadow)
{
    if (distant.known_count == KNOWN_MAX)
        fail(distant.running, "too many globals and arguments with shadows");
    distant.known[distant.known_count++] = (struct known){r, shadow};
    distant.any_known.from = r.from < distant.any_known.from ? r.from : distant.any_known.from;
    distant.any_known.to = r.to > distant.any_known.to ? r.to : distant.any_known.to;
}

void enz_rt_distant_known(const void *primal, size_t bytes, void *shadow)
{
    if (primal && shadow)
        add_known((struct range){(uintptr_t)primal, (uintptr_t)primal + bytes}, shadow);
}

static struct range object_at(const void *object, size_t bytes)
{
    uintptr_t from = (uintptr_t)object;
    size_t all = !object ? 0 : bytes == SIZE_MAX ? malloc_usable_size((void *)object) : bytes;
    return (struct range){from, from + all};
}

/* Another argument, or a global, in the object has another shadow, or its shadow is where that of
 * the object, which begins at `shadow`, would be. */
static bool has_other_shadow(const struct range *r, uintptr_t shadow)
{
    struct range all = {shadow, shadow + (r->to - r->from)};
    for (size_t i = 0; i < distant.known_count; i++) {
        uintptr_t primal = distant.known[i].primal.from, own = (uintptr_t)distant.known[i].shadow;
        if (own && (is_in(r, primal) || is_in(&all, own)) && own - shadow != primal - r->from)
            return true;
    }
    return false;
}

void enz_rt_distant_given(const void *object, size_t bytes, const void *passed,
                          const void *shadow_object, size_t shadow_bytes, void *shadow)
{
    if (!passed)
        return;
    struct range r = object_at(object, bytes),
                 room = object_at(shadow ? shadow_object : NULL, shadow_bytes);
    if (r.from == r.to)
        return;
    uintptr_t from = (uintptr_t)shadow - ((uintptr_t)passed - r.from);
    bool whole = room.from <= from && from + (r.to - r.from) <= room.to;
    add_known(r, whole && !has_other_shadow(&r, from) ? (void *)from : NULL);
}

/* What is known of one place stands before what is known of the object around it. */
static const struct known *find_known(uintptr_t at)
{
    const struct known *found = NULL;
    for (size_t i = 0; i < distant.known_count && is_in(&distant.any_known, at); i++)
        if (is_in(&distant.known[i].primal, at) && (!found || distant.known[i].shadow))
            found = &distant.known[i];
    if (found && !found->shadow)
        fail(distant.running, "memory that the call passes with a shadow is also reached through "
                              "a global, elsewhere than at its start; let the function use its "
                              "argument only");
    return found;
}

void *enz_rt_distant_shadow(void *primal, void *loaded)
{
    uintptr_t at = (uintptr_t)primal;
    if (!primal || (loaded && loaded != primal))
        return primal ? loaded : NULL;
    const struct known *known = find_known(at);
    if (known)
        return known->shadow + (at - known->primal.from);
    if (!is_in(&last, at))
        ask_for(at);
    if (!distant.used)
        distant.used = true;
    return (void *)(at ^ DISTANCE);
}

static bool is_at_distance(const void *shadow)
{
    pthread_mutex_lock(&distant.lock);
    bool found = find_range((uintptr_t)shadow ^ DISTANCE) != NULL;
    pthread_mutex_unlock(&distant.lock);
    return found;
}

void *enz_rt_distant_or_constant(void *primal, void *loaded, const void *place)
{
    return loaded || !primal || !is_at_distance(place) ? loaded
                                                       : enz_rt_distant_shadow(primal, NULL);
}

void *enz_rt_distant_block(void *shadow)
{
    return is_at_distance(shadow) ? NULL : shadow;
}
