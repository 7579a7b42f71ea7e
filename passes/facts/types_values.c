/* Places of pointer values and registers of integer and aggregate values.
 *
 * Address arithmetic is computed from the operand each time (its progression may still widen);
 * every other pointer has a place of its own that flow rules widen. */
#include "facts/types_state.h"
#include "ir/distances.h"
#include "ir/notes.h"
#include "ir/sign.h"
#include <stdlib.h>

bool types_is_fp_value(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return type_is_fp(
        k == LLVMVectorTypeKind || k == LLVMScalableVectorTypeKind ? LLVMGetElementType(t) : t);
}

bool types_is_register(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(t) % 8 == 0;
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind: return LLVMTypeIsSized(t);
    case LLVMVectorTypeKind:
        return LLVMGetTypeKind(LLVMGetElementType(t)) == LLVMPointerTypeKind ||
               types_is_register(LLVMGetElementType(t));
    default: return false;
    }
}

/* Bytes a value occupies; x86 long double fills its slot. */
uint64_t types_size(struct types *t, LLVMTypeRef type)
{
    if (!LLVMTypeIsSized(type))
        return 0;
    if (LLVMGetTypeKind(type) == LLVMX86_FP80TypeKind)
        return LLVMABISizeOfType(t->target, type);
    return LLVMStoreSizeOfType(t->target, type);
}

bool types_constant_int(LLVMValueRef v, int64_t *value)
{
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
        return false;
    *value = LLVMConstIntGetSExtValue(v);
    return true;
}

static uint64_t multiple_of_product(struct types *t, LLVMValueRef v, unsigned depth)
{
    uint64_t a = types_multiple(t, LLVMGetOperand(v, 0), depth),
             b = types_multiple(t, LLVMGetOperand(v, 1), depth);
    return a > UINT32_MAX || b > UINT32_MAX ? gcd_of(a, b) : a * b;
}

static uint64_t multiple_shifted(uint64_t m, unsigned bits, bool left)
{
    if (left)
        return m <= UINT64_MAX >> bits ? m << bits : UINT64_C(1) << bits;
    uint64_t power = UINT64_C(1) << bits;
    return m % power ? 1 : m / power;
}

/* What an integer may be that was made of a pointer, or loaded where one is. */
static bool may_be_address(struct types *t, LLVMValueRef v)
{
    return LLVMIsAPtrToIntInst(v) ||
           (LLVMIsALoadInst(v) && types_size(t, LLVMTypeOf(v)) == t->pointer_size);
}

/* Where it leads then. */
static struct place address_place(struct types *t, LLVMValueRef v)
{
    if (LLVMIsAPtrToIntInst(v))
        return types_place_of(t, LLVMGetOperand(v, 0));
    struct place at = types_register_of(t, v);
    return at.node != NO_NODE && graph_has_cells(&t->graph, at.node) ? graph_load(&t->graph, at)
                                                                     : types_nowhere();
}

enum types_difference types_pointer_difference(struct types *t, LLVMValueRef v, struct place *p,
                                               struct place *q)
{
    if (!LLVMIsABinaryOperator(v) || LLVMGetInstructionOpcode(v) != LLVMSub || distance_is(v))
        return DIFFERENCE_NONE;
    LLVMValueRef x = LLVMGetOperand(v, 0), y = LLVMGetOperand(v, 1);
    if (!may_be_address(t, x) || !may_be_address(t, y))
        return DIFFERENCE_NONE;
    *p = address_place(t, x);
    *q = address_place(t, y);
    if ((LLVMIsAPtrToIntInst(x) && LLVMIsAPtrToIntInst(y)) ||
        (p->node != NO_NODE && q->node != NO_NODE))
        return DIFFERENCE_OF_POINTERS;
    return types_settled(t) ? DIFFERENCE_NONE : DIFFERENCE_PERHAPS;
}

/* Two pointers into one array are whole elements apart. As long as places are still found to be
 * one, pointers into different objects may turn out to be such a pair: 0, a multiple of all. */
