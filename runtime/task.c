/* Tasks that run derivatives, on libomp.
 *
 * In a forward sweep libomp decides who does a task, and when: at some place where a thread may do
 * tasks, because it makes one or waits for some. What a thread has done there it goes back over in
 * the reverse sweep when it comes back to that place, the last task first; no task is handed to
 * another thread then. When a task was made, begun and ended, and when somebody has waited for
 * tasks, has a number from the counter for turns (turns.h), and the reverse sweep takes these steps
 * in the order of falling numbers. So every edge of the graph of tasks is gone through backwards,
 * whatever made it, a dependence, a group or a barrier: an edge leads from a step to a later one.
 * Each thread has its own steps in the opposite order, and so nobody waits for one that waits. */
#include "task.h"
#include "tape.h"
#include "tasks.h"
#include "thread.h"
#include "turns.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct place {
    int32_t reserved, flags, more[2];
    const char *source;
};
static const struct place here = {.flags = 2, .source = ";derivative;;0;0;;"};

/* As the compiler lays it out for libomp, with the record behind it. */
struct native_task {
    void *shared;
    int32_t (*run)(int32_t thread, void *task);
    int32_t part;
    void *destructors;
    union {
        int32_t priority;
        void *other;
    } second;
    struct enz_rt_task *task;
};
typedef int32_t native_run(int32_t thread, void *task);

int32_t __kmpc_global_thread_num(const struct place *place);
void *__kmpc_omp_task_alloc(const struct place *place, int32_t thread, int32_t flags, size_t size,
                            size_t shared, native_run *run);
int32_t __kmpc_omp_task(const struct place *place, int32_t thread, void *task);
int32_t __kmpc_omp_task_with_deps(const struct place *place, int32_t thread, void *task,
                                  int32_t count, const void *depends, int32_t more,
                                  const void *more_depends);
void __kmpc_omp_task_begin_if0(const struct place *place, int32_t thread, void *task);
void __kmpc_omp_task_complete_if0(const struct place *place, int32_t thread, void *task);
void __kmpc_barrier(const struct place *place, int32_t thread);
int32_t __kmpc_cancel_barrier(const struct place *place, int32_t thread);
int32_t __kmpc_cancel(const struct place *place, int32_t thread, int32_t kind);
int32_t __kmpc_cancellationpoint(const struct place *place, int32_t thread, int32_t kind);
int32_t __kmpc_omp_taskwait(const struct place *place, int32_t thread);
int32_t __kmpc_omp_taskyield(const struct place *place, int32_t thread, int32_t part);
void __kmpc_taskgroup(const struct place *place, int32_t thread);
void __kmpc_end_taskgroup(const struct place *place, int32_t thread);
void __kmpc_omp_wait_deps(const struct place *place, int32_t thread, int32_t count,
                          const void *depends, int32_t more, const void *more_depends);
void __kmpc_omp_taskwait_deps_51(const struct place *place, int32_t thread, int32_t count,
                                 const void *depends, int32_t more, const void *more_depends,
                                 int32_t nowait);

enum { TIED = 1, FINAL = 2, MERGED_IF0 = 4, HAS_PRIORITY = 32 };
enum { KEPT_FLAGS = FINAL | MERGED_IF0 | HAS_PRIORITY };

struct enz_rt_task {
    const char *where;
    struct enz_rt_tape tape;
    void *frame, *operands, *forth; /* forth: operands of a forward sweep from the tape */
    void (*run)(void *), (*again)(void *);
    const char *identity;     /* of `again` */
    struct enz_rt_team *team; /* NULL: it was done at once, as a call */
    struct enz_turns *turns;
    uint64_t made, begun, ended;
    size_t from, to; /* what the thread that made it has done meanwhile */
    size_t first;    /* what the thread that did it had done before */
    bool kept, owns_operands;
};

/* Tasks of if clauses that the calling thread is in. */
struct at_once {
    void *native;
    struct at_once *outer;
};

_Thread_local struct enz_tasks *enz_tasks;

/* Of the next task that the thread makes; and those that it is in. */
struct options {
    int32_t flags, priority, at_once, count, more;
    const void *depends, *more_depends;
};
static _Thread_local struct options next_options;
static _Thread_local struct at_once *innermost;

static _Noreturn void fail(const char *message)
{
    fprintf(stderr, "enzcc: %s\n", message);
    abort();
}

static _Noreturn void fail_at(const char *where, const char *message)
{
    fprintf(stderr, "enzcc: %s: %s\n", where, message);
    abort();
}

static void *allocate(size_t bytes)
{
    void *p = calloc(1, bytes ? bytes : 1);
    if (!p)
        fail("out of memory for the tape of a task");
    return p;
}

static int32_t own_number(void)
{
    return __kmpc_global_thread_num(&here);
}

