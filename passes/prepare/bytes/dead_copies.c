/* Copies into bytes of local variables that nobody reads are left out.
 *
 * A struct that is passed by value is copied whole, its padding with it. Where the copy is split
 * into its fields, the padding becomes a copy of its own, of bytes that have no type because no
 * code ever looks at them. Such a copy moves nothing that a derivative needs.
 *
 * The analysis finds which bytes of each local variable, and of what each parameter points to, are
 * read: by a load, by anything that may see the address otherwise, or by a copy to a place whose
 * bytes are read. Copies may go around in a circle (recursion), so that all bytes are first taken
 * to be unread, and reading spreads until nothing changes. */
#include "base/bits.h"
#include "ir/code.h"
#include "prepare/bytes/bytes.h"
#include "rules/rules.h"

enum { LARGEST = 4096 /* bytes followed in one object; those behind them count as read */ };

/* The bytes that are read of an object, from its address on. */
struct object {
    struct bits read;
    bool outside; /* somebody else may see it, bytes before its address included */
};

struct reading {
    struct prepare *p;
    struct map objects; /* alloca or parameter -> struct object */
    bool changed;
};

struct range {
    struct object *object; /* NULL: an object that is not followed */
    int64_t from, to;
};

static struct object *object_of(struct reading *r, LLVMValueRef v)
{
    struct object *o = map_get(&r->objects, v);
    if (o)
        return o;
    o = ARENA_NEW(r->p->arena, struct object);
    o->read = bits_new(r->p->arena, LARGEST);
    map_put(&r->objects, v, o);
    return o;
}

static bool is_followed(LLVMValueRef v)
{
    return LLVMIsAAllocaInst(v) || LLVMIsAArgument(v);
}

static struct range range_at(struct reading *r, LLVMValueRef pointer, int64_t size)
{
    struct range out = {0};
    LLVMValueRef base = ezb_strip_const_offsets(r->p->module, pointer, &out.from, 0);
    out.to = out.from + size;
    if (is_followed(base))
        out.object = object_of(r, base);
    return out;
}

static void see_outside(struct reading *r, struct object *o)
{
    r->changed |= o && !o->outside;
    if (o)
        o->outside = true;
}

static void read_byte(struct reading *r, struct object *o, int64_t at)
{
    if (at < 0 || at >= LARGEST)
        see_outside(r, o);
    else
        r->changed |= bits_set(&o->read, (unsigned)at);
}

static bool is_read(const struct object *o, int64_t at)
{
    return !o || o->outside || at < 0 || at >= LARGEST || bits_get(&o->read, (unsigned)at);
}

static void read_range(struct reading *r, struct range g)
{
    for (int64_t at = g.from; g.object && at < g.to && !g.object->outside; at++)
        read_byte(r, g.object, at);
}

/* Bytes that nobody outside of the function sees and that no one reads. */
static bool goes_unread(LLVMValueRef base, const struct range *g)
{
    bool read = !LLVMIsAAllocaInst(base);
    for (int64_t at = g->from; at < g->to && !read; at++)
        read = is_read(g->object, at);
    return !read;
}

static bool copy_size(LLVMValueRef copy, int64_t *size)
{
    LLVMValueRef n = LLVMGetOperand(copy, 2);
    *size = LLVMIsAConstantInt(n) ? LLVMConstIntGetSExtValue(n) : 0;
    return LLVMIsAConstantInt(n) && *size >= 0 && *size <= LARGEST;
}

static bool is_copy(LLVMValueRef inst)
{
    return LLVMIsAMemCpyInst(inst) || LLVMIsAMemMoveInst(inst);
}

/* A copy reads what is read at its destination. That of other memory than local variables is. */
static void read_by_copy(struct reading *r, LLVMValueRef copy)
{
    int64_t size, at;
    struct range from = range_at(r, LLVMGetOperand(copy, 1), 0);
    if (!copy_size(copy, &size)) {
        see_outside(r, from.object);
        return;
    }
    LLVMValueRef base = ezb_strip_const_offsets(r->p->module, LLVMGetOperand(copy, 0), &at, 0);
    struct object *to = LLVMIsAAllocaInst(base) ? object_of(r, base) : NULL;
    for (int64_t k = 0; from.object && k < size; k++)
        if (is_read(to, at + k))
            read_byte(r, from.object, from.from + k);
}

/* A function reads of an argument what it reads of its parameter. */
static void read_by_callee(struct reading *r, struct range arg, LLVMValueRef param)
{
    const struct object *o = object_of(r, param);
    if (o->outside)
        see_outside(r, arg.object);
    for (int64_t k = 0; k < LARGEST && !arg.object->outside; k++)
        if (is_read(o, k))
            read_byte(r, arg.object, arg.from + k);
}

