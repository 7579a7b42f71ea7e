/* Threads that run derivatives of what the program's threads do, on POSIX threads.
 *
 * A thread of the program is started once more in the reverse sweep, where it was joined, and goes
 * back over what it did; where it was started it is waited for. In between it does not matter to
 * others how far it has come, but where the program let threads wait for each other: there every
 * step has a number from one counter of the group, and the reverse sweep takes these steps in the
 * order of falling numbers. That is what was, backwards: a thread waits only for such as have come
 * later, and these never wait for it. None of the program's own objects is needed for that; a
 * mutex, say, may be gone by then. */
#define _GNU_SOURCE /* pthread_getattr_default_np */
#include "thread.h"
#include "lines.h"
#include "tape.h"
#include "thread_locals.h"
#include "turns.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

struct enz_rt_thread {
    const char *where;
    struct enz_rt_tape tape;
    void *frame, *operands;
    void (*run)(void *), (*again)(void *);
    const char *identity;             /* of `again` */
    struct enz_turns *turns;          /* NULL: nothing is kept */
    struct enz_thread_locals *locals; /* likewise */
    struct enz_rt_thread *next;
    pthread_t handle, current; /* current: of the sweep that runs */
    size_t stack;
    int64_t place; /* of the pointer that it returns; -1: none */
    int result;
    enum { NEW, RUNNING, DONE } state;
    bool detached;
    bool again_runs; /* in a sweep over what was kept */
};

/* Threads that run in a first forward sweep; groups are counted under the same lock. */
static struct {
    pthread_mutex_t lock;
    struct enz_rt_thread *first;
    bool places[ENZ_RT_THREAD_RESULTS];
} threads = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Of the calling thread: what it is, and what it has started and joined last. */
static _Thread_local struct {
    struct enz_rt_thread *self;
    struct enz_rt_tape *offered;
    const pthread_attr_t *attributes;
    pthread_t started;
    int status, returned;
    int64_t place;
} own;

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

static void lock(void)
{
    pthread_mutex_lock(&threads.lock);
}

static void unlock(void)
{
    pthread_mutex_unlock(&threads.lock);
}

static void *allocate(size_t bytes)
{
    void *p = calloc(1, bytes ? bytes : 1);
    if (!p)
        fail("out of memory for the tape of a thread");
    return p;
}

/* ---- groups ---- */

static void find_group(struct enz_rt_thread *thread)
{
    if (!enz_turns)
        enz_turns = allocate(sizeof *enz_turns);
    thread->turns = enz_turns;
    lock();
    thread->turns->holders++;
    unlock();
}

/* The first of the group in a sweep over what was kept says where to begin to count. */
static void enter_group(struct enz_rt_thread *thread, uint64_t next)
{
    lock();
    if (!thread->turns->live++ && !thread->turns->of_team) {
        thread->turns->next = next;
        thread->turns->again = 0;
    }
    unlock();
    enz_turns = thread->turns;
}

/* The last one of the group that is waited for leaves the thread that waits alone. */
static void leave_group(struct enz_rt_thread *thread, bool first_sweep)
{
    lock();
    bool last = --thread->turns->live == 0 && !thread->turns->of_team;
    if (last && first_sweep)
        thread->turns->all = thread->turns->next;
    if (last && enz_turns == thread->turns)
        enz_turns = NULL;
    unlock();
}

/* ---- records ---- */

struct enz_rt_thread *enz_rt_thread_new(const char *where)
{
    struct enz_rt_thread *thread = allocate(sizeof *thread);
    thread->where = where;
    enz_rt_tape_start(&thread->tape);
    thread->locals = enz_thread_locals_new();
    find_group(thread);
    return thread;
}