/* ---- records ---- */

struct enz_rt_task *enz_rt_task_new(const char *where)
{
    struct enz_rt_task *task = allocate(sizeof *task);
    task->where = where;
    enz_rt_tape_start(&task->tape);
    return task;
}

void enz_rt_task_free(void *p)
{
    struct enz_rt_task *task = p;
    task->tape.kinds = NULL; /* not its own */
    enz_rt_tape_free(&task->tape);
    free(task->operands);
    free(task);
}

void enz_rt_task_share(struct enz_rt_task *task, struct enz_rt_tape *owner)
{
    enz_rt_kinds_share(owner, &task->tape);
}

struct enz_rt_tape *enz_rt_task_tape(struct enz_rt_task *task)
{
    return &task->tape;
}

void enz_rt_task_keep(struct enz_rt_task *task, void *frame)
{
    task->frame = frame;
}

void *enz_rt_task_frame(struct enz_rt_task *task)
{
    return task->frame;
}

/* What the task has freed others may need: such a tape stays as long as the record. */
void enz_rt_task_close(struct enz_rt_task *task)
{
    if (task->tape.deferred)
        return;
    task->tape.kinds = NULL;
    enz_rt_tape_free(&task->tape);
    task->tape = (struct enz_rt_tape){0};
}

/* ---- differentiated again ---- */

void enz_rt_task_open(void *kept, struct enz_rt_tape *tape, const char *where)
{
    struct enz_rt_task *task = enz_rt_task_new(where);
    *(struct enz_rt_task **)kept = task;
    enz_rt_defer_free(tape, task, enz_rt_task_free);
}

struct enz_rt_task *enz_rt_task_of(void *kept)
{
    return *(struct enz_rt_task **)kept;
}

struct enz_rt_tape *enz_rt_task_kept_tape(void *kept)
{
    return enz_rt_task_tape(enz_rt_task_of(kept));
}

void enz_rt_task_kept_close(void *kept)
{
    enz_rt_task_close(enz_rt_task_of(kept));
}

/* ---- the forward sweep ---- */

static void note_done(struct enz_tasks *tasks, struct enz_rt_task *task)
{
    if (tasks->count == tasks->room) {
        tasks->room = tasks->room ? 2 * tasks->room : 16;
        tasks->done = realloc(tasks->done, tasks->room * sizeof *tasks->done);
        if (!tasks->done)
            fail("out of memory for the tasks of a parallel region");
    }
    tasks->done[tasks->count++] = task;
}

/* Behind its part of the region a thread is in none of the team's functions any more. */
static struct enz_tasks *tasks_for(const struct enz_rt_task *task)
{
    return enz_tasks && enz_tasks->team == task->team ? enz_tasks : enz_tasks_of(task->team);
}

static void do_kept(struct enz_rt_task *task)
{
    struct enz_tasks *outer = enz_tasks, *tasks = tasks_for(task);
    struct enz_turns *outer_turns = enz_turns_enter(task->turns);
    enz_tasks = tasks;
    task->first = tasks->count;
    task->begun = enz_rt_turn();
    task->run(task->operands);
    task->ended = enz_rt_turn();
    note_done(tasks, task);
    enz_tasks = outer;
    enz_turns_enter(outer_turns);
}

/* Forward mode, or no derivative. */
static void do_unkept(struct enz_rt_task *task)
{
    task->run(task->operands);
    if (task->owns_operands)
        free(task->operands);
    free(task);
}

static int32_t run_native(int32_t thread, void *p)
{
    struct native_task *native = p;
    (void)thread;
    (native->task->kept ? do_kept : do_unkept)(native->task);
    return 0;
}

static struct native_task *new_native(int32_t flags)
{
    return __kmpc_omp_task_alloc(&here, own_number(), (flags & KEPT_FLAGS) | TIED,
                                 sizeof(struct native_task), 0, run_native);
}

static struct options take_options(void)
{
    struct options options = next_options;
    next_options = (struct options){0};
    return options;
}

static void do_at_once(const struct options *o, struct native_task *native)
{
    int32_t thread = own_number();
    if (o->count || o->more)
        __kmpc_omp_wait_deps(&here, thread, o->count, o->depends, o->more, o->more_depends);
    __kmpc_omp_task_begin_if0(&here, thread, native);
    run_native(thread, native);
    __kmpc_omp_task_complete_if0(&here, thread, native);
}

static void hand_over(const struct options *o, struct enz_rt_task *task)
{
    struct native_task *native = new_native(o->flags);
    native->task = task;
    if (o->flags & HAS_PRIORITY)
        native->second.priority = o->priority;
    if (o->at_once)
        do_at_once(o, native);
    else if (o->count || o->more)
        __kmpc_omp_task_with_deps(&here, own_number(), native, o->count, o->depends, o->more,
                                  o->more_depends);
    else
        __kmpc_omp_task(&here, own_number(), native);
}

