/* A value read from memory in parts, in the order of its bytes or most significant byte first,
 * becomes one load, and a reversal of its bytes.
 *
 * LLVM's AggressiveInstCombine joins such loads in the order of the machine only. All parts are
 * loaded in one block, and nothing between the loads may write. */
#include "base/target.h"
#include "facts/provenance.h"
#include "prepare/bytes/bytes.h"

enum { BYTES_MAX = 8 };

struct parts {
    struct prepare *p;
    struct provenance *from;
    LLVMValueRef whole;
    LLVMValueRef loads[BYTES_MAX]; /* of each byte, the least significant first */
    LLVMValueRef base;
    int64_t first; /* lowest offset from base */
    unsigned size;
    bool reversed;
};

static bool is_plain_load(LLVMValueRef v)
{
    return LLVMIsALoadInst(v) && !LLVMGetVolatile(v) &&
           LLVMGetOrdering(v) == LLVMAtomicOrderingNotAtomic;
}

/* Where byte k of the whole was loaded. */
static bool place_of_byte(struct parts *x, unsigned k, LLVMValueRef *base, int64_t *at)
{
    struct byte_origin o = provenance_byte(x->from, x->whole, k);
    if (o.kind != BYTE_OF || o.sign != SIGN_SAME || !is_plain_load(o.source))
        return false;
    *base = ezb_strip_const_offsets(x->p->module, LLVMGetOperand(o.source, 0), at, 1);
    *at += o.byte;
    x->loads[k] = o.source;
    return true;
}

/* All bytes were loaded in one block, in parts, next to each other in one of the two orders. */
static bool collect(struct parts *x)
{
    bool up = true, down = true, several = false;
    int64_t lowest = 0;
    for (unsigned k = 0; k < x->size; k++) {
        LLVMValueRef base;
        int64_t at;
        if (!place_of_byte(x, k, &base, &at) || (k && base != x->base))
            return false;
        lowest = k ? lowest : at;
        x->base = base;
        up &= at == lowest + (int64_t)k;
        down &= at == lowest - (int64_t)k;
        several |= x->loads[k] != x->loads[0];
        if (LLVMGetInstructionParent(x->loads[k]) != LLVMGetInstructionParent(x->loads[0]))
            return false;
    }
    x->reversed = down;
    x->first = down ? lowest - (int64_t)x->size + 1 : lowest;
    return several && (up || down);
}

static bool is_part(const struct parts *x, LLVMValueRef i)
{
    for (unsigned k = 0; k < x->size; k++)
        if (x->loads[k] == i)
            return true;
    return false;
}

/* The last of the loads, if memory is not written from the first one on. */
static LLVMValueRef last_load(const struct parts *x)
{
    LLVMValueRef last = NULL;
    bool written = false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetInstructionParent(x->loads[0])); i;
         i = LLVMGetNextInstruction(i)) {
        if (is_part(x, i)) {
            if (written)
                return NULL;
            last = i;
        } else {
            written |= last && (ezb_inst_writes(i) || ezb_inst_side_effects(i));
        }
    }
    return last;
}

/* Integers and vectors of such that are put together here, of the size of a floating-point value.
 */
static bool is_candidate(struct parts *x)
{
    LLVMTypeRef t = LLVMTypeOf(x->whole),
                e = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
    return (x->size == 2 || x->size == 4 || x->size == 8) &&
           LLVMGetTypeKind(e) == LLVMIntegerTypeKind && LLVMGetFirstUse(x->whole);
}

static bool join(struct prepare *p, struct provenance *from, LLVMValueRef whole)
{
    struct parts x = {.p = p, .from = from, .whole = whole};
    x.size = provenance_size(from, LLVMTypeOf(whole));
    LLVMValueRef last = is_candidate(&x) && collect(&x) ? last_load(&x) : NULL;
    if (!last)
        return false;
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderBefore(b, last);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(last));
    LLVMValueRef address = target_offset(b, x.base, x.first);
    LLVMValueRef joined = LLVMBuildLoad2(b, LLVMIntTypeInContext(c, 8 * x.size), address, "");
    LLVMSetAlignment(joined, 1);
    if (x.reversed)
        joined = prepare_reversed(p, b, joined);
    LLVMReplaceAllUsesWith(whole, LLVMBuildBitCast(b, joined, LLVMTypeOf(whole), ""));
    LLVMDisposeBuilder(b);
    return true;
}

LLVMValueRef prepare_reversed(struct prepare *p, LLVMBuilderRef b, LLVMValueRef v)
{
    static const char name[] = "llvm.bswap";
    LLVMTypeRef t = LLVMTypeOf(v);
    unsigned id = LLVMLookupIntrinsicID(name, sizeof name - 1);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(p->module, id, &t, 1);
    return LLVMBuildCall2(b, LLVMIntrinsicGetType(LLVMGetModuleContext(p->module), id, &t, 1), fn,
                          &v, 1, "");
}

unsigned prepare_part_loads(struct prepare *p, LLVMValueRef fn)
{
    struct provenance *from = provenance_of(p->module, p->arena, fn);
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetLastInstruction(b); i; i = LLVMGetPreviousInstruction(i))
            changes += join(p, from, i);
    if (changes)
        ezb_invalidate(p->cx, fn);
    return changes;
}