void enz_rt_thread_free(void *p)
{
    struct enz_rt_thread *thread = p;
    if (thread->state == RUNNING)
        fail_at(thread->where, "a thread that differentiated code has started still runs where the "
                               "derivative ends: it must be joined there");
    lock();
    bool last = --thread->turns->holders == 0 && !thread->turns->of_team;
    unlock();
    if (last && enz_turns == thread->turns)
        enz_turns = NULL;
    if (last)
        free(thread->turns);
    thread->tape.kinds = NULL; /* not its own */
    enz_rt_tape_free(&thread->tape);
    enz_thread_locals_free(thread->locals);
    free(thread->operands);
    free(thread);
}

void enz_rt_thread_offer(struct enz_rt_tape *owner)
{
    own.offered = owner;
}

void enz_rt_thread_share(struct enz_rt_thread *thread, struct enz_rt_tape *owner)
{
    enz_rt_kinds_share(owner, &thread->tape);
}

struct enz_rt_tape *enz_rt_thread_tape(struct enz_rt_thread *thread)
{
    return &thread->tape;
}

void enz_rt_thread_keep(struct enz_rt_thread *thread, void *frame)
{
    thread->frame = frame;
}

void *enz_rt_thread_frame(struct enz_rt_thread *thread)
{
    return thread->frame;
}

/* What the thread has freed others may need: such a tape stays as long as the record. */
void enz_rt_thread_close(struct enz_rt_thread *thread)
{
    if (thread->tape.deferred)
        return;
    thread->tape.kinds = NULL;
    enz_rt_tape_free(&thread->tape);
    thread->tape = (struct enz_rt_tape){0};
}

/* ---- differentiated again ---- */

void enz_rt_thread_open(void *kept, struct enz_rt_tape *tape, const char *where)
{
    struct enz_rt_thread *thread = enz_rt_thread_new(where);
    *(struct enz_rt_thread **)kept = thread;
    enz_rt_defer_free(tape, thread, enz_rt_thread_free);
}

struct enz_rt_thread *enz_rt_thread_of(void *kept)
{
    return *(struct enz_rt_thread **)kept;
}

struct enz_rt_tape *enz_rt_thread_kept_tape(void *kept)
{
    return enz_rt_thread_tape(enz_rt_thread_of(kept));
}

void enz_rt_thread_kept_close(void *kept)
{
    enz_rt_thread_close(enz_rt_thread_of(kept));
}

/* ---- starting ---- */

static void *main_of(void *p)
{
    struct enz_rt_thread *thread = p;
    own.self = thread;
    enz_turns = thread->turns;
    enz_thread_locals_enter(thread->locals, !thread->again_runs);
    thread->run(thread->operands);
    enz_thread_locals_leave(NULL);
    if (thread->detached)
        free(thread->operands), free(thread);
    return NULL;
}

/* Frames of derivatives are larger than those of the program. */
static size_t stack_size(const pthread_attr_t *attributes)
{
    pthread_attr_t usual;
    size_t least = 0, wanted = 0;
    pthread_attr_init(&usual);
    pthread_attr_getstacksize(&usual, &least);
    pthread_attr_destroy(&usual);
    if (attributes)
        pthread_attr_getstacksize(attributes, &wanted);
    return 2 * (wanted > least ? wanted : least);
}

static bool is_detached(const pthread_attr_t *attributes)
{
    int state = PTHREAD_CREATE_JOINABLE;
    return attributes && !pthread_attr_getdetachstate(attributes, &state) &&
           state == PTHREAD_CREATE_DETACHED;
}

static int start(struct enz_rt_thread *thread)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, thread->stack);
    if (thread->detached)
        pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int status = pthread_create(&thread->current, &attributes, main_of, thread);
    pthread_attr_destroy(&attributes);
    return status;
}

static void forget(struct enz_rt_thread *thread)
{
    struct enz_rt_thread **at = &threads.first;
    while (*at && *at != thread)
        at = &(*at)->next;
    if (*at)
        *at = thread->next;
}

static void *copy(const void *bytes, size_t count)
{
    return memcpy(allocate(count), bytes, count);
}