static void *copy(const void *bytes, size_t count)
{
    return memcpy(allocate(count), bytes, count);
}

static void make_kept(struct enz_rt_task *task, const struct options *o)
{
    task->kept = true;
    task->team = enz_tasks ? enz_tasks->team : NULL;
    if (!task->team) {
        task->run(task->operands);
        return;
    }
    task->turns = enz_turns;
    task->from = enz_tasks->count;
    task->made = enz_rt_turn();
    hand_over(o, task);
    task->to = enz_tasks->count;
}

void enz_rt_task_run(struct enz_rt_task *kept, void (*run)(void *), void (*again)(void *),
                     const char *identity, void *operands, size_t bytes)
{
    struct enz_rt_task *task = kept ? kept : allocate(sizeof *task);
    struct options options = take_options();
    task->run = run, task->again = again, task->identity = identity;
    task->operands = copy(operands, bytes);
    task->owns_operands = true;
    if (kept)
        make_kept(task, &options);
    else
        hand_over(&options, task);
}

/* ---- sweeps over what was kept ---- */

/* Tasks that a task does while it waits are among those that end before it does. */
void enz_tasks_back(struct enz_tasks *tasks, size_t from)
{
    while (tasks->count > from) {
        struct enz_rt_task *task = tasks->done[--tasks->count];
        enz_rt_turn_back(task->ended);
        task->tape.kinds = tasks->kinds;
        task->again(task->operands);
        if (tasks->count != task->first)
            fail_at(task->where, "the reverse sweep of a task has not come to its beginning");
        enz_rt_turn_back(task->begun);
    }
}

static void run_forth(struct enz_rt_task *task)
{
    task->run(task->forth);
    free(task->forth);
    task->forth = NULL;
}

static void do_again(struct enz_tasks *tasks, size_t at)
{
    struct enz_rt_task *task = tasks->done[at];
    tasks->at = task->first;
    enz_rt_turn_again(task->begun);
    task->tape.kinds = tasks->kinds;
    run_forth(task);
    enz_rt_turn_again(task->ended);
    tasks->at = at + 1;
}

/* The last one says where it began, and so where the one before it ended. */
void enz_tasks_again(struct enz_tasks *tasks, size_t to)
{
    size_t from = tasks->at, count = 0;
    for (size_t end = to; end > from; end = tasks->done[end - 1]->first)
        count++;
    size_t *ends = allocate(count * sizeof *ends);
    for (size_t end = to, i = count; i-- > 0; end = tasks->done[end - 1]->first)
        ends[i] = end;
    for (size_t i = 0; i < count; i++)
        do_again(tasks, ends[i] - 1);
    free(ends);
}

void enz_rt_task_wait(struct enz_rt_task *task, const char *identity)
{
    if (!task->identity || strcmp(task->identity, identity) != 0)
        fail_at(task->where, "a task has another derivative in the reverse sweep of a derivative "
                             "than in the forward sweep");
    if (!task->team) {
        task->again(task->operands);
        return;
    }
    enz_tasks_back(enz_tasks, task->from);
    enz_rt_turn_back(task->made);
}

void enz_rt_task_run_again(struct enz_rt_task *task, void (*run)(void *), void *operands,
                           size_t bytes)
{
    task->run = run;
    task->forth = copy(operands, bytes);
    if (!task->team) {
        run_forth(task);
        return;
    }
    enz_rt_turn_again(task->made);
    enz_tasks_again(enz_tasks, task->to);
}

uint64_t enz_rt_tasks_from(void)
{
    return enz_tasks ? enz_tasks->count : 0;
}

uint64_t enz_rt_tasks_to(void)
{
    return enz_tasks ? enz_tasks->count : 0;
}

void enz_rt_tasks_back(uint64_t from)
{
    if (enz_tasks)
        enz_tasks_back(enz_tasks, from);
}

void enz_rt_tasks_again(uint64_t to)
{
    if (enz_tasks)
        enz_tasks_again(enz_tasks, to);
}

void enz_rt_tasks_nothing(uint64_t number)
{
    (void)number;
}

/* ---- what makes tasks in the program ---- */

void enz_rt_task_options(int32_t flags, int32_t priority)
{
    next_options.flags = flags;
    next_options.priority = priority;
}

void enz_rt_task_depends(int32_t count, const void *depends, int32_t more, const void *more_depends)
{
    next_options.count = count, next_options.more = more;
    next_options.depends = depends, next_options.more_depends = more_depends;
}

void enz_rt_task_at_once(int32_t whether)
{
    next_options.at_once = whether;
}

