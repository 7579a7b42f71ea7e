/* See engine_same.h.
 *
 * What is known of a function's memory depends on the derivative call that leads to it, and so what
 * was made for one call is not looked up by the next. Most often the same code comes out. It is
 * compared when it is there, which asks nothing of the analyses: callees first, since callers are
 * the same only when they call the same. */
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

static bool same_part(LLVMValueRef a, LLVMValueRef b)
{
    if (!a || !b)
        return a == b;
    return !LLVMIsDeclaration(a) && !LLVMIsDeclaration(b) && ezb_same_function(a, b);
}

static bool is_same(const struct derivative *a, const struct derivative *b)
{
    LLVMValueRef left[PARTS], right[PARTS];
    if (a->same || !is_callee(a) || a->key.fn != b->key.fn || a->key.kind != b->key.kind)
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

void engine_share_same(struct engine *e, unsigned first)
{
    bool any = first < e->all.count;
    while (any) { /* callers stand in front of their callees */
        any = false;
        for (unsigned i = e->all.count; i-- > first;)
            any |= !e->all.items[i]->same && is_callee(e->all.items[i]) &&
                   share_one(e, e->all.items[i]);
    }
}
