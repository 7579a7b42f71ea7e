/* The bytes of one integer, stored one by one to their places in memory, become one store; in
 * reverse order, one of the integer with its bytes reversed.
 *
 * A number has a derivative, its bytes have none. LLVM's AggressiveInstCombine merges such stores
 * where they follow each other; here they may be interleaved with others, as in an exchange of two
 * numbers byte by byte. The merged store takes the place of the last one, so nothing between may
 * read or write any of the bytes. */
#include "prepare/prepare.h"

enum { PARTS_MAX = 8 };

struct part {
    LLVMValueRef store, whole, base;
    unsigned size, byte; /* of the whole */
    int64_t at;          /* offset of this byte from base */
};

/* store i8 (trunc (lshr whole, 8 * byte)) to base + at + byte */
static bool read_part(LLVMModuleRef m, LLVMValueRef inst, struct part *out)
{
    if (!LLVMIsAStoreInst(inst) || LLVMGetVolatile(inst) ||
        LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic)
        return false;
    LLVMValueRef v = LLVMGetOperand(inst, 0);
    LLVMTypeRef t = LLVMTypeOf(v);
    if (!LLVMIsATruncInst(v) || LLVMGetTypeKind(t) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(t) != 8)
        return false;
    LLVMValueRef whole = LLVMGetOperand(v, 0);
    uint64_t shift = 0;
    if (LLVMIsAInstruction(whole) && LLVMGetInstructionOpcode(whole) == LLVMLShr &&
        LLVMIsAConstantInt(LLVMGetOperand(whole, 1))) {
        shift = LLVMConstIntGetZExtValue(LLVMGetOperand(whole, 1));
        whole = LLVMGetOperand(whole, 0);
    }
    LLVMTypeRef wide = LLVMTypeOf(whole);
    if (LLVMGetTypeKind(wide) != LLVMIntegerTypeKind ||
        (LLVMGetIntTypeWidth(wide) != 64 && LLVMGetIntTypeWidth(wide) != 32) || shift % 8)
        return false;
    *out = (struct part){.store = inst, .whole = whole, .byte = (unsigned)shift / 8};
    out->size = LLVMGetIntTypeWidth(wide) / 8;
    out->base = ezb_strip_const_offsets(m, LLVMGetOperand(inst, 1), &out->at, 1);
    return true;
}

/* Offset of the whole from base, where a lies in it; the most significant byte first if it is
 * reversed. */
static int64_t start(const struct part *a, bool reversed)
{
    return a->at - (reversed ? a->size - 1 - a->byte : a->byte);
}

static bool belongs(const struct part *a, const struct part *b, bool reversed)
{
    return a->whole == b->whole && a->base == b->base && start(a, reversed) == start(b, reversed);
}

/* An access with this alignment or more, before `at`, to what pointer p leads to. */
static bool accessed_aligned(struct prepare *p, LLVMValueRef pointer, unsigned size,
                             LLVMValueRef at)
{
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool address =
            LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer);
        if (address && LLVMGetAlignment(user) >= size && ezb_dom_value(p->cx, user, at))
            return true;
    }
    return false;
}

/* The whole is at a multiple of its size. */
static bool is_aligned(struct prepare *p, const struct part *x)
{
    return start(x, false) % (int64_t)x->size == 0 &&
           (ezb_known_align(p->cx, x->base, x->store) >= x->size ||
            accessed_aligned(p, x->base, x->size, x->store));
}

/* Instruction i stores a byte of another whole: of a different place, or of the very same, where a
 * part that is still to come overwrites it. */
static bool is_overwritten(struct prepare *p, LLVMValueRef i, const struct part *first,
                           LLVMValueRef *stores)
{
    struct part other;
    return read_part(p->module, i, &other) && LLVMTypeOf(other.whole) == LLVMTypeOf(first->whole) &&
           !stores[other.byte] && is_aligned(p, first) && is_aligned(p, &other);
}

/* Instruction i between the parts leaves the bytes alone and does not look at them. */
static bool stays_apart(struct prepare *p, LLVMValueRef i, const struct part *first, bool reversed)
{
    struct part other;
    unsigned size = first->size;
    if (!(ezb_inst_reads(i) || ezb_inst_writes(i) || ezb_inst_side_effects(i)))
        return true;
    int64_t at;
    if (LLVMIsAStoreInst(i) &&
        ezb_strip_const_offsets(p->module, LLVMGetOperand(i, 1), &at, 1) == first->base) {
        int64_t bytes = (int64_t)LLVMABISizeOfType(LLVMGetModuleDataLayout(p->module),
                                                   LLVMTypeOf(LLVMGetOperand(i, 0)));
        int64_t from = start(first, reversed);
        return at + bytes <= from || at >= from + size ||
               (read_part(p->module, i, &other) && belongs(&other, first, reversed));
    }
    LLVMValueRef lowest =
        first->at == start(first, reversed) ? LLVMGetOperand(first->store, 1) : NULL;
    return lowest && ezb_modref_ptr(p->cx, i, lowest, size) == EZB_NO_MODREF;
}

/* The parts of the whole that `first` starts, in `stores` by byte; the last of them, or NULL if
 * they are not all there. */
static LLVMValueRef collect(struct prepare *p, const struct part *first, bool reversed,
                            LLVMValueRef *stores)
{
    unsigned found = 0;
    struct part next;
    for (LLVMValueRef i = first->store; i; i = LLVMGetNextInstruction(i)) {
        if (read_part(p->module, i, &next) && belongs(&next, first, reversed)) {
            found += !stores[next.byte];
            stores[next.byte] = i; /* a later store of the same byte stores the same */
            if (found == first->size)
                return i;
        } else if (!stays_apart(p, i, first, reversed) &&
                   (reversed || !is_overwritten(p, i, first, stores))) {
            return NULL;
        }
    }
    return NULL;
}

static bool merge(struct prepare *p, const struct part *first, bool reversed)
{
    LLVMValueRef stores[PARTS_MAX] = {NULL}, last = collect(p, first, reversed, stores);
    if (!last || !stores[0])
        return false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    LLVMPositionBuilderBefore(b, last);
    LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetModuleContext(p->module));
    LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(LLVMGetModuleContext(p->module)),
                                       (uint64_t)start(first, reversed), 1);
    LLVMValueRef whole = reversed ? prepare_reversed(p, b, first->whole) : first->whole;
    LLVMValueRef store =
        LLVMBuildStore(b, whole, LLVMBuildGEP2(b, i8, first->base, &offset, 1, ""));
    LLVMSetAlignment(store, 1);
    LLVMDisposeBuilder(b);
    ezb_set_debug_loc(store, last);
    for (unsigned k = 0; k < first->size; k++)
        LLVMInstructionEraseFromParent(stores[k]);
    return true;
}

static bool merge_one(struct prepare *p, LLVMBasicBlockRef block)
{
    struct part first;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (read_part(p->module, i, &first) && (merge(p, &first, false) || merge(p, &first, true)))
            return true;
    return false;
}

unsigned prepare_part_stores(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        while (merge_one(p, b))
            changes++;
    if (changes)
        ezb_invalidate(p->cx, fn);
    return changes;
}