/* The thread is in the list before anybody can know its handle. */
static void start_first(struct enz_rt_thread *thread)
{
    lock();
    own.status = start(thread);
    if (!own.status) {
        own.started = thread->handle = thread->current;
        thread->next = threads.first;
        threads.first = thread;
    }
    unlock();
}

static void start_kept(struct enz_rt_thread *thread)
{
    if (is_detached(own.attributes))
        fail_at(thread->where,
                "a thread that differentiated code starts is detached: it must be joined there");
    enter_group(thread, thread->turns->next);
    start_first(thread);
    if (own.status)
        leave_group(thread, true);
    else
        thread->state = RUNNING;
}

/* In forward mode. */
static void start_unkept(struct enz_rt_thread *thread)
{
    thread->detached = is_detached(own.attributes);
    if (thread->detached) {
        own.status = start(thread);
        own.started = 0;
        return;
    }
    start_first(thread);
}

void enz_rt_thread_run(struct enz_rt_thread *kept, void (*run)(void *), void (*again)(void *),
                       const char *identity, void *operands, size_t bytes)
{
    struct enz_rt_thread *thread = kept ? kept : allocate(sizeof *thread);
    thread->run = run, thread->again = again, thread->identity = identity;
    thread->operands = copy(operands, bytes);
    thread->stack = stack_size(own.attributes);
    thread->place = -1;
    if (kept)
        start_kept(thread);
    else
        start_unkept(thread);
    own.attributes = NULL;
    if (own.status && !kept)
        free(thread->operands), free(thread);
}

void enz_rt_thread_attributes(const void *attributes)
{
    own.attributes = attributes;
}

void enz_rt_thread_native(void *(*run)(void *), void *operand)
{
    own.status = pthread_create(&own.started, own.attributes, run, operand);
    own.attributes = NULL;
}

void enz_rt_thread_native_c11(int (*run)(void *), void *operand)
{
    thrd_t started = 0;
    int status = thrd_create(&started, run, operand);
    own.started = started;
    own.status = status == thrd_success ? 0 : status == thrd_nomem ? ENOMEM : EAGAIN;
}

uint64_t enz_rt_thread_handle(void)
{
    return (uint64_t)own.started;
}

int enz_rt_thread_status(void)
{
    return own.status;
}

int enz_rt_thread_status_c11(void)
{
    return !own.status ? thrd_success : own.status == ENOMEM ? thrd_nomem : thrd_error;
}

/* ---- what a thread does ---- */

void enz_rt_thread_begin(void *operand)
{
    (void)operand;
}

void enz_rt_thread_nothing(void *operand)
{
    (void)operand;
}

void enz_rt_thread_returns(int result)
{
    if (own.self)
        own.self->result = result;
}

int64_t enz_rt_thread_place(void)
{
    int64_t place = 0;
    lock();
    while (place < ENZ_RT_THREAD_RESULTS && threads.places[place])
        place++;
    if (place < ENZ_RT_THREAD_RESULTS)
        threads.places[place] = true;
    unlock();
    if (place == ENZ_RT_THREAD_RESULTS)
        fail("differentiated code has more than 1024 threads with results that nobody has joined");
    own.self->place = place;
    return place;
}

/* ---- joining ---- */

static struct enz_rt_thread *take(uint64_t handle)
{
    struct enz_rt_thread *thread;
    lock();
    for (thread = threads.first; thread && (uint64_t)thread->handle != handle;)
        thread = thread->next;
    if (thread)
        forget(thread);
    unlock();
    return thread;
}

/* A thread that is not in the list was started where nothing is differentiated. */
uint64_t enz_rt_thread_join(uint64_t handle)
{
    struct enz_rt_thread *thread = take(handle);
    own.status = pthread_join((pthread_t)handle, NULL);
    own.returned = thread ? thread->result : 0;
    own.place = thread ? thread->place : -1;
    if (thread && !thread->turns) {
        free(thread->operands), free(thread);
        return 0;
    }
    if (!thread)
        return 0;
    thread->state = DONE;
    leave_group(thread, true);
    return (uint64_t)(uintptr_t)thread;
}