static uint64_t multiple_of_difference(struct types *t, LLVMValueRef v)
{
    struct place p, q;
    enum types_difference d = types_pointer_difference(t, v, &p, &q);
    if (d == DIFFERENCE_NONE)
        return 1;
    if (d == DIFFERENCE_PERHAPS || p.node == NO_NODE || p.node != q.node)
        return types_settled(t) ? 1 : 0;
    return gcd_of(gcd_of(p.stride, q.stride), types_distance(p.off, q.off));
}

static uint64_t multiple_of_phi(struct types *t, LLVMValueRef v, unsigned depth)
{
    uint64_t m = 0;
    if (LLVMCountIncoming(v) > 4)
        return 1;
    for (unsigned i = 0; i < LLVMCountIncoming(v); i++) {
        LLVMValueRef in = LLVMGetIncomingValue(v, i);
        bool step = LLVMIsABinaryOperator(in) && LLVMGetInstructionOpcode(in) == LLVMAdd &&
                    LLVMGetOperand(in, 0) == v;
        m = gcd_of(m, types_multiple(t, step ? LLVMGetOperand(in, 1) : in, depth > 2 ? 2 : depth));
    }
    return m;
}

uint64_t types_multiple(struct types *t, LLVMValueRef v, unsigned depth)
{
    int64_t c;
    if (types_constant_int(v, &c))
        return c < 0 ? 0 - (uint64_t)c : (uint64_t)c;
    if (!depth || !LLVMIsAInstruction(v))
        return 1;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMSExt:
    case LLVMZExt: return types_multiple(t, LLVMGetOperand(v, 0), depth - 1);
    case LLVMMul: return multiple_of_product(t, v, depth - 1);
    case LLVMShl:
    case LLVMAShr:
    case LLVMLShr:
        if (!types_constant_int(LLVMGetOperand(v, 1), &c) || c < 0 || c > 63)
            return 1;
        return multiple_shifted(types_multiple(t, LLVMGetOperand(v, 0), depth - 1), (unsigned)c,
                                LLVMGetInstructionOpcode(v) == LLVMShl);
    case LLVMAnd: return types_constant_int(LLVMGetOperand(v, 1), &c) && c ? (uint64_t)(c & -c) : 1;
    case LLVMSub:
        if (may_be_address(t, LLVMGetOperand(v, 0)) && may_be_address(t, LLVMGetOperand(v, 1)))
            return multiple_of_difference(t, v);
        /* fallthrough */
    case LLVMAdd:
        return gcd_of(types_multiple(t, LLVMGetOperand(v, 0), depth - 1),
                      types_multiple(t, LLVMGetOperand(v, 1), depth - 1));
    case LLVMPHI: return multiple_of_phi(t, v, depth - 1);
    default: return 1;
    }
}

/* An index that is one of two constants. */
static bool two_constants(LLVMValueRef v, int64_t *low, int64_t *high)
{
    *low = 0;
    *high = 1;
    if (LLVMIsAZExtInst(v))
        return LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(v, 0))) == 1;
    if (!LLVMIsASelectInst(v) || !types_constant_int(LLVMGetOperand(v, 1), low) ||
        !types_constant_int(LLVMGetOperand(v, 2), high))
        return false;
    if (*low > *high) {
        int64_t swap = *low;
        *low = *high;
        *high = swap;
    }
    return true;
}

static void gep_choice(struct place *p, int64_t low, int64_t high)
{
    *p = graph_offset(*p, low);
    if (!p->stride)
        p->hi = p->off + (high - low) + 1;
    else if (p->hi != NO_BOUND)
        p->hi += high - low;
    p->stride = gcd_of(p->stride, (uint64_t)(high - low));
}

/* What a call returns according to a note at it. */
static bool noted_constant(LLVMValueRef v, int64_t *c)
{
    unsigned length = sizeof PREPARE_RETURNS - 1;
    LLVMAttributeRef note =
        LLVMIsACallInst(v)
            ? LLVMGetCallSiteStringAttribute(v, LLVMAttributeFunctionIndex, PREPARE_RETURNS, length)
            : NULL;
    if (note)
        *c = strtoll(LLVMGetStringAttributeValue(note, &length), NULL, 10);
    return note;
}

