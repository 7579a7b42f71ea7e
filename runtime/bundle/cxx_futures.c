/* Futures of libc++: the functions that its headers only declare.
 *
 * Layout: a future and a promise are a pointer to the state that they share. The state begins as
 * all objects with owners do (cxx_shared.c), then come the exception, the mutex, the condition
 * variable and a word of bits. What holds a value is derived from it in the headers.
 *
 * Where the library throws (a promise that is kept twice, a future that is taken twice),
 * derivatives end the program. */
#define _GNU_SOURCE
#include "cxx_threads.h"

struct state {
    void (*const *virtual_functions)(struct state *);
    long owners; /* less one */
    void *exception;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    unsigned bits;
};
enum { CONSTRUCTED = 1, FUTURE_ATTACHED = 2, READY = 4, DEFERRED = 8 };
enum { DELETE, DESTROY_AND_DELETE, ON_ZERO_SHARED, EXECUTE }; /* of the table */

/* The table of a state without a value, behind its head: of std::promise<void>. */
extern void (*const library_table[])(struct state *) __asm__("_ZTVNSt3__117__assoc_sub_stateE");
enum { TABLE_HEAD = 2 };

void *_Znwm(size_t size);
void __cxa_increment_exception_refcount(void *object);
void __cxa_decrement_exception_refcount(void *object);
void _ZSt17rethrow_exceptionSt13exception_ptr(void **object);

void enz_body__ZNSt3__117__assoc_sub_state10__sub_waitERNS_11unique_lockINS_5mutexEEE(
    struct state *s, struct held *l);
void enz_body__ZNSt3__117__assoc_sub_state4waitEv(struct state *s);
void enz_body__ZNSt3__117__assoc_sub_state4copyEv(struct state *s);
void enz_body__ZNSt3__117__assoc_sub_state9set_valueEv(struct state *s);
void enz_body__ZNSt3__117__assoc_sub_state12__make_readyEv(struct state *s);
void enz_body__ZNSt3__117__assoc_sub_state13set_exceptionESt13exception_ptr(struct state *s,
                                                                            void **thrown);
void enz_body__ZNSt3__117__assoc_sub_state16__on_zero_sharedEv(struct state *s);
void enz_body__ZNSt3__117__assoc_sub_state9__executeEv(struct state *s);
void enz_body__ZNSt3__114__shared_count12__add_sharedEv(struct state *s);
bool enz_body__ZNSt3__114__shared_count16__release_sharedEv(struct state *s);
void enz_body__ZNSt3__16futureIvEC1EPNS_17__assoc_sub_stateE(struct state **f, struct state *s);
void enz_body__ZNSt3__16futureIvEC2EPNS_17__assoc_sub_stateE(struct state **f, struct state *s);
void enz_body__ZNSt3__16futureIvE3getEv(struct state **f);
void enz_body__ZNSt3__16futureIvED1Ev(struct state **f);
void enz_body__ZNSt3__16futureIvED2Ev(struct state **f);
void enz_body__ZNSt3__17promiseIvEC1Ev(struct state **p);
void enz_body__ZNSt3__17promiseIvEC2Ev(struct state **p);
void enz_body__ZNSt3__17promiseIvED1Ev(struct state **p);
void enz_body__ZNSt3__17promiseIvED2Ev(struct state **p);
void enz_body__ZNSt3__17promiseIvE10get_futureEv(struct state **f, struct state **p);
void enz_body__ZNSt3__17promiseIvE9set_valueEv(struct state **p);
void enz_body_enz_async_detach(pthread_t *thread);
void enz_body_enz_async_of(struct state *s);
void enz_body_enz_async_join(struct state *s);

/* ---- owners ---- */

BUNDLE_INLINE bool is_library_state(const struct state *s)
{
    return s->virtual_functions == library_table + TABLE_HEAD;
}

/* Atomic; the types of the memory around it may not be known. */
long enz_rt_do_owners(long *owners, long more);

BUNDLE_INLINE void add_owner(struct state *s)
{
    enz_rt_do_owners(&s->owners, 1);
}

