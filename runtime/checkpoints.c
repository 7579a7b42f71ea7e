/* Loops of which the tape holds one segment of iterations at a time (enz_rt.h, checkpoints.h).
 *
 * Snapshots are a stack: starts[0 .. used) ascend, and each has a slot, slots[i]. What is behind
 * `used` are the free slots. While a stretch of segments runs, `next` is the segment at whose start
 * the next snapshot is due. Where the number of iterations is known, or a stretch leads to a
 * segment that is to be reversed, that is the binomial placement; otherwise every `distance`-th
 * segment, and when all slots are used, every second snapshot goes and the distance doubles. */
#include "checkpoints.h"
#include "tape.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    SEGMENT_BYTES = 256 << 10, /* of tape that the cache holds */
    LARGE_BYTES = 16 << 20,    /* of tape that most caches do not hold */
    SAVED = 4,                 /* times less memory that make up for running iterations again */
    PADDING = 256,             /* bytes lost between blocks of a loop on the tape */
    /* Where nobody knows how much will be used: */
    BYTES_UNKNOWN = 64 << 20, /* of tape in a segment */
    SLOTS_UNKNOWN = 1024
};
#define NEVER SIZE_MAX

/* ---- Arithmetic ---- */

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t times(size_t a, size_t b)
{
    return b && a > SIZE_MAX / b ? SIZE_MAX : a * b;
}

static size_t segments_of(size_t steps, size_t length)
{
    return steps / length + (steps % length ? 1 : 0);
}

/* (slots + repeats)! / (slots! repeats!): the segments that `slots` snapshots allow to reverse when
 * none is run in front of its own reversal more than `repeats` times. At most `bound`. */
static size_t reach(size_t slots, size_t repeats, size_t bound)
{
    double product = 1; /* exact up to 2^53; bounds are far below */
    size_t few = smaller(slots, repeats), many = larger(slots, repeats);
    for (size_t i = 1; i <= few && product < (double)bound; i++)
        product = product * (double)(many + i) / (double)i;
    return product < (double)bound ? (size_t)(product + 0.5) : bound;
}

size_t enz_checkpoint_distance(size_t count, size_t slots)
{
    size_t repeats = 1;
    while (reach(slots, repeats, count) < count)
        repeats++;
    return smaller(reach(slots, repeats - 1, count),
                   count - reach(slots - 1, repeats - 1, count - 1));
}

/* ---- The sizes ---- */

/* Iterations per segment so that segment and snapshots have room, one snapshot for each segment but
 * the last; 0 if there is none: the roots of length * step + steps / length * state = room. */
static size_t length_of_two_levels(const struct enz_loop_costs *c, size_t room)
{
    double step = (double)c->step_bytes, state = (double)c->state_bytes, all = (double)room;
    double square = all * all - 4 * step * state * (double)c->steps;
    if (square < 0)
        return 0;
    double shortest = ceil((all - sqrt(square)) / (2 * step)),
           longest = floor((all + sqrt(square)) / (2 * step)), wanted = SEGMENT_BYTES / step;
    double least = sqrt((double)c->steps * state / step); /* bytes */
    wanted = fmax(wanted, fmin(least, 16 * wanted));
    double length = fmax(1, fmin(fmax(wanted, shortest), longest));
    return (size_t)length;
}

static size_t slots_in(size_t room, const struct enz_loop_costs *c, size_t length)
{
    size_t used = times(length, c->step_bytes);
    return room > used ? larger((room - used) / larger(c->state_bytes, 1), 1) : 1;
}

static struct enz_segments with_slots(const struct enz_loop_costs *c, size_t room, size_t length)
{
    size_t slots = slots_in(room, c, length), most = SLOTS_UNKNOWN;
    if (c->steps != ENZ_STEPS_UNKNOWN)
        most = segments_of(c->steps, length) - 1;
    return (struct enz_segments){.length = length, .slots = smaller(slots, most)};
}

/* What segments and snapshots may take where all has room, but is slower. 0: there it is not. */
static size_t room_of_fast_segments(const struct enz_loop_costs *c)
{
    size_t slow = times(c->steps, c->slow_bytes);
    return slow >= LARGE_BYTES ? slow / SAVED : 0;
}

struct enz_segments enz_segments_choose(const struct enz_loop_costs *given, size_t room,
                                        size_t every)
{
    struct enz_loop_costs c = *given;
    c.step_bytes = larger(c.step_bytes, 1);
    bool known = c.steps != ENZ_STEPS_UNKNOWN;
    size_t all = times(c.steps, c.step_bytes), length = every;
    if (!every && known && all <= room) {
        room = room_of_fast_segments(&c);
        length = length_of_two_levels(&c, room);
        if (!length)
            return (struct enz_segments){.length = larger(c.steps, 1), .slots = 0};
    }
    if (!length && known)
        length = length_of_two_levels(&c, room);
    if (!length)
        length = larger((known ? room / 2 : smaller(room / 4, BYTES_UNKNOWN)) / c.step_bytes, 1);
    return with_slots(&c, room, length);
}

