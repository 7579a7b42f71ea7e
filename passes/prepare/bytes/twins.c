/* Twins: see twins.h. */
#include "prepare/bytes/twins.h"
#include "base/target.h"
#include "base/vec.h"
#include "ir/members.h"
#include "ir/value_access.h"
#include <string.h>

/* One twin of a source; the list of them is what the maps hold. */
struct twin {
    unsigned at;
    LLVMTypeRef type;
    LLVMValueRef value;
    struct twin *next;
};

void twins_init(struct twins *t, struct prepare *p, LLVMValueRef fn)
{
    twins_init_with(t, p, provenance_of(p->module, p->arena, fn));
}

void twins_init_with(struct twins *t, struct prepare *p, struct provenance *from)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    *t = (struct twins){.p = p,
                        .from = from,
                        .b = LLVMCreateBuilderInContext(c),
                        .layout = LLVMGetModuleDataLayout(p->module)};
    map_init(&t->known, p->arena);
}

void twins_dispose(struct twins *t)
{
    LLVMDisposeBuilder(t->b);
}

bool twins_floating(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMHalfTypeKind || k == LLVMBFloatTypeKind || k == LLVMFloatTypeKind ||
           k == LLVMDoubleTypeKind || k == LLVMX86_FP80TypeKind || k == LLVMFP128TypeKind;
}

bool twins_plain_load(LLVMValueRef v)
{
    return LLVMIsALoadInst(v) && !LLVMGetVolatile(v) &&
           LLVMGetOrdering(v) == LLVMAtomicOrderingNotAtomic;
}

static unsigned size_of(const struct twins *t, LLVMTypeRef type)
{
    return provenance_size(t->from, type);
}

static LLVMTypeRef element_of(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
}

static bool is_pointer(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMPointerTypeKind;
}

/* Values of which each byte is the same byte of one of several others. */
static bool is_merge(LLVMValueRef v)
{
    return LLVMIsAPHINode(v) ||
           (LLVMIsASelectInst(v) &&
            LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(v, 0))) == LLVMIntegerTypeKind);
}

static unsigned merge_first(LLVMValueRef v)
{
    return LLVMIsASelectInst(v) ? 1 : 0;
}

static unsigned merge_end(LLVMValueRef v)
{
    return LLVMIsASelectInst(v) ? 3 : LLVMCountIncoming(v);
}

static struct twin *list_find(const struct map *lists, LLVMValueRef v, unsigned at,
                              LLVMTypeRef type)
{
    struct twin *x = map_get(lists, v);
    while (x && (x->at != at || x->type != type))
        x = x->next;
    return x;
}

static void list_add(struct twins *t, struct map *lists, const struct twin_place *place,
                     LLVMValueRef value)
{
    struct twin *x = ARENA_NEW(t->p->arena, struct twin);
    *x = (struct twin){place->at, place->type, value, map_get(lists, place->source)};
    map_put(lists, place->source, x);
}

/* ---- where the bytes are --------------------------------------------------------------------- */

bool twins_place(const struct twins *t, LLVMValueRef v, unsigned at, LLVMTypeRef type,
                 struct twin_place *out)
{
    struct byte_origin first;
    unsigned n = size_of(t, type), size = size_of(t, LLVMTypeOf(v));
    if (!n || at + n > size || !provenance_run(t->from, v, at, n, false, &first))
        return false;
    *out = (struct twin_place){first.source, first.byte, (enum byte_sign)first.sign, type};
    return first.sign == SIGN_SAME || twins_floating(type);
}

/* The source has an element of this type there. */
static bool is_element(const struct twins *t, const struct twin_place *place)
{
    LLVMTypeRef type = LLVMTypeOf(place->source);
    return element_of(type) == place->type && place->at % size_of(t, place->type) == 0;
}

enum { FOUND = 1, BLOCKED = 2 };

/* The upper half of a float is that number converted to bfloat: arithmetic, not a value that lies
 * there. */
static bool may_be_conversion(const struct twin_place *place)
{
    return LLVMGetTypeKind(place->type) == LLVMBFloatTypeKind && place->at % 4 == 2;
}

