/* Checkpoints: every segment is reversed once, from the last to the first, after a run from the
 * right state; as few segments run as any placement allows; what is chosen has room. */
#include "checkpoints.h"
#include "enz_rt.h"
#include "expect.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATE = 48, MOST_STEPS = 90, MOST_SLOTS = 7 };

/* A loop whose state after s iterations is s. */
struct loop {
    struct enz_rt_checkpoints *checkpoints;
    size_t state, runs;
};

/* Runs the segments from iteration `from` to the one that ends at `goal`. */
static void run_stretch(struct loop *l, size_t from, size_t goal)
{
    l->state = from;
    while (l->state < goal) {
        size_t *snapshot = enz_rt_checkpoint_take(l->checkpoints, l->state);
        if (snapshot) {
            memset(snapshot, 0, STATE);
            *snapshot = l->state;
        }
        l->state += l->checkpoints->length;
        l->runs++;
    }
}

/* Segments that run for `steps` iterations of which the machine is told `said`. */
static size_t reverse_loop(struct enz_rt_tape *tape, size_t steps, size_t said, size_t every)
{
    struct loop l = {enz_rt_checkpoint_begin(tape, said, 8, STATE, every, 0), 0, 0};
    size_t length = l.checkpoints->length;
    EXPECT(!every || length == every);
    run_stretch(&l, 0, steps);
    for (size_t start = (steps - 1) / length * length; start > 0; start -= length) {
        size_t *snapshot = enz_rt_checkpoint_restore(l.checkpoints, start - length);
        size_t from = l.checkpoints->from;
        EXPECT(*snapshot == from && from < start && from % length == 0);
        run_stretch(&l, from, start);
        EXPECT(l.state == start);
    }
    return l.runs;
}

/* The fewest segments that run in advance, by trying all placements. */
static size_t best[MOST_STEPS + 1][MOST_SLOTS + 1];

static void find_best(void)
{
    for (size_t slots = 1; slots <= MOST_SLOTS; slots++)
        for (size_t count = 2; count <= MOST_STEPS; count++) {
            size_t fewest = count * (count - 1) / 2;
            for (size_t d = 1; d < count && slots > 1; d++) {
                size_t runs = d + best[count - d][slots - 1] + best[d][slots];
                fewest = runs < fewest ? runs : fewest;
            }
            best[count][slots] = fewest;
        }
}

static void placement_is_optimal(void)
{
    find_best();
    for (size_t slots = 1; slots <= MOST_SLOTS; slots++)
        for (size_t count = 2; count <= MOST_STEPS; count++) {
            size_t d = enz_checkpoint_distance(count, slots), runs = count * (count - 1) / 2;
            EXPECT(d >= 1 && d < count);
            if (slots > 1)
                runs = d + best[count - d][slots - 1] + best[d][slots];
            EXPECT(runs == best[count][slots]);
        }
}

static void segments_are_reversed_in_order(void)
{
    static const size_t lengths[] = {1, 2, 3, 7, 64, 1000};
    for (size_t steps = 1; steps <= MOST_STEPS; steps++)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
            for (int known = 0; known < 2; known++) {
                struct enz_rt_tape tape = {0};
                size_t count = (steps + lengths[i] - 1) / lengths[i];
                size_t runs =
                    reverse_loop(&tape, steps, known ? steps : ENZ_STEPS_UNKNOWN, lengths[i]);
                EXPECT(!known || runs == count + (count - 1)); /* each but the last twice */
                enz_rt_tape_free(&tape);
            }
}

/* More segments than there are snapshots where nobody knows how many come. */
static void snapshots_are_thinned_out(void)
{
    for (size_t steps = 1; steps <= 3000; steps += steps < 300 ? 1 : 97) {
        struct enz_rt_tape tape = {0};
        size_t runs = reverse_loop(&tape, steps, ENZ_STEPS_UNKNOWN, 1);
        EXPECT(runs <= 5 * steps);
        enz_rt_tape_free(&tape);
    }
}

/* With a limit that leaves room for so many snapshots, no segments run without need. */
static void few_snapshots_are_enough(void)
{
    enum { LENGTH = 512, STEP = 8, OWN = 1024 };
    for (size_t slots = 1; slots <= MOST_SLOTS; slots++)
        for (size_t count = 2; count <= MOST_STEPS; count++) {
            struct enz_loop_costs costs = {count * LENGTH, STEP, STATE + 2 * sizeof(size_t), 0};
            struct enz_rt_limit limit = {.function = "test"};
            limit.bytes = OWN + LENGTH * STEP + slots * costs.state_bytes;
            struct enz_rt_tape tape = {.limit = &limit};
            size_t least = enz_segments_choose(&costs, limit.bytes - OWN, LENGTH).slots,
                   runs = reverse_loop(&tape, count * LENGTH, count * LENGTH, LENGTH);
            EXPECT(least == (slots < count - 1 ? slots : count - 1));
            EXPECT(runs <= count + best[count][least]);
            enz_rt_tape_free(&tape);
        }
}

static void sizes_have_room(void)
{
    static const size_t rooms[] = {1 << 10, 1 << 16, 100 << 20, (size_t)4 << 30};
    static const size_t sizes[] = {1, 8, 1000, 160000, 1 << 24};
    for (size_t r = 0; r < sizeof rooms / sizeof *rooms; r++)
        for (size_t i = 0; i < 25; i++)
            for (size_t steps = 1; steps < 2000000000; steps = 7 * steps + 1) {
                struct enz_loop_costs c = {steps, sizes[i % 5], sizes[i / 5], 0};
                struct enz_segments s = enz_segments_choose(&c, rooms[r], 0);
                double all = (double)s.length * (double)c.step_bytes +
                             (double)s.slots * (double)c.state_bytes;
                EXPECT(s.length >= 1);
                EXPECT(all <= (double)rooms[r] || s.length == 1 || s.slots <= 1);
                if ((double)steps * (double)c.step_bytes <= (double)rooms[r])
                    EXPECT(s.length == steps && s.slots == 0);
                else
                    EXPECT(s.slots >= 1 || s.length >= steps || steps == 1);
            }
}

/* Many slow bytes: segments and snapshots take a quarter of them, or there is one segment. */
static void slow_bytes_are_avoided(void)
{
    enum { STEP = 16000 };
    static const size_t states[] = {STATE, 2 * STEP, 100 * STEP, 10000 * (size_t)STEP};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        for (size_t steps = 100; steps < 1000000; steps *= 3)
            for (size_t slow = 0; slow <= STEP; slow += STEP / 2) {
                struct enz_loop_costs c = {steps, STEP, states[i], slow};
                struct enz_segments s = enz_segments_choose(&c, (size_t)1 << 40, 0);
                EXPECT(s.length == steps ||
                       (steps * slow >= (size_t)16 << 20 &&
                        s.length * STEP + s.slots * states[i] <= steps * slow / 4));
                EXPECT(s.length < steps || s.slots == 0);
                if (states[i] <= 2 * STEP && steps * slow >= (size_t)64 << 20)
                    EXPECT(s.length < steps);
            }
}

int main(void)
{
    placement_is_optimal();
    segments_are_reversed_in_order();
    snapshots_are_thinned_out();
    few_snapshots_are_enough();
    sizes_have_room();
    slow_bytes_are_avoided();
    if (!failures)
        puts("ok");
    return failures != 0;
}
