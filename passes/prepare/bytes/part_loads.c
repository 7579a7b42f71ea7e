/* A number read from memory byte by byte, most significant byte first, becomes one load and a
 * reversal of its bytes.
 *
 * LLVM's AggressiveInstCombine joins such loads in the order of the machine only. All bytes are
 * loaded in one block, and nothing between the loads may write. */
#include "prepare/prepare.h"

enum { BYTES_MAX = 8 };

struct parts {
    struct prepare *p;
    LLVMValueRef loads[BYTES_MAX]; /* by significance, least first */
    unsigned size, found;
};

static bool is_plain_byte(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMIsALoadInst(v) && LLVMGetTypeKind(t) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(t) == 8 && !LLVMGetVolatile(v) &&
           LLVMGetOrdering(v) == LLVMAtomicOrderingNotAtomic;
}

/* The bytes that v << shift is made of: loads, each at its place. */
static bool collect(struct parts *x, LLVMValueRef v, unsigned shift, unsigned depth)
{
    LLVMOpcode op = LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v) : LLVMRet;
    if (!depth || shift % 8 || shift >= 8 * x->size)
        return false;
    if (op == LLVMOr)
        return collect(x, LLVMGetOperand(v, 0), shift, depth - 1) &&
               collect(x, LLVMGetOperand(v, 1), shift, depth - 1);
    if (op == LLVMShl && LLVMIsAConstantInt(LLVMGetOperand(v, 1)))
        return collect(x, LLVMGetOperand(v, 0),
                       shift + (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)), depth - 1);
    if (op == LLVMZExt && !is_plain_byte(LLVMGetOperand(v, 0)))
        return collect(x, LLVMGetOperand(v, 0), shift, depth - 1);
    if (op != LLVMZExt || x->loads[shift / 8])
        return false;
    x->loads[shift / 8] = LLVMGetOperand(v, 0);
    x->found++;
    return true;
}

/* All bytes are there, next to each other in reverse order, the first one lowest. */
static bool is_reversed(const struct parts *x)
{
    int64_t first, at;
    LLVMModuleRef m = x->p->module;
    if (x->found != x->size)
        return false;
    LLVMValueRef base =
        ezb_strip_const_offsets(m, LLVMGetOperand(x->loads[x->size - 1], 0), &first, 1);
    for (unsigned k = 0; k < x->size; k++)
        if (ezb_strip_const_offsets(m, LLVMGetOperand(x->loads[k], 0), &at, 1) != base ||
            at != first + x->size - 1 - k ||
            LLVMGetInstructionParent(x->loads[k]) != LLVMGetInstructionParent(x->loads[0]))
            return false;
    return true;
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
    unsigned seen = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetInstructionParent(x->loads[0])); i;
         i = LLVMGetNextInstruction(i)) {
        seen += is_part(x, i);
        if (seen == x->size)
            return i;
        if (seen && (ezb_inst_writes(i) || ezb_inst_side_effects(i)))
            return NULL;
    }
    return NULL;
}

static bool join(struct prepare *p, LLVMValueRef root)
{
    LLVMTypeRef t = LLVMTypeOf(root);
    unsigned width = LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 0;
    if (LLVMGetInstructionOpcode(root) != LLVMOr || (width != 32 && width != 64) ||
        !LLVMGetFirstUse(root))
        return false;
    struct parts x = {.p = p, .size = width / 8};
    LLVMValueRef last = collect(&x, root, 0, 24) && is_reversed(&x) ? last_load(&x) : NULL;
    if (!last)
        return false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    LLVMPositionBuilderBefore(b, last);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(last));
    int64_t at;
    LLVMValueRef base =
        ezb_strip_const_offsets(p->module, LLVMGetOperand(x.loads[x.size - 1], 0), &at, 1);
    LLVMValueRef offset =
        LLVMConstInt(LLVMInt64TypeInContext(LLVMGetModuleContext(p->module)), (uint64_t)at, 1);
    LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetModuleContext(p->module));
    LLVMValueRef whole = LLVMBuildLoad2(b, t, LLVMBuildGEP2(b, i8, base, &offset, 1, ""), "");
    LLVMSetAlignment(whole, 1);
    LLVMReplaceAllUsesWith(root, prepare_reversed(p, b, whole));
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
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetLastInstruction(b); i; i = LLVMGetPreviousInstruction(i))
            changes += join(p, i);
    if (changes)
        ezb_invalidate(p->cx, fn);
    return changes;
}
