/* See thread_locals.h. Copies are made when a thread asks for them first. Derivatives keep their
 * addresses, so that they stay as long as the thread that calls derivatives; that thread makes
 * shadows zero, at times when its teams do nothing. */
#include "thread_locals.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct copy {
    struct copy *next;
    const struct enz_rt_thread_local *variable;
    void *memory;
    void *address; /* of the variable that the copy came from or went to last */
    uint64_t part; /* of the forward sweep, in which it was asked for last */
    bool known;    /* the content is of this derivative */
};

struct enz_thread_locals {
    struct enz_thread_locals *root, *next, *teams; /* teams: of the threads of teams it starts */
    struct copy *copies;
    int level, thread; /* of the team, and the number in it */
    bool first;        /* the part that runs now is one of the first forward sweep */
    uint64_t part;     /* how many parts have begun */
};

_Thread_local struct enz_thread_locals *enz_thread_locals;

/* Of a thread that calls derivatives: it has no copies, but its teams do. */
static _Thread_local struct enz_thread_locals *caller;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *allocate(size_t bytes)
{
    void *p = calloc(1, bytes ? bytes : 1);
    if (!p) {
        fprintf(stderr, "enzcc: out of memory for the thread-local variables of a thread\n");
        abort();
    }
    return p;
}

/* ---- copies ---- */

static struct copy *find(struct enz_thread_locals *own, const struct enz_rt_thread_local *variable)
{
    struct copy *c = own->copies;
    while (c && c->variable != variable)
        c = c->next;
    if (c)
        return c;
    c = allocate(sizeof *c);
    c->variable = variable;
    c->memory = allocate(variable->size);
    c->next = own->copies;
    return own->copies = c;
}

/* In a new part of the forward sweep code without derivative may have written the variable; if
 * another thread of the system has come, its variable counts for nothing. Later sweeps find what
 * the first one has left. */
static void renew_value(struct enz_thread_locals *own, struct copy *c, void *address)
{
    bool new_part = c->part != own->part, is_new = !c->address;
    if (is_new || (own->first && (!c->known || (new_part && c->address == address))))
        memcpy(c->memory, address, c->variable->size);
    if (is_new || own->first)
        c->address = address, c->part = own->part, c->known = true;
}

void *enz_rt_thread_local(void *address, const struct enz_rt_thread_local *variable)
{
    struct enz_thread_locals *own = enz_thread_locals;
    if (!own)
        return address;
    struct copy *c = find(own, variable);
    if (!variable->is_shadow)
        renew_value(own, c, address);
    return c->memory;
}

/* The variables get what the copies hold. */
static void give_back(const struct enz_thread_locals *own)
{
    for (const struct copy *c = own->copies; c; c = c->next)
        if (!c->variable->is_shadow && c->part == own->part)
            memcpy(c->address, c->memory, c->variable->size);
}

/* ---- threads ---- */

static struct enz_thread_locals *make(struct enz_thread_locals *root)
{
    struct enz_thread_locals *locals = allocate(sizeof *locals);
    locals->root = root ? root : locals;
    return locals;
}

struct enz_thread_locals *enz_thread_locals_new(void)
{
    return make(NULL);
}

void enz_thread_locals_free(struct enz_thread_locals *locals)
{
    if (!locals)
        return;
    for (struct enz_thread_locals *l = locals->teams, *next; l; l = next) {
        next = l->next;
        enz_thread_locals_free(l);
    }
    for (struct copy *c = locals->copies, *next; c; c = next) {
        next = c->next;
        free(c->memory);
        free(c);
    }
    free(locals);
}

/* Of the C++ runtime's ABI, in the C library: see reserve.c. */
extern int __cxa_thread_atexit_impl(void (*fn)(void *), void *argument, void *in_object)
    __attribute__((weak));

static void at_thread_exit(void *unused)
{
    (void)unused;
    enz_thread_locals_free(caller);
    caller = NULL;
}

static struct enz_thread_locals *find_caller(void)
{
    if (caller)
        return caller;
    caller = make(NULL);
    if (__cxa_thread_atexit_impl)
        __cxa_thread_atexit_impl(at_thread_exit, NULL, &lock);
    return caller;
}

struct enz_thread_locals *enz_thread_locals_parent(void)
{
    return enz_thread_locals ? enz_thread_locals : find_caller();
}

struct enz_thread_locals *enz_thread_locals_of(struct enz_thread_locals *parent, int level,
                                               int number)
{
    pthread_mutex_lock(&lock);
    struct enz_thread_locals *l = parent->teams;
    while (l && (l->level != level || l->thread != number))
        l = l->next;
    if (!l) {
        l = make(parent->root);
        l->level = level, l->thread = number;
        l->next = parent->teams;
        parent->teams = l;
    }
    pthread_mutex_unlock(&lock);
    return l;
}

bool enz_thread_locals_of_another(const struct enz_thread_locals *locals,
                                  const struct enz_thread_locals *parent)
{
    return locals && locals->copies && locals->root != parent->root;
}

struct enz_thread_locals *enz_thread_locals_enter(struct enz_thread_locals *locals, bool first)
{
    struct enz_thread_locals *outer = enz_thread_locals;
    if (locals && locals != outer) {
        locals->first = first;
        locals->part++;
    }
    enz_thread_locals = locals;
    return outer;
}

void enz_thread_locals_leave(struct enz_thread_locals *outer)
{
    struct enz_thread_locals *own = enz_thread_locals;
    if (own && own != outer && own->first)
        give_back(own);
    enz_thread_locals = outer;
}

/* ---- derivatives ---- */

/* Shadows are zero; values: copies are of another derivative from now on, too. What goes back in
 * the one that they are of needs its pointers. */
static void forget(struct enz_thread_locals *locals, bool values);

static void forget_teams(struct enz_thread_locals *locals, bool values)
{
    for (struct enz_thread_locals *l = locals->teams; l; l = l->next)
        forget(l, values);
}

static void forget(struct enz_thread_locals *locals, bool values)
{
    for (struct copy *c = locals->copies; c; c = c->next)
        if (c->variable->is_shadow && (values || !c->variable->has_pointers))
            memset(c->memory, 0, c->variable->size);
        else if (values)
            c->known = false;
    forget_teams(locals, values);
}

void enz_rt_thread_locals_begin(void)
{
    forget_teams(enz_thread_locals_parent(), true);
}

void enz_rt_thread_locals_clear(void)
{
    forget_teams(enz_thread_locals_parent(), false);
}

void enz_thread_locals_clear(struct enz_thread_locals *locals)
{
    if (locals)
        forget(locals, false);
}