/* ---- The machine ---- */

struct checkpoints {
    struct enz_rt_checkpoints shared; /* with generated code */
    size_t slot_count, used;
    size_t *starts, *slots;
    char *data; /* slot_count snapshots and the state at the end */
    size_t state_bytes;
    size_t goal;     /* segment that the stretch leads to */
    size_t next;     /* segment, or NEVER */
    size_t distance; /* of snapshots while the end is not known, else 0 */
};

static struct checkpoints *whole(struct enz_rt_checkpoints *c)
{
    return (struct checkpoints *)c;
}

/* Segments run from the newest snapshot to `goal`, which is recorded. */
static void plan_stretch(struct checkpoints *c, size_t goal)
{
    size_t from = c->starts[c->used - 1], free = c->slot_count - c->used;
    c->next = NEVER;
    if (!free || goal <= from)
        return;
    size_t next = from + enz_checkpoint_distance(goal - from + 1, free + 1);
    c->next = next < goal ? next : NEVER;
}

struct enz_rt_checkpoints *enz_rt_checkpoint_begin(struct enz_rt_tape *tape, size_t steps,
                                                   size_t step_bytes, size_t state_bytes,
                                                   size_t every, size_t slow_bytes)
{
    size_t snapshot = (state_bytes + 15) & ~(size_t)15, room = enz_tape_room(tape),
           own = sizeof(struct checkpoints) + snapshot + PADDING;
    struct enz_loop_costs costs = {steps, step_bytes, snapshot + 2 * sizeof(size_t), slow_bytes};
    size_t left = room > own ? room - own : 0;
    /* Behind the loop comes what it reads and is overwritten. */
    struct enz_segments chosen = enz_segments_choose(&costs, left - left / 16, every);
    struct checkpoints *c = enz_tape_allocate(tape, sizeof *c);
    size_t n = chosen.slots;
    *c = (struct checkpoints){
        .shared.length = chosen.length, .slot_count = n, .state_bytes = snapshot, .next = NEVER};
    if (!n)
        return &c->shared;
    c->starts = enz_tape_allocate(tape, times(n, sizeof *c->starts));
    c->slots = enz_tape_allocate(tape, times(n, sizeof *c->slots));
    c->data = enz_tape_allocate(tape, times(n + 1, snapshot));
    for (size_t i = 0; i < n; i++)
        c->slots[i] = i;
    c->next = 0;
    c->distance = steps == ENZ_STEPS_UNKNOWN ? 1 : 0;
    c->goal = c->distance ? NEVER : segments_of(steps, chosen.length) - 1;
    return &c->shared;
}

static void *slot(const struct checkpoints *c, size_t i)
{
    return c->data + c->slots[i] * c->state_bytes;
}

/* Every second snapshot goes. */
static void thin_out(struct checkpoints *c)
{
    size_t kept = 0;
    c->distance *= 2;
    for (size_t i = 0; i < c->used; i++) {
        if (c->starts[i] % c->distance)
            continue;
        size_t moved = c->slots[i];
        c->starts[kept] = c->starts[i];
        c->slots[i] = c->slots[kept];
        c->slots[kept++] = moved;
    }
    c->used = kept;
}

void *enz_rt_checkpoint_take(struct enz_rt_checkpoints *shared, size_t step)
{
    struct checkpoints *c = whole(shared);
    size_t segment = step / shared->length;
    if (segment != c->next)
        return NULL;
    if (c->distance && c->used == c->slot_count)
        thin_out(c);
    if (c->distance && segment % c->distance) {
        c->next = segment - segment % c->distance + c->distance;
        return NULL;
    }
    c->starts[c->used++] = segment;
    if (c->distance)
        c->next = segment + c->distance;
    else
        plan_stretch(c, c->goal);
    return slot(c, c->used - 1);
}

void *enz_rt_checkpoint_restore(struct enz_rt_checkpoints *shared, size_t target)
{
    struct checkpoints *c = whole(shared);
    c->goal = target / shared->length;
    c->distance = 0;
    while (c->starts[c->used - 1] > c->goal)
        c->used--;
    shared->from = c->starts[c->used - 1] * shared->length;
    void *state = slot(c, c->used - 1);
    if (c->starts[c->used - 1] == c->goal) {
        c->used--; /* its slot is free once the segment runs */
        c->next = NEVER;
    } else {
        plan_stretch(c, c->goal);
    }
    return state;
}

void *enz_rt_checkpoint_end(struct enz_rt_checkpoints *shared)
{
    struct checkpoints *c = shared ? whole(shared) : NULL;
    return c && c->slot_count ? c->data + c->slot_count * c->state_bytes : NULL;
}

void enz_rt_exchange(void *a, void *b, size_t bytes)
{
    char between[1024], *x = a, *y = b;
    for (size_t n; bytes; bytes -= n, x += n, y += n) {
        n = smaller(bytes, sizeof between);
        memcpy(between, x, n);
        memcpy(x, y, n);
        memcpy(y, between, n);
    }
}