/* A pointer there is a member of a struct: taken for an array, it has one element. A container's
 * first block lies in itself, others elsewhere. As long as objects are still found to be one it may
 * turn out to be: the first element belongs to any array. */
static bool is_single(struct types *t, struct place p)
{
    return graph_is_member(&t->graph, p) || (!p.stride && !types_settled(t));
}

/* How many elements of `size` bytes the index reaches, by its bits, as a choice of some children
 * does; 0: any. */
static uint64_t elements_reached(struct types *t, LLVMValueRef index, uint64_t size)
{
    enum { MOST = 1 << 16 };
    unsigned known = map_get_id(&t->indices, index);
    if (known == MAP_NO_ID) {
        uint64_t max = ezb_known_max(t->module, index);
        bool wide = LLVMGetTypeKind(LLVMTypeOf(index)) == LLVMIntegerTypeKind &&
                    LLVMGetIntTypeWidth(LLVMTypeOf(index)) > 16; /* it is not negative */
        map_put_id(&t->indices, index, known = wide && max < MOST ? (unsigned)max + 1 : 0);
    }
    return size < MOST ? known : 0;
}

/* One index step over elements of `size` bytes, `count` of them (0: unknown). */
static void gep_step(struct types *t, struct place *p, LLVMValueRef index, uint64_t size,
                     uint64_t count)
{
    int64_t c, low, high;
    if (types_constant_int(index, &c) || noted_constant(index, &c)) {
        *p = graph_offset(*p, c * (int64_t)size);
        return;
    }
    if (two_constants(index, &low, &high)) {
        gep_choice(p, low * (int64_t)size, high * (int64_t)size);
        return;
    }
    if (size == t->pointer_size && is_single(t, *p))
        return;
    uint64_t most = elements_reached(t, index, size);
    bool further = most && !count && p->stride; /* from each place, so many elements more */
    count = most && (!count || most < count) ? most : count;
    uint64_t m = types_multiple(t, index, MULTIPLE_DEPTH);
    uint64_t step = size <= UINT32_MAX && m <= UINT32_MAX ? m * size : size;
    if (!step)
        return;
    if (!p->stride)
        p->hi = count ? p->off + (int64_t)(count * size) : NO_BOUND;
    else if (!count)
        p->hi = NO_BOUND;
    else if (further && p->hi != NO_BOUND)
        p->hi += (int64_t)((most - 1) * size);
    p->stride = gcd_of(p->stride, step);
    p->down |= LLVMIsALoadInst(index) &&
               p->stride % t->pointer_size; /* the place of a virtual base may be in front */
}

static bool has_pointers(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind: return true;
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind: return has_pointers(LLVMGetElementType(type));
    case LLVMStructTypeKind: break;
    default: return false;
    }
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
        if (has_pointers(LLVMStructGetTypeAtIndex(type, i)))
            return true;
    return false;
}

/* Pointers in front of where the address began may be met, too: they are counted from the end of
 * an array, perhaps. In an array of a known length they are not. */
static bool may_go_down(const struct types *t, const struct place *p, LLVMValueRef gep)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    LLVMValueRef index = LLVMGetOperand(gep, 1);
    bool bytes = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && p->stride % t->pointer_size == 0,
         up = LLVMIsAConstantInt(index) || (LLVMGEPGetNoWrapFlags(gep) & LLVMGEPFlagNUW);
    return p->stride && p->hi == NO_BOUND && !up && (bytes || has_pointers(type)) &&
           !sign_is_nonnegative(index);
}

/* The place of a member of a struct; *type becomes that of the member. */
static struct place member_place(struct types *t, struct place p, LLVMTypeRef *type, unsigned field)
{
    LLVMTypeRef whole = *type;
    p = graph_offset(p, (int64_t)LLVMOffsetOfElement(t->target, whole, field));
    *type = LLVMStructGetTypeAtIndex(whole, field);
    if (LLVMGetTypeKind(*type) == LLVMPointerTypeKind &&
        LLVMABISizeOfType(t->target, whole) > t->pointer_size)
        graph_note_member(&t->graph, p);
    return p;
}