BUNDLE_INLINE void destroy(struct state *s)
{
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->mutex);
    _ZdlPv(s);
}

BUNDLE_INLINE bool release(struct state *s)
{
    enz_rt_turn();
    long others = enz_rt_do_owners(&s->owners, -1);
    enz_rt_turn();
    if (others)
        return false;
    if (is_library_state(s))
        destroy(s);
    else
        s->virtual_functions[ON_ZERO_SHARED](s);
    return true;
}

BUNDLE_BODY void enz_body__ZNSt3__114__shared_count12__add_sharedEv(struct state *s)
{
    add_owner(s);
}

BUNDLE_BODY bool enz_body__ZNSt3__114__shared_count16__release_sharedEv(struct state *s)
{
    return release(s);
}

BUNDLE_BODY void enz_body__ZNSt3__117__assoc_sub_state16__on_zero_sharedEv(struct state *s)
{
    if (is_library_state(s))
        destroy(s);
    else
        s->virtual_functions[DESTROY_AND_DELETE](s);
}

/* ---- states ---- */

/* Runs what was put off until somebody asks for it, or waits. */
BUNDLE_INLINE void wait_for(struct state *s, struct held *l)
{
    if (s->bits & READY)
        return;
    if (s->bits & DEFERRED) {
        s->bits &= ~(unsigned)DEFERRED;
        unlock(l->mutex);
        l->owns = false;
        s->virtual_functions[EXECUTE](s);
    } else {
        while (!(s->bits & READY))
            wait(&s->changed, l);
    }
}

BUNDLE_INLINE struct held hold(struct state *s)
{
    lock(&s->mutex);
    return (struct held){&s->mutex, true};
}

BUNDLE_INLINE void let_go(struct held *l)
{
    if (l->owns)
        unlock(l->mutex);
}

BUNDLE_INLINE void wait_until_ready(struct state *s)
{
    struct held l = hold(s);
    wait_for(s, &l);
    let_go(&l);
}

/* Something has become true, once. */
BUNDLE_INLINE void become(struct state *s, unsigned bits)
{
    lock(&s->mutex);
    if (bits & CONSTRUCTED && (s->bits & CONSTRUCTED || s->exception))
        _ZSt9terminatev();
    s->bits |= bits;
    pthread_cond_broadcast(&s->changed);
    unlock(&s->mutex);
}

BUNDLE_BODY void
enz_body__ZNSt3__117__assoc_sub_state10__sub_waitERNS_11unique_lockINS_5mutexEEE(struct state *s,
                                                                                 struct held *l)
{
    wait_for(s, l);
}

BUNDLE_BODY void enz_body__ZNSt3__117__assoc_sub_state4waitEv(struct state *s)
{
    wait_until_ready(s);
}

BUNDLE_INLINE void rethrow(struct state *s)
{
    void *object = s->exception;
    if (object) {
        __cxa_increment_exception_refcount(object);
        _ZSt17rethrow_exceptionSt13exception_ptr(&object);
    }
}

BUNDLE_BODY void enz_body__ZNSt3__117__assoc_sub_state4copyEv(struct state *s)
{
    wait_until_ready(s);
    rethrow(s);
}

BUNDLE_BODY void enz_body__ZNSt3__117__assoc_sub_state9set_valueEv(struct state *s)
{
    become(s, CONSTRUCTED | READY);
}

BUNDLE_BODY void enz_body__ZNSt3__117__assoc_sub_state12__make_readyEv(struct state *s)
{
    become(s, READY);
}

BUNDLE_INLINE void set_exception(struct state *s, void *object)
{
    lock(&s->mutex);
    if (s->bits & CONSTRUCTED || s->exception)
        _ZSt9terminatev();
    __cxa_increment_exception_refcount(object);
    s->exception = object;
    s->bits |= READY;
    pthread_cond_broadcast(&s->changed);
    unlock(&s->mutex);
}

BUNDLE_BODY void
enz_body__ZNSt3__117__assoc_sub_state13set_exceptionESt13exception_ptr(struct state *s,
                                                                       void **thrown)
{
    set_exception(s, *thrown);
}

