/* The high half of a double in memory, read or written as an integer of 32 bits (the union of the
 * fast exponential, high words of C libraries): it becomes a part of the whole number, so that
 * arithmetic on its bits is found by number_bits.c.
 *
 * That the bytes are a double at other times must be seen: the program reads or writes one there,
 * through the same pointer. What is known of types is not enough, because it may be of another
 * element of an array. Low halves are left alone: they are below what moves a number. */
#include "prepare/bytes/bits/number_bits.h"
#include <string.h>

enum { HALF_BITS = 32 };

static bool is_half(LLVMValueRef v)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(LLVMTypeOf(v)) == HALF_BITS;
}

static bool is_plain(LLVMValueRef access)
{
    return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

struct halves {
    LLVMModuleRef module;
    LLVMBuilderRef b;
    LLVMTypeRef number, word; /* double, i64 */
};

/* The number that the high half at `pointer` belongs to, as an integer; its address in *whole. */
static LLVMValueRef load_whole(struct halves *h, LLVMValueRef pointer, LLVMValueRef *whole)
{
    LLVMContextRef c = LLVMGetTypeContext(h->word);
    LLVMValueRef back = LLVMConstInt(h->word, (uint64_t)-4, 1);
    *whole = LLVMBuildGEP2(h->b, LLVMInt8TypeInContext(c), pointer, &back, 1, "");
    LLVMValueRef number = LLVMBuildLoad2(h->b, h->number, *whole, "");
    LLVMSetAlignment(number, 4);
    return LLVMBuildBitCast(h->b, number, h->word, "");
}

static void widen_load(struct halves *h, LLVMValueRef load)
{
    LLVMValueRef whole, bits = load_whole(h, LLVMGetOperand(load, 0), &whole);
    LLVMValueRef high = LLVMBuildLShr(h->b, bits, LLVMConstInt(h->word, HALF_BITS, 0), "");
    LLVMReplaceAllUsesWith(load, LLVMBuildTrunc(h->b, high, LLVMTypeOf(load), ""));
}

static void widen_store(struct halves *h, LLVMValueRef store)
{
    LLVMValueRef whole, bits = load_whole(h, LLVMGetOperand(store, 1), &whole);
    LLVMValueRef low = LLVMBuildAnd(h->b, bits, LLVMConstInt(h->word, UINT32_MAX, 0), "");
    LLVMValueRef high = LLVMBuildZExt(h->b, LLVMGetOperand(store, 0), h->word, "");
    high = LLVMBuildShl(h->b, high, LLVMConstInt(h->word, HALF_BITS, 0), "");
    LLVMValueRef number = LLVMBuildBitCast(h->b, LLVMBuildOr(h->b, low, high, ""), h->number, "");
    LLVMSetAlignment(LLVMBuildStore(h->b, number, whole), 4);
    LLVMInstructionEraseFromParent(store);
}

static bool is_double(LLVMValueRef v)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMDoubleTypeKind;
}

/* A double is read or written at `base` + `at`; v is `base` or an address in it. */
static bool double_accessed(LLVMModuleRef m, LLVMValueRef v, LLVMValueRef base, int64_t at)
{
    int64_t here = 0;
    if (ezb_strip_const_offsets(m, v, &here, 1) != base)
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool load = LLVMIsALoadInst(user),
             store = LLVMIsAStoreInst(user) && ezb_use_operand_no(u) == 1;
        if ((load || store) && here == at && is_double(load ? user : LLVMGetOperand(user, 0)))
            return true;
        bool address = LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind && !load &&
                       user != base; /* not round a loop */
        if (address && double_accessed(m, user, base, at))
            return true;
    }
    return false;
}

static bool is_part_of_double(LLVMModuleRef m, LLVMValueRef pointer)
{
    int64_t at = 0;
    LLVMValueRef base = ezb_strip_const_offsets(m, pointer, &at, 1);
    return double_accessed(m, base, base, at - HALF_BITS / 8);
}

static bool widen(struct halves *h, LLVMValueRef i, bool (*high_half)(void *, LLVMValueRef),
                  void *user)
{
    bool load = LLVMIsALoadInst(i) && is_half(i) && LLVMGetFirstUse(i),
         store = LLVMIsAStoreInst(i) && is_half(LLVMGetOperand(i, 0));
    if (!(load || store) || !is_plain(i) || !high_half(user, i) ||
        !is_part_of_double(h->module, LLVMGetOperand(i, load ? 0 : 1)))
        return false;
    LLVMPositionBuilderBefore(h->b, i);
    LLVMSetCurrentDebugLocation2(h->b, LLVMInstructionGetDebugLoc(i));
    if (load)
        widen_load(h, i);
    else
        widen_store(h, i);
    return true;
}

/* What only wrote reads now, too. */
static void note_reads(struct prepare *p, LLVMValueRef fn)
{
    static const char *const names[] = {"writeonly", "initializes"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (unsigned k = 1; k <= LLVMCountParams(fn); k++)
            LLVMRemoveEnumAttributeAtIndex(
                fn, k, LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])));
    EzbEffects e = ezb_fn_effects(p->cx, fn);
    e.arg |= e.arg & EZB_MOD ? EZB_REF : 0;
    e.other |= e.other & EZB_MOD ? EZB_REF : 0;
    ezb_set_fn_effects(fn, e);
}

unsigned prepare_number_halves(struct prepare *p, LLVMValueRef fn)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    struct halves h = {p->module, LLVMCreateBuilderInContext(c), LLVMDoubleTypeInContext(c),
                       LLVMInt64TypeInContext(c)};
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            changes += widen(&h, i, p->facts->high_half, p->facts->types);
        }
    LLVMDisposeBuilder(h.b);
    if (changes) {
        note_reads(p, fn);
        ezb_invalidate(p->cx, fn);
    }
    return changes;
}
