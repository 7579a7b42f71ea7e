/* What derivatives of programs call that start threads (thread.c), and the bodies of what such
 * programs call (bundle/threads.c).
 *
 * A record is what one derivative of a thread keeps: a tape, the address of what the thread has
 * kept there, and how to go back. A thread is known by its handle, which is what the program knows
 * it by (pthread_t, thrd_t). None of these functions unwinds; out of memory ends the program. */
#ifndef ENZ_THREAD_H
#define ENZ_THREAD_H

#include <stddef.h>
#include <stdint.h>

struct enz_rt_tape;
struct enz_rt_thread;

/* ---- derivatives ---- */

/* A record with an empty tape; enz_rt_thread_free closes it. The thread that calls, and the one
 * that is started, are in one group from now on (turns.h). `where` is the place in the source where
 * the program starts it. */
struct enz_rt_thread *enz_rt_thread_new(const char *where);
void enz_rt_thread_free(void *thread);
/* Its kind map is that of the tape `owner` from now on. */
void enz_rt_thread_share(struct enz_rt_thread *thread, struct enz_rt_tape *owner);
/* The reverse sweeps that the calling thread starts next have the kind map of that tape. */
void enz_rt_thread_offer(struct enz_rt_tape *owner);
/* Starts a thread that calls run(operands), with a copy of the operands, which are `bytes` bytes.
 * `thread` is NULL if nothing is kept. `again` is the reverse sweep, of a derivative with that
 * identity; both NULL: there is none. */
void enz_rt_thread_run(struct enz_rt_thread *thread, void (*run)(void *), void (*again)(void *),
                       const char *identity, void *operands, size_t bytes);
/* The same once more, in a forward sweep from the tape. */
void enz_rt_thread_run_again(struct enz_rt_thread *thread, void (*run)(void *), void *operands,
                             size_t bytes);
/* In the reverse sweep, where the thread was started: waits for the end of its reverse sweep, of a
 * derivative with that identity, which enz_rt_thread_back has started. */
void enz_rt_thread_wait(struct enz_rt_thread *thread, const char *identity);
/* For the thread itself: its tape; what it has kept; it needs its tape no more. */
struct enz_rt_tape *enz_rt_thread_tape(struct enz_rt_thread *thread);
void enz_rt_thread_keep(struct enz_rt_thread *thread, void *frame);
void *enz_rt_thread_frame(struct enz_rt_thread *thread);
void enz_rt_thread_close(struct enz_rt_thread *thread);
/* Of a derivative that is differentiated again: as those of tasks (task.h). */
void enz_rt_thread_open(void *kept, struct enz_rt_tape *tape, const char *where);
struct enz_rt_thread *enz_rt_thread_of(void *kept);
struct enz_rt_tape *enz_rt_thread_kept_tape(void *kept);
void enz_rt_thread_kept_close(void *kept);

/* ---- what starts a thread in the program ---- */

/* The attributes of the next thread that the calling one starts. */
void enz_rt_thread_attributes(const void *attributes);
/* Starts it without a derivative; the second one as thrd_create does. */
void enz_rt_thread_native(void *(*run)(void *), void *operand);
void enz_rt_thread_native_c11(int (*run)(void *), void *operand);
/* Of the thread that the calling one has started last: its handle, and what pthread_create and
 * thrd_create return. */
uint64_t enz_rt_thread_handle(void);
int enz_rt_thread_status(void);
int enz_rt_thread_status_c11(void);

/* ---- what a thread does ---- */

/* It begins, with what it gets. Nothing happens then, but to a compiler other threads may read and
 * write all that the operand leads to; in sweeps over what was kept nothing happens either. */
void enz_rt_thread_begin(void *operand);
void enz_rt_thread_nothing(void *operand);
/* Integers that thrd_join asks for. */
void enz_rt_thread_returns(int result);
/* The place, of ENZ_RT_THREAD_RESULTS, of the pointer that the thread returns. */
enum { ENZ_RT_THREAD_RESULTS = 1024 };
int64_t enz_rt_thread_place(void);

/* ---- joining ---- */

/* Waits for the thread; the result is its record, or 0 if it has none. enz_rt_thread_status says
 * what pthread_join has returned. */
uint64_t enz_rt_thread_join(uint64_t handle);
/* The reverse sweep: starts that of the thread. */
void enz_rt_thread_back(uint64_t handle, uint64_t thread);
/* A forward sweep from the tape. */
void enz_rt_thread_join_again(uint64_t handle, uint64_t thread);
/* Of the thread that the calling one has joined last: the integer, and the place of the pointer,
 * that it has returned. The place, if there is one, may be used for others when
 * enz_rt_thread_forget was called. */
int enz_rt_thread_returned(void);
int64_t enz_rt_thread_place_joined(void);
void enz_rt_thread_forget(void);

/* ---- one thread after the other ---- */

/* A number for what the calling thread is about to do, or has just done, so that it comes in the
 * same order among all threads once more. */
uint64_t enz_rt_turn(void);
/* The reverse sweep: waits for all that has a higher number. */
void enz_rt_turn_back(uint64_t number);
/* A forward sweep from the tape: waits for all that has a lower one. */
void enz_rt_turn_again(uint64_t number);
/* Around an atomic operation on a number that is a load and a store here
 * (prepare/calls/sections.c): one thread at a time is between the two. Sweeps over what was kept
 * need the turns only. */
void enz_rt_atomic_begin(void);
void enz_rt_atomic_end(void);

#endif
