/* Prints what is known of the memory behind the pointers of a function, on stderr.
 *
 *   types of f
 *     argument 1: place 0
 *       0 double
 *       8 +16 ptr [declared]
 *       tracked, because of   store i32 %n, ptr %at
 * The place is the offset (and stride) the pointer has in its object; entries have offset, +stride,
 * ..<bound, type, and the kind of evidence unless it is an access, and "as member" or "as value"
 * if TBAA says as what it is accessed. A function that is called in several ways has several places
 * for a pointer. */
#include "facts/types_state.h"
#include <stdio.h>

static void dump_type(const struct entry *e)
{
    if (!e->type) {
        fprintf(stderr, "padding %llu", (unsigned long long)e->size);
        return;
    }
    char *s = LLVMPrintTypeToString(e->type);
    fputs(s, stderr);
    LLVMDisposeMessage(s);
}

static void dump_position(int64_t off, uint64_t stride, int64_t hi)
{
    fprintf(stderr, "%lld", (long long)off);
    if (stride)
        fprintf(stderr, " +%llu", (unsigned long long)stride);
    if (stride && hi != NO_BOUND)
        fprintf(stderr, " ..%lld", (long long)hi);
}

static void dump_window(struct window w)
{
    if (!w.size)
        return;
    fprintf(stderr, " in [%lld, %lld)", (long long)w.low, (long long)w.low + (long long)w.size);
    if (w.period)
        fprintf(stderr, " +%llu", (unsigned long long)w.period);
}

static void dump_entry(const struct entry *e)
{
    static const char *const levels[] = {" [declared]", " [tbaa]", ""};
    fputs("      ", stderr);
    dump_position(e->off, e->stride, e->hi);
    dump_window(e->window);
    fputc(' ', stderr);
    dump_type(e);
    fprintf(stderr, "%s%s\n", levels[e->level], types_accesses_name(e->access));
}

static void dump_tracked(const struct types *t, unsigned node)
{
    if (!t->tracked || !t->tracked[node])
        return;
    char *why = t->tracked_because[node] ? LLVMPrintValueToString(t->tracked_because[node]) : NULL;
    fprintf(stderr, "      tracked%s%s\n", why ? ", because of " : "", why ? why : "");
    LLVMDisposeMessage(why);
}

static void dump_place(struct types *t, const char *what, unsigned number, struct place p)
{
    if (p.node == NO_NODE || p.node >= t->shelved)
        return;
    fprintf(stderr, "    %s %u: place ", what, number);
    dump_position(p.off, p.stride, p.hi);
    dump_window(p.window);
    fputc('\n', stderr);
    const struct shelf *s = &t->shelves[p.node];
    for (unsigned i = 0; i < s->count; i++)
        dump_entry(&t->entries.items[s->first + i]);
    dump_tracked(t, p.node);
}

/* One place for each instance that has another. */
static void dump_places(struct types *t, const char *what, unsigned number, LLVMValueRef v)
{
    const struct place_list *list = types_places_of(t, v);
    for (unsigned i = 0; i < list->count; i++)
        dump_place(t, what, number, list->items[i]);
}

static bool makes_object(LLVMValueRef i)
{
    return LLVMIsAAllocaInst(i) ||
           (LLVMIsACallInst(i) && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind);
}

void types_dump(struct types *t, LLVMValueRef fn)
{
    size_t n;
    unsigned objects = 0;
    fprintf(stderr, "  types of %s\n", LLVMGetValueName2(fn, &n));
    for (unsigned i = 0; i < LLVMCountParams(fn); i++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(fn, i))) == LLVMPointerTypeKind)
            dump_places(t, "argument", i + 1, LLVMGetParam(fn, i));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (makes_object(i))
                dump_places(t, "object", ++objects, i);
    for (unsigned i = 0; i < t->globals.count; i++)
        dump_places(t, "global", i + 1, t->globals.items[i]);
}