static bool is_prepared(struct prepare *p, LLVMValueRef fn)
{
    return LLVMIsAFunction(fn) && map_get(&p->originals, fn) != NULL;
}

static void read_by_call(struct reading *r, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    bool known = is_prepared(r->p, callee) &&
                 LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(callee);
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++) {
        LLVMValueRef arg = LLVMGetOperand(call, k);
        if (LLVMGetTypeKind(LLVMTypeOf(arg)) != LLVMPointerTypeKind)
            continue;
        struct range g = range_at(r, arg, 0);
        if (g.object && known && k < LLVMCountParams(callee))
            read_by_callee(r, g, LLVMGetParam(callee, k));
        else
            see_outside(r, g.object);
    }
}

static bool is_plain_address(struct reading *r, LLVMValueRef inst)
{
    int64_t at;
    return LLVMIsAGetElementPtrInst(inst) && ezb_strip_const_offsets(r->p->module, inst, &at, 0) !=
                                                 inst; /* counted where it is used */
}

static void read_by(struct reading *r, LLVMValueRef inst)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(r->p->module);
    bool call = code_is_call(inst);
    if (is_plain_address(r, inst) || (call && rule_classify(r->p->cx, inst).cls == CALL_NOP))
        return;
    if (LLVMIsALoadInst(inst))
        read_range(r, range_at(r, LLVMGetOperand(inst, 0),
                               (int64_t)LLVMStoreSizeOfType(layout, LLVMTypeOf(inst))));
    else if (is_copy(inst))
        read_by_copy(r, inst);
    else if (call && !LLVMIsAMemSetInst(inst))
        read_by_call(r, inst);
    else if (!LLVMIsAMemSetInst(inst))
        for (unsigned k = 0, n = LLVMIsAStoreInst(inst) ? 1u : (unsigned)LLVMGetNumOperands(inst);
             k < n; k++)
            if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(inst, k))) == LLVMPointerTypeKind)
                see_outside(r, range_at(r, LLVMGetOperand(inst, k), 0).object);
}

static void read_in(struct reading *r, LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            read_by(r, i);
}

static bool is_dead(struct reading *r, LLVMValueRef inst)
{
    int64_t size, at;
    if (!is_copy(inst) || !copy_size(inst, &size) || !LLVMIsNull(LLVMGetOperand(inst, 3)))
        return false; /* the last operand says that the copy is volatile */
    struct range to = range_at(r, LLVMGetOperand(inst, 0), size);
    return goes_unread(ezb_strip_const_offsets(r->p->module, LLVMGetOperand(inst, 0), &at, 0), &to);
}

static bool is_copied(LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_copy(i))
                return true;
    return false;
}

static unsigned remove_dead(struct reading *r, LLVMValueRef fn)
{
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!is_dead(r, i))
                continue;
            LLVMInstructionEraseFromParent(i);
            changes++;
        }
    if (changes)
        ezb_invalidate(r->p->cx, fn);
    return changes;
}

typedef VEC(LLVMValueRef) function_list;

/* The functions of the set and all that they reach. */
static function_list reached(struct prepare *p, const struct prepare_targets *set)
{
    struct map seen;
    function_list all = {0};
    map_init(&seen, p->arena);
    for (unsigned i = 0; i < set->count; i++) {
        if (map_get(&seen, set->items[i]))
            continue;
        struct prepare_targets from = prepare_reachable(p, set->items[i]);
        for (unsigned k = 0; k < from.count; k++) {
            if (map_get(&seen, from.items[k]))
                continue;
            map_put(&seen, from.items[k], p);
            VEC_PUSH(p->arena, &all, from.items[k]);
        }
    }
    return all;
}

unsigned prepare_dead_copies(struct prepare *p, struct prepare_targets *set)
{
    struct reading r = {.p = p, .changed = true};
    unsigned changes = 0;
    bool copies = false;
    for (unsigned i = 0; i < set->count; i++)
        copies |= is_copied(set->items[i]);
    map_init(&r.objects, p->arena);
    function_list all = {0};
    if (copies)
        all = reached(p, set);
    while (copies && r.changed) {
        r.changed = false;
        for (unsigned i = 0; i < all.count; i++)
            read_in(&r, all.items[i]);
    }
    for (unsigned i = 0; i < set->count && copies; i++)
        changes += remove_dead(&r, set->items[i]);
    return changes;
}
