/* Loads of bytes that are read as several things become a load for each of them.
 *
 * Optimisation loads a struct of a floating-point value and a pointer, a count or a flag as one
 * vector or integer, and the members of a copied union as one value. In memory each of them has its
 * shadow or adjoint; taken out of the bits of another type none has. Which bytes of a load end as
 * an address and which are used as an integer, provenance tells; those get loads of their own,
 * and what an integer in memory carries is asked of that memory. Bytes that are used as an integer
 * and as a value of one floating-point format are left alone: that is arithmetic on its bits. Not
 * so an integer that goes to a function as it is, or is returned: it may be an address there. */
#include "base/target.h"
#include "base/vec.h"
#include "ir/members.h"
#include "ir/value_access.h"
#include "prepare/bytes/twins.h"

enum {
    AS_INTEGER = 1,
    AS_ADDRESS = 2,
    AS_MOVED = 4,   /* as wide as an address, and handed on as it is */
    AS_FLOATING = 8 /* and above: one bit for each format */
};

/* What the bytes of one load are used as. */
struct reads {
    uint8_t as[PROVENANCE_BYTES];
    bool stuck[PROVENANCE_BYTES]; /* some use of the byte cannot have a load of its own */
    uint8_t all;                  /* of any byte */
};

/* A value made of bytes of a load, where they are used. */
struct site {
    LLVMValueRef value, load;
    unsigned at, bytes; /* in the load; what is above them in the value is zero */
};

struct splitter {
    struct twins *t;
    struct map reads; /* load -> struct reads */
    VEC(struct site) sites;
    VEC(LLVMValueRef) loads;
    unsigned changes;
};

static LLVMTypeRef element_of(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
}

static unsigned size_of(const struct splitter *s, LLVMTypeRef t)
{
    return provenance_size(s->t->from, t);
}

/* Not of values that are too large to follow. */
static bool is_followed_load(const struct splitter *s, LLVMValueRef v)
{
    return twins_plain_load(v) && size_of(s, LLVMTypeOf(v)) > 0;
}

static uint8_t use_as(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(element_of(t))) {
    case LLVMIntegerTypeKind: return AS_INTEGER;
    case LLVMPointerTypeKind: return AS_ADDRESS;
    case LLVMDoubleTypeKind: return AS_FLOATING;
    case LLVMFloatTypeKind: return AS_FLOATING << 1;
    case LLVMHalfTypeKind: return AS_FLOATING << 2;
    case LLVMBFloatTypeKind: return AS_FLOATING << 3;
    default: return AS_FLOATING << 4;
    }
}

/* Nothing is done with the integer here: functions get it, or it is part of what is returned. */
static bool is_handed_on(const struct splitter *s, LLVMValueRef v)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool call = LLVMIsACallInst(user) && !LLVMIsAIntrinsicInst(user);
        if (!call && !LLVMIsAReturnInst(user) && !LLVMIsAInsertValueInst(user))
            return false;
    }
    return size_of(s, LLVMTypeOf(v)) == target_pointer_bytes(s->t->p->module);
}

/* The instruction only moves bytes of its operands: who uses it uses them. */
static bool moves_bytes(const struct splitter *s, LLVMValueRef inst)
{
    unsigned size = size_of(s, LLVMTypeOf(inst));
    bool moved = size > 0 && !LLVMIsALoadInst(inst);
    for (unsigned k = 0; k < size && moved; k++)
        moved = provenance_byte(s->t->from, inst, k).source != inst;
    return moved;
}

static bool is_used(const struct splitter *s, LLVMValueRef v)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
        if (!moves_bytes(s, LLVMGetUser(u)))
            return true;
    return false;
}

static struct reads *reads_of(struct splitter *s, LLVMValueRef load)
{
    struct reads *r = map_get(&s->reads, load);
    if (r)
        return r;
    r = ARENA_NEW(s->t->p->arena, struct reads);
    *r = (struct reads){.all = 0};
    map_put(&s->reads, load, r);
    VEC_PUSH(s->t->p->arena, &s->loads, load);
    return r;
}

/* The bytes of a scalar are bytes in a row of one load, and zeros above. */
static bool is_part(const struct splitter *s, LLVMValueRef v, struct site *out)
{
    unsigned size = size_of(s, LLVMTypeOf(v)), n = 0;
    struct byte_origin first;
    for (; n < size; n++) {
        struct byte_origin o = provenance_byte(s->t->from, v, n);
        if (o.kind == BYTE_CONSTANT && !o.byte)
            break;
    }
    for (unsigned k = n; k < size; k++) {
        struct byte_origin o = provenance_byte(s->t->from, v, k);
        if (o.kind != BYTE_CONSTANT || o.byte)
            return false;
    }
    if (!n || (n & (n - 1)) || n > 8 || LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind ||
        !provenance_run(s->t->from, v, 0, n, false, &first) || first.sign != SIGN_SAME ||
        !is_followed_load(s, first.source))
        return false;
    *out = (struct site){v, first.source, first.byte, n};
    return true;
}