/* How many bytes are loaded and stored there; 0: the address goes elsewhere. */
static uint64_t accessed_bytes(struct types *t, LLVMValueRef address)
{
    uint64_t most = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address;
        if (!store && !LLVMIsALoadInst(user))
            return 0;
        uint64_t size = types_size(t, LLVMTypeOf(store ? LLVMGetOperand(user, 0) : user));
        most = size > most ? size : most;
    }
    return most;
}

/* Of the elements of an array of structs, one of two members is accessed, and nothing else. */
static struct window window_of_choice(struct types *t, LLVMValueRef gep, struct place from)
{
    struct window none = {0};
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    int64_t low, high;
    uint64_t accessed = LLVMIsAInstruction(gep) ? accessed_bytes(t, gep) : 0;
    if (!from.stride || !accessed || !two_constants(LLVMGetOperand(gep, 1), &low, &high))
        return none;
    int64_t size = (int64_t)LLVMABISizeOfType(t->target, type);
    struct window w = {from.off + low * size, (uint64_t)((high - low) * size) + accessed,
                       from.stride};
    return w.size < w.period ? w : none;
}

struct place types_gep(struct types *t, LLVMValueRef gep, struct place *base)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    struct place p = types_place_of(t, LLVMGetOperand(gep, 0)), from = p;
    unsigned n = (unsigned)LLVMGetNumOperands(gep);
    *base = types_nowhere();
    if (p.node == NO_NODE || !LLVMTypeIsSized(type))
        return p;
    if (n > 1) {
        gep_step(t, &p, LLVMGetOperand(gep, 1), LLVMABISizeOfType(t->target, type), 0);
        p.down |= may_go_down(t, &p, gep);
    }
    *base = p;
    for (unsigned i = 2; i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            p = member_place(t, p, &type, (unsigned)LLVMConstIntGetZExtValue(index));
            continue;
        }
        uint64_t count = LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetArrayLength2(type) : 0;
        type = LLVMGetElementType(type);
        gep_step(t, &p, index, LLVMABISizeOfType(t->target, type), count);
    }
    p = LLVMIsAInstruction(gep) ? types_in_member(t, gep, p) : p;
    if (n == 2 && !p.window.size)
        p.window = window_of_choice(t, gep, from);
    if (n == 2 && LLVMGetTypeKind(type) != LLVMStructTypeKind)
        *base = p;
    else if (n == 2 && LLVMIsAInstruction(gep))
        *base = types_struct_at(t, gep, *base, type);
    return p;
}

/* The operand whose address v is, for casts; NULL if v is none. */
static LLVMValueRef cast_source(LLVMValueRef v)
{
    bool constant = LLVMIsAConstantExpr(v) != NULL;
    if (!constant && !LLVMIsAInstruction(v))
        return NULL;
    LLVMOpcode op = constant ? LLVMGetConstOpcode(v) : LLVMGetInstructionOpcode(v);
    if (op != LLVMBitCast && op != LLVMAddrSpaceCast && op != LLVMFreeze)
        return NULL;
    return LLVMGetOperand(v, 0);
}