/* BLOCKED: there is no place behind some value, the result of an invoke. */
static unsigned look_at(struct twins *t, const struct twin_place *place)
{
    if (is_element(t, place))
        return LLVMGetTypeKind(place->type) == LLVMIntegerTypeKind ? 0 : FOUND;
    if (twins_plain_load(place->source))
        return may_be_conversion(place) ? 0 : FOUND;
    if (!is_merge(place->source))
        return LLVMIsATerminatorInst(place->source) ? BLOCKED : 0;
    if (list_find(&t->visited, place->source, place->at, place->type))
        return 0;
    list_add(t, &t->visited, place, NULL);
    unsigned result = 0;
    for (unsigned k = merge_first(place->source); k < merge_end(place->source); k++) {
        struct twin_place in;
        LLVMValueRef v = LLVMGetOperand(place->source, k);
        if (twins_place(t, v, place->at, place->type, &in))
            result |= look_at(t, &in);
        else
            result |= LLVMIsATerminatorInst(v) ? BLOCKED : 0;
    }
    return result;
}

bool twins_found(struct twins *t, const struct twin_place *place)
{
    map_init(&t->visited, t->p->arena);
    return look_at(t, place) == FOUND;
}

/* ---- taking bits ----------------------------------------------------------------------------- */

static LLVMTypeRef integer(const struct twins *t, unsigned bytes)
{
    return LLVMIntTypeInContext(LLVMGetModuleContext(t->p->module), 8 * bytes);
}

/* Addresses as integers. */
static LLVMValueRef without_pointers(struct twins *t, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v), e = element_of(type);
    if (!is_pointer(e))
        return v;
    LLVMTypeRef word = integer(t, size_of(t, e));
    return LLVMBuildPtrToInt(t->b, v,
                             e == type ? word : LLVMVectorType(word, LLVMGetVectorSize(type)), "");
}

/* An integer as what is wanted. */
static LLVMValueRef as_type(struct twins *t, LLVMValueRef v, LLVMTypeRef type)
{
    return is_pointer(type) ? LLVMBuildIntToPtr(t->b, v, type, "")
                            : LLVMBuildBitCast(t->b, v, type, "");
}

static LLVMValueRef take_bits(struct twins *t, LLVMValueRef v, unsigned at, LLVMTypeRef type)
{
    unsigned n = size_of(t, type), size = size_of(t, LLVMTypeOf(v));
    LLVMTypeRef part = is_pointer(type) ? integer(t, n) : type, whole = integer(t, size);
    v = without_pointers(t, v);
    if (n == size)
        return as_type(t, LLVMBuildBitCast(t->b, v, part, ""), type);
    if (size % n == 0 && at % n == 0) {
        LLVMValueRef lane =
            LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(type)), at / n, 0);
        v = LLVMBuildBitCast(t->b, v, LLVMVectorType(part, size / n), "");
        return as_type(t, LLVMBuildExtractElement(t->b, v, lane, ""), type);
    }
    v = LLVMBuildLShr(t->b, LLVMBuildBitCast(t->b, v, whole, ""), LLVMConstInt(whole, 8 * at, 0),
                      "");
    return as_type(t, LLVMBuildTrunc(t->b, v, integer(t, n), ""), type);
}

LLVMValueRef twins_bits(struct twins *t, LLVMValueRef v, unsigned at, LLVMTypeRef type,
                        LLVMValueRef before)
{
    LLVMPositionBuilderBefore(t->b, before);
    LLVMSetCurrentDebugLocation2(t->b, LLVMInstructionGetDebugLoc(before));
    return take_bits(t, v, at, type);
}

/* ---- building -------------------------------------------------------------------------------- */

static LLVMValueRef build(struct twins *t, const struct twin_place *place);

/* The first place behind a value; of a constant, the beginning of the function. */
static LLVMValueRef behind(struct twins *t, LLVMValueRef v)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(t->b);
    LLVMValueRef next =
        LLVMIsAInstruction(v)
            ? LLVMGetNextInstruction(v)
            : LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(here)));
    while (LLVMIsAPHINode(next) || LLVMIsALandingPadInst(next) || LLVMIsAAllocaInst(next))
        next = LLVMGetNextInstruction(next);
    return next;
}

/* Continues behind v. */
static void go_behind(struct twins *t, LLVMValueRef v)
{
    LLVMPositionBuilderBefore(t->b, behind(t, v));
    LLVMSetCurrentDebugLocation2(
        t->b, LLVMIsAInstruction(v) && !LLVMIsAPHINode(v) ? LLVMInstructionGetDebugLoc(v) : NULL);
}

static LLVMValueRef load_again(struct twins *t, const struct twin_place *place)
{
    LLVMValueRef load = place->source, address = LLVMGetOperand(load, 0);
    unsigned align = LLVMGetAlignment(load) | place->at;
    if (place->at)
        address = target_inbounds_offset(t->b, address, place->at);
    LLVMValueRef twin = LLVMBuildLoad2(t->b, place->type, address, "");
    LLVMSetAlignment(twin, align & -align);
    member_note_same(t->p->arena, load, twin);
    value_access_note_part(load, twin, place->at);
    return twin;
}

