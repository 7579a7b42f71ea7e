/* Values made of parts of others become copies of those parts.
 *
 * Whole values in the bytes of integers move as what they are (whole_values.c), words of which
 * nobody knows what they are as copies of memory (words.c). What remains are values whose bytes are
 * moved one by one: in another order, by a variable number of places, half of one value beside half
 * of another. Where such a value is stored, or read as a floating-point value or an address, its
 * bytes are copied from those of its sources (images.h), and the kind map follows them, or the
 * shadow does. */
#include "base/vec.h"
#include "prepare/bytes/images.h"
#include "prepare/bytes/twins.h"

struct copies {
    struct images m;
    VEC(LLVMValueRef) gone;
};

/* Part of a value that is another: half a float is a bfloat. */
static bool is_conversion(struct images *m, LLVMValueRef v)
{
    struct byte_origin o = provenance_byte(m->from, v, 0);
    return provenance_size(m->from, LLVMTypeOf(v)) == 2 && o.kind == BYTE_OF && o.byte % 4 == 2 &&
           LLVMGetTypeKind(LLVMTypeOf(o.source)) == LLVMFloatTypeKind;
}

static bool is_stored(struct copies *s, LLVMValueRef i)
{
    LLVMValueRef v = LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 0) : NULL;
    if (!v || LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
        return false;
    LLVMTypeRef t = LLVMTypeOf(v);
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        t = LLVMGetElementType(t);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && !is_conversion(&s->m, v) &&
           images_broken(&s->m, v);
}

/* All bytes come from values. */
static bool is_filled(struct images *m, LLVMValueRef v)
{
    for (unsigned k = 0; k < provenance_size(m->from, LLVMTypeOf(v)); k++) {
        struct byte_origin o = provenance_byte(m->from, v, k);
        if (o.kind != BYTE_OF || !images_carry(m, o.source))
            return false;
    }
    return true;
}

static bool is_read(struct copies *s, LLVMValueRef i)
{
    bool number = LLVMIsABitCastInst(i) &&
                  twins_floating(LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVectorTypeKind
                                     ? LLVMGetElementType(LLVMTypeOf(i))
                                     : LLVMTypeOf(i));
    return (number || LLVMIsAIntToPtrInst(i)) && images_broken(&s->m, LLVMGetOperand(i, 0)) &&
           is_filled(&s->m, LLVMGetOperand(i, 0));
}

static void store_bytes(struct copies *s, LLVMValueRef store)
{
    images_build(&s->m, LLVMGetOperand(store, 0), LLVMGetOperand(store, 1), store);
}

static void read_bytes(struct copies *s, LLVMValueRef inst)
{
    LLVMValueRef v = LLVMGetOperand(inst, 0),
                 variable = images_variable(&s->m, provenance_size(s->m.from, LLVMTypeOf(v)));
    images_build(&s->m, v, variable, inst);
    LLVMPositionBuilderBefore(s->m.b, inst);
    LLVMSetCurrentDebugLocation2(s->m.b, LLVMInstructionGetDebugLoc(inst));
    LLVMReplaceAllUsesWith(inst, LLVMBuildLoad2(s->m.b, LLVMTypeOf(inst), variable, ""));
}

/* ---- what is no longer used ------------------------------------------------------------------ */

struct dead {
    struct images *m;
    VEC(LLVMValueRef) values;
    struct map in;
};

static void collect(struct dead *d, LLVMValueRef v)
{
    bool moves = LLVMIsACastInst(v) || LLVMIsABinaryOperator(v) || LLVMIsAPHINode(v) ||
                 LLVMIsASelectInst(v) || LLVMIsAIntrinsicInst(v) || LLVMIsAFreezeInst(v) ||
                 LLVMIsAExtractElementInst(v) || LLVMIsAInsertElementInst(v) ||
                 LLVMIsAShuffleVectorInst(v) || twins_plain_load(v);
    if (!LLVMIsAInstruction(v) || !moves || map_get(&d->in, v) ||
        !provenance_size(d->m->from, LLVMTypeOf(v)) || !images_carry(d->m, v))
        return;
    map_put(&d->in, v, v);
    VEC_PUSH(d->m->p->arena, &d->values, v);
    for (int k = 0; !LLVMIsALoadInst(v) && k < LLVMGetNumOperands(v); k++)
        collect(d, LLVMGetOperand(v, (unsigned)k));
}

static bool is_used_elsewhere(struct dead *d, LLVMValueRef v)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
        if (!map_get(&d->in, LLVMGetUser(u)))
            return true;
    return false;
}

/* Merges in a loop may be used by nothing but each other. */
static void erase_dead(struct dead *d)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned k = 0; k < d->values.count; k++) {
            LLVMValueRef v = d->values.items[k];
            if (!v || !is_used_elsewhere(d, v))
                continue;
            map_put(&d->in, v, NULL);
            d->values.items[k] = NULL;
            changed = true;
        }
    }
    for (unsigned k = 0; k < d->values.count; k++)
        if (d->values.items[k])
            LLVMReplaceAllUsesWith(d->values.items[k],
                                   LLVMGetPoison(LLVMTypeOf(d->values.items[k])));
    for (unsigned k = 0; k < d->values.count; k++)
        if (d->values.items[k])
            LLVMInstructionEraseFromParent(d->values.items[k]);
}

static void erase(struct copies *s)
{
    struct dead d = {.m = &s->m};
    map_init(&d.in, s->m.p->arena);
    for (unsigned k = 0; k < s->gone.count; k++)
        collect(&d, LLVMGetOperand(s->gone.items[k], 0));
    for (unsigned k = 0; k < s->gone.count; k++)
        LLVMInstructionEraseFromParent(s->gone.items[k]);
    erase_dead(&d);
}

unsigned prepare_byte_copies(struct prepare *p, LLVMValueRef fn)
{
    struct copies s = {.gone = {0}};
    images_init(&s.m, p, fn);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (is_stored(&s, i) || is_read(&s, i))
                VEC_PUSH(p->arena, &s.gone, i);
        }
    for (unsigned k = 0; k < s.gone.count; k++)
        (LLVMIsAStoreInst(s.gone.items[k]) ? store_bytes : read_bytes)(&s, s.gone.items[k]);
    if (s.gone.count) {
        erase(&s);
        ezb_invalidate(p->cx, fn);
    }
    images_dispose(&s.m);
    return s.gone.count;
}