static bool is_gep(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) ||
           (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

static struct map *pointers_of(struct types *t, LLVMValueRef v)
{
    return LLVMIsAConstant(v) ? &t->common->places : &t->now->places;
}

/* A variable that is one pointer: nobody goes further from there. */
static bool is_pointer_variable(LLVMValueRef v)
{
    LLVMTypeRef type = LLVMIsAAllocaInst(v)       ? LLVMGetAllocatedType(v)
                       : LLVMIsAGlobalVariable(v) ? LLVMGlobalGetValueType(v)
                                                  : NULL;
    int64_t count = 1;
    if (LLVMIsAAllocaInst(v) && !types_constant_int(LLVMGetOperand(v, 0), &count))
        return false;
    return type && LLVMGetTypeKind(type) == LLVMPointerTypeKind && count == 1;
}

static unsigned own_pointer(struct types *t, LLVMValueRef v)
{
    struct map *pointers = pointers_of(t, v);
    unsigned p = map_get_id(pointers, v);
    if (p != MAP_NO_ID)
        return p;
    struct place fresh = graph_fresh(&t->graph);
    if (is_pointer_variable(v))
        fresh.window = (struct window){0, t->pointer_size, 0};
    p = graph_pointer_new(&t->graph, fresh);
    map_put_id(pointers, v, p);
    if (LLVMIsAGlobalVariable(v))
        VEC_PUSH(t->arena, &t->globals, v);
    return p;
}

void types_lead(struct types *t, LLVMValueRef v, struct place to)
{
    struct map *pointers = pointers_of(t, v);
    unsigned p = map_get_id(pointers, v);
    to = graph_find(&t->graph, to);
    if (p != MAP_NO_ID)
        graph_pointer_set(&t->graph, p, to);
    else {
        map_put_id(pointers, v, graph_pointer_new(&t->graph, to));
        t->graph.changed = true;
    }
}

/* The same of two addresses of which one is chosen. */
static struct place in_one_of_two(struct types *t, LLVMValueRef select, struct place p)
{
    uint64_t accessed = accessed_bytes(t, select);
    struct place a = types_place_of(t, LLVMGetOperand(select, 1)),
                 b = types_place_of(t, LLVMGetOperand(select, 2));
    if (!accessed || a.node != b.node || a.node == NO_NODE || a.stride != b.stride || !a.stride)
        return p;
    uint64_t apart = (uint64_t)types_modulo(b.off - a.off, a.stride);
    bool first = apart <= a.stride / 2; /* a is in front of b, or b in front of the next a */
    struct window w = {first ? a.off : b.off, (first ? apart : a.stride - apart) + accessed,
                       a.stride};
    p = graph_find(&t->graph, p);
    p.window = w.size < w.period ? w : p.window;
    return p;
}

struct place types_place_of(struct types *t, LLVMValueRef v)
{
    struct place base;
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind || LLVMIsAConstantPointerNull(v) ||
        LLVMIsUndef(v))
        return types_nowhere();
    for (LLVMValueRef s; (s = cast_source(v)) != NULL;)
        v = s;
    if (LLVMIsAGlobalAlias(v))
        return types_place_of(t, LLVMAliasGetAliasee(v));
    if (is_gep(v)) {
        unsigned known = map_get_id(pointers_of(t, v), v);
        if (known != MAP_NO_ID)
            return graph_pointer_get(&t->graph, known);
        struct place p = types_gep(t, v, &base);
        if (p.node != NO_NODE)
            types_lead(t, v, p);
        return p;
    }
    if (LLVMIsAConstantExpr(v) || (LLVMIsAConstant(v) && !LLVMIsAGlobalValue(v)))
        return types_nowhere();
    struct place p = graph_pointer_get(&t->graph, own_pointer(t, v));
    if (LLVMIsAPHINode(v) || LLVMIsASelectInst(v))
        p = types_in_member(t, v, p);
    return LLVMIsASelectInst(v) && p.stride && !p.window.size ? in_one_of_two(t, v, p) : p;
}

void types_include(struct types *t, LLVMValueRef v, struct place q)
{
    graph_pointer_include(&t->graph, own_pointer(t, v), q);
}

void types_stay(struct types *t, LLVMValueRef v, struct place q)
{
    unsigned pointer = own_pointer(t, v);
    struct place p = graph_pointer_get(&t->graph, pointer);
    p.window = graph_find(&t->graph, q).window;
    graph_pointer_set(&t->graph, pointer, p);
}

struct place types_register_of(struct types *t, LLVMValueRef v)
{
    if (!types_is_register(LLVMTypeOf(v)) || LLVMIsAConstant(v))
        return types_nowhere();
    unsigned n = map_get_id(&t->now->registers, v);
    if (n == MAP_NO_ID) {
        n = graph_fresh(&t->graph).node;
        map_put_id(&t->now->registers, v, n);
        VEC_PUSH(t->arena, &t->register_nodes, n);
    }
    return (struct place){.node = n, .hi = NO_BOUND};
}
