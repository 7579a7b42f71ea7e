/* Where snapshots of a loop's state are taken, and how large its segments are: arithmetic only.
 *
 * The loop is cut into segments of `length` iterations. Segments are reversed from the last to the
 * first; each is run before, from the newest snapshot in front of it. */
#ifndef ENZ_CHECKPOINTS_H
#define ENZ_CHECKPOINTS_H

#include <stddef.h>

/* The number of iterations of a loop of which nobody knows it in advance. */
#define ENZ_STEPS_UNKNOWN ((size_t)-1)

struct enz_loop_costs {
    size_t steps;       /* iterations, or ENZ_STEPS_UNKNOWN */
    size_t step_bytes;  /* of the tape of one iteration */
    size_t state_bytes; /* of a snapshot */
    size_t slow_bytes;  /* of the tape of one iteration, as far as running it again takes less time
                           than they do where the caches do not hold them; else 0 */
};
struct enz_segments {
    size_t length; /* iterations of a segment */
    size_t slots;  /* snapshots that there is room for; 0 if there is one segment */
};

/* Segments and snapshots for a loop that may use `room` bytes. every: the length asked for, or 0.
 * A loop of which everything has room is one segment, unless there are so many slow bytes that
 * the caches do not hold them, and segments and snapshots take much less. Else segments are as
 * short as the cache wants them and two runs per segment allow; if there is no room for that, half
 * of it goes to the segment. At least one iteration and one snapshot, whatever the room. */
struct enz_segments enz_segments_choose(const struct enz_loop_costs *costs, size_t room,
                                        size_t every);

/* Segments to run from a snapshot to the next one, so that `count` segments, the first of which
 * starts at the snapshot, are reversed with the fewest runs. `slots` snapshots may exist, that one
 * included. 1 <= result < count; count >= 2, slots >= 1. (Griewank and Walther, Algorithm 799:
 * Revolve, ACM TOMS 26(1), 2000.) */
size_t enz_checkpoint_distance(size_t count, size_t slots);

#endif