static void note(struct splitter *s, LLVMValueRef v)
{
    uint8_t as = use_as(LLVMTypeOf(v));
    as = as == AS_INTEGER && is_handed_on(s, v) ? AS_MOVED : as;
    struct site site;
    bool part = as < AS_FLOATING && is_part(s, v, &site) && site.load != v;
    for (unsigned k = 0, size = size_of(s, LLVMTypeOf(v)); k < size; k++) {
        struct byte_origin o = provenance_byte(s->t->from, v, k);
        if (o.kind != BYTE_OF || !is_followed_load(s, o.source))
            continue;
        struct reads *r = reads_of(s, o.source);
        r->as[o.byte] |= as;
        r->all |= as;
        r->stuck[o.byte] |= as < AS_FLOATING && !part;
    }
    if (part)
        VEC_PUSH(s->t->p->arena, &s->sites, site);
}

static bool is_one(unsigned bits)
{
    return bits && !(bits & (bits - 1));
}

/* The bytes are used as an integer and as a value of one format. */
static bool is_arithmetic(uint8_t as)
{
    return (as & AS_INTEGER) && !(as & AS_ADDRESS) && is_one(as / AS_FLOATING);
}

/* What lies `at` bytes behind the address of a load, loaded behind another instruction. */
static LLVMValueRef load_part(struct splitter *s, LLVMValueRef behind, LLVMValueRef load,
                              unsigned at, LLVMTypeRef type)
{
    LLVMBuilderRef b = s->t->b;
    LLVMValueRef address = LLVMGetOperand(load, 0);
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(behind));
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(load));
    if (at)
        address = target_inbounds_offset(b, address, at);
    LLVMValueRef part = LLVMBuildLoad2(b, type, address, "");
    unsigned align = LLVMGetAlignment(load) | at;
    LLVMSetAlignment(part, align & -align);
    member_note_same(s->t->p->arena, load, part);
    value_access_note_part(load, part, at);
    return part;
}

/* An address or an integer gets its own load, if the load it is taken from has other uses. */
static void load_site(struct splitter *s, const struct site *x)
{
    const struct reads *r = reads_of(s, x->load);
    LLVMTypeRef t = LLVMTypeOf(x->value), i;
    for (unsigned k = x->at; k < x->at + x->bytes; k++)
        if (is_arithmetic(r->as[k]))
            return;
    if (is_one(r->all))
        return;
    i = LLVMIntTypeInContext(LLVMGetTypeContext(t), 8 * x->bytes);
    bool address = use_as(t) == AS_ADDRESS;
    LLVMValueRef part = load_part(s, x->load, x->load, x->at, address ? t : i);
    if (!address && i != t)
        part = LLVMBuildZExt(s->t->b, part, t, "");
    LLVMReplaceAllUsesWith(x->value, part);
    s->changes++;
}

/* Nothing uses lane i as a floating-point value: what else is used of it has been loaded so.
 * *stuck: it has not. */
static bool is_taken_out(const struct reads *r, unsigned i, unsigned size, bool *stuck)
{
    uint8_t as = 0;
    for (unsigned k = i * size; k < (i + 1) * size; k++) {
        as |= r->as[k];
        *stuck |= r->stuck[k] && r->as[k] < AS_FLOATING;
    }
    return as < AS_FLOATING;
}

/* The lanes of a vector that are floating-point values, loaded one by one. */
static LLVMValueRef lanes_of(struct splitter *s, LLVMValueRef load, LLVMTypeRef e, unsigned n)
{
    LLVMTypeRef t = LLVMTypeOf(load), i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(t));
    LLVMValueRef v = LLVMGetPoison(t), behind = load;
    bool stuck;
    for (unsigned i = 0; i < n; i++) {
        if (is_taken_out(reads_of(s, load), i, size_of(s, e), &stuck))
            continue;
        LLVMValueRef lane = load_part(s, behind, load, i * size_of(s, e), e);
        v = behind = LLVMBuildInsertElement(s->t->b, v, lane, LLVMConstInt(i32, i, 0), "");
    }
    return v;
}

static void load_lanes(struct splitter *s, LLVMValueRef load)
{
    LLVMTypeRef t = LLVMTypeOf(load), e = element_of(t);
    const struct reads *r = reads_of(s, load);
    if (e == t || !twins_floating(e) || is_one(r->all))
        return;
    bool any = false, stuck = false;
    unsigned n = LLVMGetVectorSize(t);
    for (unsigned i = 0; i < n; i++)
        any |= is_taken_out(r, i, size_of(s, e), &stuck);
    if (!any || stuck)
        return;
    LLVMReplaceAllUsesWith(load, lanes_of(s, load, e, n));
    s->changes++;
}

unsigned split_loads(struct twins *t, LLVMValueRef fn)
{
    struct splitter s = {.t = t};
    map_init(&s.reads, t->p->arena);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (size_of(&s, LLVMTypeOf(i)) && is_used(&s, i))
                note(&s, i);
    for (unsigned k = 0; k < s.sites.count; k++)
        load_site(&s, &s.sites.items[k]);
    for (unsigned k = 0; k < s.loads.count; k++)
        load_lanes(&s, s.loads.items[k]);
    return s.changes;
}