/* The twin of one of the values that meet in a merge. */
static LLVMValueRef build_incoming(struct twins *t, const struct twin_place *merge, LLVMValueRef v)
{
    struct twin_place in;
    if (LLVMIsUndef(v))
        return LLVMGetUndef(merge->type);
    if (twins_place(t, v, merge->at, merge->type, &in))
        return build(t, &in);
    if (!LLVMIsAConstant(v))
        go_behind(t, v);
    return take_bits(t, v, merge->at, merge->type);
}

/* What a phi has from a block already; a switch may have several edges. */
static LLVMValueRef incoming_from(LLVMValueRef phi, LLVMBasicBlockRef block)
{
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
        if (LLVMGetIncomingBlock(phi, k) == block)
            return LLVMGetIncomingValue(phi, k);
    return NULL;
}

static LLVMValueRef build_phi(struct twins *t, const struct twin_place *place)
{
    LLVMValueRef phi = place->source;
    LLVMPositionBuilderBefore(t->b, phi);
    LLVMSetCurrentDebugLocation2(t->b, NULL);
    LLVMValueRef twin = LLVMBuildPhi(t->b, place->type, "");
    list_add(t, &t->known, place, twin);
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
        LLVMValueRef in = incoming_from(twin, from);
        LLVMPositionBuilderBefore(t->b, LLVMGetBasicBlockTerminator(from));
        if (!in)
            in = build_incoming(t, place, LLVMGetIncomingValue(phi, k));
        LLVMAddIncoming(twin, &in, &from, 1);
    }
    return twin;
}

static LLVMValueRef build_select(struct twins *t, const struct twin_place *place)
{
    LLVMValueRef select = place->source, in[2];
    for (unsigned k = 0; k < 2; k++) {
        LLVMPositionBuilderBefore(t->b, select);
        in[k] = build_incoming(t, place, LLVMGetOperand(select, 1 + k));
    }
    go_behind(t, select);
    return LLVMBuildSelect(t->b, LLVMGetOperand(select, 0), in[0], in[1], "");
}

static LLVMValueRef build_element(struct twins *t, const struct twin_place *place)
{
    LLVMValueRef v = place->source;
    if (LLVMTypeOf(v) == place->type)
        return v;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(place->type));
    return LLVMBuildExtractElement(t->b, v,
                                   LLVMConstInt(i32, place->at / size_of(t, place->type), 0), "");
}

static LLVMValueRef build_unsigned(struct twins *t, const struct twin_place *place)
{
    struct twin *known = list_find(&t->known, place->source, place->at, place->type);
    if (known)
        return known->value;
    if (LLVMIsAPHINode(place->source) && LLVMTypeOf(place->source) != place->type)
        return build_phi(t, place);
    LLVMValueRef twin;
    if (LLVMTypeOf(place->source) == place->type) {
        twin = place->source;
    } else if (is_merge(place->source)) {
        twin = build_select(t, place);
    } else {
        go_behind(t, place->source);
        twin = is_element(t, place) ? build_element(t, place)
               : twins_plain_load(place->source)
                   ? load_again(t, place)
                   : take_bits(t, place->source, place->at, place->type);
    }
    list_add(t, &t->known, place, twin);
    return twin;
}

static LLVMValueRef absolute(struct twins *t, LLVMValueRef v)
{
    static const char name[] = "llvm.fabs";
    LLVMTypeRef type = LLVMTypeOf(v);
    LLVMContextRef c = LLVMGetTypeContext(type);
    unsigned id = LLVMLookupIntrinsicID(name, sizeof name - 1);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(t->p->module, id, &type, 1);
    return LLVMBuildCall2(t->b, LLVMIntrinsicGetType(c, id, &type, 1), fn, &v, 1, "");
}

static LLVMValueRef build(struct twins *t, const struct twin_place *place)
{
    LLVMValueRef twin = build_unsigned(t, place);
    if (place->sign == SIGN_SAME)
        return twin;
    go_behind(t, LLVMIsAConstant(twin) ? place->source : twin);
    if (place->sign != SIGN_FLIPPED)
        twin = absolute(t, twin);
    return place->sign == SIGN_CLEARED ? twin : LLVMBuildFNeg(t->b, twin, "");
}

LLVMValueRef twins_value(struct twins *t, const struct twin_place *place)
{
    return build(t, place);
}