static void start_over(struct enz_rt_thread *thread)
{
    enz_lines_shared();
    enz_thread_locals_clear(thread->locals);
    thread->again_runs = true;
    if (start(thread))
        fail("the system has no thread for the reverse sweep of a thread");
    thread->state = RUNNING;
}

void enz_rt_thread_back(uint64_t handle, uint64_t record)
{
    struct enz_rt_thread *thread = (void *)(uintptr_t)record;
    (void)handle;
    if (!thread)
        return;
    thread->run = thread->again;
    if (own.offered)
        enz_rt_kinds_share(own.offered, &thread->tape);
    own.offered = NULL;
    enter_group(thread, thread->turns->all);
    start_over(thread);
}

static void wait_for(struct enz_rt_thread *thread)
{
    pthread_join(thread->current, NULL);
    thread->state = DONE;
    leave_group(thread, false);
}

void enz_rt_thread_wait(struct enz_rt_thread *thread, const char *identity)
{
    if (thread->state == NEW)
        return; /* it could not be started */
    if (!thread->identity || strcmp(thread->identity, identity) != 0)
        fail_at(thread->where, "a thread has another derivative in the reverse sweep of a "
                               "derivative than in the forward sweep");
    if (thread->run != thread->again || thread->state != RUNNING)
        fail_at(thread->where,
                "a thread that differentiated code has started was not joined there");
    wait_for(thread);
    thread->run = NULL;
}

void enz_rt_thread_run_again(struct enz_rt_thread *thread, void (*run)(void *), void *operands,
                             size_t bytes)
{
    if (thread->state == NEW)
        return;
    (void)bytes;
    thread->run = run;
    memcpy(thread->operands, operands, bytes);
    enter_group(thread, thread->turns->all);
    start_over(thread);
}

void enz_rt_thread_join_again(uint64_t handle, uint64_t record)
{
    (void)handle;
    if (record)
        wait_for((void *)(uintptr_t)record);
}

int enz_rt_thread_returned(void)
{
    return own.returned;
}

int64_t enz_rt_thread_place_joined(void)
{
    if (own.place < 0)
        fail("differentiated code asks for the result of a thread that was started elsewhere, or "
             "has ended by pthread_exit");
    return own.place;
}

void enz_rt_thread_forget(void)
{
    if (own.place < 0)
        return;
    lock();
    threads.places[own.place] = false;
    unlock();
    own.place = -1;
}

/* ---- one thread after the other ---- */

#define NO_NUMBER UINT64_MAX

enum { IMPATIENCE = 1000 };

static void wait_until(const _Atomic uint64_t *turn, uint64_t number)
{
    const struct timespec moment = {.tv_nsec = 50000};
    for (int i = 0; atomic_load(turn) != number; i++)
        if (i < IMPATIENCE)
            sched_yield();
        else
            nanosleep(&moment, NULL);
    enz_order_acquire(enz_turns);
}

static void let_next_come(_Atomic uint64_t *turn, uint64_t number)
{
    enz_order_release(enz_turns);
    atomic_store(turn, number);
}

uint64_t enz_rt_turn(void)
{
    return enz_turns ? atomic_fetch_add(&enz_turns->next, 1) : NO_NUMBER;
}

void enz_rt_turn_back(uint64_t number)
{
    if (number == NO_NUMBER)
        return;
    wait_until(&enz_turns->next, number + 1);
    let_next_come(&enz_turns->next, number);
}

void enz_rt_turn_again(uint64_t number)
{
    if (number == NO_NUMBER)
        return;
    wait_until(&enz_turns->again, number);
    let_next_come(&enz_turns->again, number + 1);
}
