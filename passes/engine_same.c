/* See engine_same.h.
 *
 * What is known of a function's memory depends on the derivative call that leads to it, and so what
 * was made for one call is not looked up by the next. Most often the same code comes out. It is
 * compared when it is there, which asks nothing of the analyses: callees first, since callers are
 * the same only when they call the same, then those that call each other. */
#include "engine_same.h"

enum { PARTS = 4 };

static void parts_of(const struct derivative *d, LLVMValueRef parts[PARTS])
{
    parts[0] = d->fn, parts[1] = d->aug, parts[2] = d->rev, parts[3] = d->tan;
}

/* One that a call of the user's is replaced by does more than its body: it sets the shadows of
 * globals back. */
static bool is_callee(const struct derivative *d)
{
    return d->key.kind != GEN_COMBINED && !d->key.outermost;
}

static bool may_be_same(const struct derivative *a, const struct derivative *b)
{
    return !a->same && a->key.fn == b->key.fn && a->key.kind == b->key.kind && is_callee(a);
}

static bool same_part(LLVMValueRef a, LLVMValueRef b)
{
    if (!a || !b)
        return a == b;
    return !LLVMIsDeclaration(a) && !LLVMIsDeclaration(b) && ezb_same_function(a, b);
}

static bool is_same(const struct derivative *a, const struct derivative *b)
{
    LLVMValueRef left[PARTS], right[PARTS];
    if (!may_be_same(a, b))
        return false;
    parts_of(a, left), parts_of(b, right);
    for (unsigned i = 0; i < PARTS; i++)
        if (!same_part(left[i], right[i]))
            return false;
    return true;
}

static void take(struct engine *e, struct derivative *d, const struct derivative *from)
{
    LLVMValueRef own[PARTS], theirs[PARTS];
    parts_of(d, own), parts_of(from, theirs);
    for (unsigned i = 0; i < PARTS; i++) {
        if (!own[i])
            continue;
        LLVMReplaceAllUsesWith(own[i], theirs[i]);
        ezb_forget_function(e->emission.cx, own[i]);
        ezb_delete_body(own[i]);
    }
    d->same = from;
    d->fn = from->fn, d->aug = from->aug, d->rev = from->rev, d->tan = from->tan;
}

static bool share_one(struct engine *e, struct derivative *d)
{
    for (unsigned i = 0; i < e->all.count && e->all.items[i] != d; i++)
        if (is_same(e->all.items[i], d)) {
            take(e, d, e->all.items[i]);
            return true;
        }
    return false;
}

/* ---- functions that call each other ---------------------------------------------------------- */

/* An operand that is replaced on trial. */
struct replaced {
    LLVMValueRef user, was;
    unsigned operand;
};

/* Each derivative of a trial is taken for the same as another one. */
struct trial {
    struct derivative *own;
    const struct derivative *other; /* NULL: it is not */
    unsigned next;                  /* where to look for another one */
    VEC(struct replaced) replaced;  /* own functions, by the other's */
};
typedef VEC(struct trial) trials;

/* Calls of itself stay, as those of the other one do. */
static void replace_in(struct arena *arena, struct trial *t, LLVMValueRef from, LLVMValueRef to)
{
    VEC(LLVMValueRef) users = {0};
    for (LLVMUseRef u = LLVMGetFirstUse(from); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAInstruction(user) &&
            LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) != from)
            VEC_PUSH(arena, &users, user);
    }
    for (unsigned i = 0; i < users.count; i++)
        for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(users.items[i]); k++) {
            if (LLVMGetOperand(users.items[i], k) != from)
                continue;
            struct replaced r = {users.items[i], from, k};
            VEC_PUSH(arena, &t->replaced, r);
            LLVMSetOperand(users.items[i], k, to);
        }
}

static void replace_parts(struct arena *arena, struct trial *t)
{
    LLVMValueRef own[PARTS], theirs[PARTS];
    parts_of(t->own, own), parts_of(t->other, theirs);
    for (unsigned i = 0; i < PARTS; i++)
        if (own[i] && theirs[i])
            replace_in(arena, t, own[i], theirs[i]);
}

static void put_back(struct trial *t)
{
    for (unsigned i = 0; i < t->replaced.count; i++) {
        const struct replaced *r = &t->replaced.items[i];
        LLVMSetOperand(r->user, r->operand, r->was);
    }
    t->replaced.count = 0;
    t->other = NULL;
}

/* The next older one that it may be the same as, or what that one is taken for. */
static void choose_other(const struct engine *e, const trials *all, struct trial *t)
{
    const struct derivative *other = NULL;
    for (; !other && e->all.items[t->next] != t->own; t->next++)
        if (may_be_same(e->all.items[t->next], t->own))
            other = e->all.items[t->next];
    for (unsigned i = 0; i < all->count; i++)
        if (all->items[i].own == other && all->items[i].other)
            other = all->items[i].other;
    t->other = other;
}

/* One that is not the same after all makes others differ that call it. */
static void drop_others(const trials *all)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < all->count; i++) {
            struct trial *t = &all->items[i];
            if (!t->other || is_same(t->other, t->own))
                continue;
            put_back(t);
            changed = true;
        }
    }
}

/* The same derivatives of functions that call each other are found by taking all for the same until
 * one turns out not to be. True if it is worth while to try again, with others. */
static bool try_others(struct engine *e, trials *all)
{
    bool any = false;
    for (unsigned i = 0; i < all->count; i++) {
        struct trial *t = &all->items[i];
        if (t->own->same)
            continue;
        choose_other(e, all, t);
        any |= t->other != NULL;
    }
    for (unsigned i = 0; i < all->count; i++)
        if (all->items[i].other)
            replace_parts(e->emission.arena, &all->items[i]);
    drop_others(all);
    for (unsigned i = 0; i < all->count; i++)
        if (all->items[i].other) {
            take(e, all->items[i].own, all->items[i].other);
            all->items[i].other = NULL;
        }
    return any;
}

static void share_recursive(struct engine *e, unsigned first)
{
    trials all = {0};
    for (unsigned i = first; i < e->all.count; i++)
        if (!e->all.items[i]->same && is_callee(e->all.items[i])) {
            struct trial t = {.own = e->all.items[i]};
            VEC_PUSH(e->emission.arena, &all, t);
        }
    while (try_others(e, &all))
        ;
}

void engine_share_same(struct engine *e, unsigned first)
{
    bool any = first < e->all.count;
    while (any) { /* callers stand in front of their callees */
        any = false;
        for (unsigned i = e->all.count; i-- > first;)
            any |= !e->all.items[i]->same && is_callee(e->all.items[i]) &&
                   share_one(e, e->all.items[i]);
    }
    share_recursive(e, first);
}