void enz_rt_task_native(void (*run)(void *), void *operand)
{
    struct enz_rt_task *task = allocate(sizeof *task);
    struct options options = take_options();
    task->run = run;
    task->operands = operand;
    hand_over(&options, task);
}

void enz_rt_task_begin(int32_t flags)
{
    struct at_once *own = allocate(sizeof *own);
    own->native = new_native(flags);
    own->outer = innermost;
    innermost = own;
    __kmpc_omp_task_begin_if0(&here, own_number(), own->native);
}

void enz_rt_task_end(void)
{
    struct at_once *own = innermost;
    innermost = own->outer;
    __kmpc_omp_task_complete_if0(&here, own_number(), own->native);
    free(own);
}

void enz_group_reduced(void *group)
{
    (void)group;
}

void enz_rt_unknown_reduction(const char *where)
{
    fail_at(where,
            "a task takes part in a reduction (in_reduction) that another function has begun");
}

/* ---- loops ---- */

enum { LEAST_ITERATIONS = 1, NUMBER_OF_TASKS = 2, TASKS_PER_THREAD = 10 };
int omp_get_num_threads(void);

static uint64_t trips_of(uint64_t lower, uint64_t upper, int64_t step)
{
    if (step > 0)
        return (int64_t)upper < (int64_t)lower ? 0 : (upper - lower) / (uint64_t)step + 1;
    return (int64_t)lower < (int64_t)upper ? 0 : (lower - upper) / (0 - (uint64_t)step) + 1;
}

int64_t enz_rt_taskloop_count(uint64_t lower, uint64_t upper, int64_t step, int32_t kind,
                              uint64_t wanted)
{
    uint64_t trips = trips_of(lower, upper, step),
             tasks = (uint64_t)omp_get_num_threads() * TASKS_PER_THREAD;
    if (kind == LEAST_ITERATIONS && wanted)
        tasks = trips / wanted ? trips / wanted : 1;
    else if (kind == NUMBER_OF_TASKS && wanted)
        tasks = wanted;
    return (int64_t)(tasks < trips ? tasks : trips);
}

/* The first iterations that are left over go to one task each. */
static uint64_t trips_before(uint64_t trips, uint64_t count, uint64_t k)
{
    uint64_t rest = trips % count;
    return k * (trips / count) + (k < rest ? k : rest);
}

uint64_t enz_rt_taskloop_first(uint64_t lower, uint64_t upper, int64_t step, int64_t count,
                               int64_t k)
{
    uint64_t before = trips_before(trips_of(lower, upper, step), (uint64_t)count, (uint64_t)k);
    return lower + before * (uint64_t)step;
}

uint64_t enz_rt_taskloop_last(uint64_t lower, uint64_t upper, int64_t step, int64_t count,
                              int64_t k)
{
    return enz_rt_taskloop_first(lower, upper, step, count, k + 1) - (uint64_t)step;
}

/* ---- waiting ---- */

void enz_rt_do_barrier(const struct place *place, int32_t thread)
{
    __kmpc_barrier(place, thread);
}

int32_t enz_rt_do_cancel_barrier(const struct place *place, int32_t thread)
{
    return __kmpc_cancel_barrier(place, thread);
}

int32_t enz_rt_cancel(const struct place *place, int32_t thread, int32_t kind)
{
    return __kmpc_cancel(place, thread, kind);
}

int32_t enz_cancel_other(void)
{
    fail("`cancel` of a region or a group of tasks in differentiated code");
}

int32_t enz_rt_cancellation_point(const struct place *place, int32_t thread, int32_t kind)
{
    return __kmpc_cancellationpoint(place, thread, kind);
}

int32_t enz_rt_do_taskwait(const struct place *place, int32_t thread)
{
    return __kmpc_omp_taskwait(place, thread);
}

int32_t enz_rt_do_taskyield(const struct place *place, int32_t thread, int32_t part)
{
    return __kmpc_omp_taskyield(place, thread, part);
}

void enz_rt_do_taskgroup(const struct place *place, int32_t thread)
{
    __kmpc_taskgroup(place, thread);
}

void enz_rt_do_end_taskgroup(const struct place *place, int32_t thread)
{
    __kmpc_end_taskgroup(place, thread);
}

void enz_rt_do_wait_deps(const struct place *place, int32_t thread, int32_t count,
                         const void *depends, int32_t more, const void *more_depends)
{
    __kmpc_omp_wait_deps(place, thread, count, depends, more, more_depends);
}

void enz_rt_do_taskwait_deps(const struct place *place, int32_t thread, int32_t count,
                             const void *depends, int32_t more, const void *more_depends,
                             int32_t nowait)
{
    __kmpc_omp_taskwait_deps_51(place, thread, count, depends, more, more_depends, nowait);
}