/* Of a state that nothing is to be run for. */
BUNDLE_BODY void enz_body__ZNSt3__117__assoc_sub_state9__executeEv(struct state *s)
{
    (void)s;
    _ZSt9terminatev();
}

/* ---- futures and promises of nothing ---- */

BUNDLE_INLINE void attach(struct state **f, struct state *s)
{
    *f = s;
    lock(&s->mutex);
    if (s->bits & FUTURE_ATTACHED)
        _ZSt9terminatev();
    add_owner(s);
    s->bits |= FUTURE_ATTACHED;
    unlock(&s->mutex);
}

BUNDLE_BODY void enz_body__ZNSt3__16futureIvEC1EPNS_17__assoc_sub_stateE(struct state **f,
                                                                         struct state *s)
{
    attach(f, s);
}

BUNDLE_BODY void enz_body__ZNSt3__16futureIvEC2EPNS_17__assoc_sub_stateE(struct state **f,
                                                                         struct state *s)
{
    attach(f, s);
}

BUNDLE_BODY void enz_body__ZNSt3__16futureIvE3getEv(struct state **f)
{
    struct state *s = *f;
    *f = NULL;
    wait_until_ready(s);
    rethrow(s);
    release(s);
}

BUNDLE_BODY void enz_body__ZNSt3__16futureIvED1Ev(struct state **f)
{
    if (*f)
        release(*f);
}

BUNDLE_BODY void enz_body__ZNSt3__16futureIvED2Ev(struct state **f)
{
    if (*f)
        release(*f);
}

BUNDLE_INLINE void make_promise(struct state **p)
{
    struct state *s = _Znwm(sizeof *s);
    s->virtual_functions = library_table + TABLE_HEAD;
    s->owners = 0;
    s->exception = NULL;
    pthread_mutex_init(&s->mutex, NULL);
    pthread_cond_init(&s->changed, NULL);
    s->bits = 0;
    *p = s;
}

/* A promise that is not kept, with a future that still waits: that throws where the future is. */
BUNDLE_INLINE void break_promise(struct state **p)
{
    struct state *s = *p;
    if (!s)
        return;
    if (!(s->bits & CONSTRUCTED) && !s->exception && enz_rt_do_owners(&s->owners, 0))
        _ZSt9terminatev();
    release(s);
}

BUNDLE_BODY void enz_body__ZNSt3__17promiseIvEC1Ev(struct state **p)
{
    make_promise(p);
}

BUNDLE_BODY void enz_body__ZNSt3__17promiseIvEC2Ev(struct state **p)
{
    make_promise(p);
}

BUNDLE_BODY void enz_body__ZNSt3__17promiseIvED1Ev(struct state **p)
{
    break_promise(p);
}

BUNDLE_BODY void enz_body__ZNSt3__17promiseIvED2Ev(struct state **p)
{
    break_promise(p);
}

BUNDLE_BODY void enz_body__ZNSt3__17promiseIvE10get_futureEv(struct state **f, struct state **p)
{
    attach(f, *p);
}

BUNDLE_BODY void enz_body__ZNSt3__17promiseIvE9set_valueEv(struct state **p)
{
    become(*p, CONSTRUCTED | READY);
}

/* ---- std::async (passes/prepare/module/futures.c) ---- */

void enz_rt_do_async_detach(uint64_t thread);
void enz_rt_do_async_of(const void *state);
uint64_t enz_rt_do_async_thread(const void *state);

BUNDLE_BODY void enz_body_enz_async_detach(pthread_t *thread)
{
    enz_rt_do_async_detach((uint64_t)*thread);
    *thread = 0;
}

BUNDLE_BODY void enz_body_enz_async_of(struct state *s)
{
    enz_rt_do_async_of(s);
}

BUNDLE_BODY void enz_body_enz_async_join(struct state *s)
{
    uint64_t thread = enz_rt_do_async_thread(s);
    if (thread) {
        enz_rt_thread_join(thread);
        enz_rt_thread_forget();
    }
}
