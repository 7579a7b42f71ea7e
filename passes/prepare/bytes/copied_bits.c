/* Bits that an integer has several times.
 *
 * LLVM multiplies by 0x10001, say, where a program puts the same 16 bits into both halves of a
 * word. That is no arithmetic on a number, which would have a derivative of its own: they are
 * copies. */
#include "prepare/bytes/bytes.h"

enum { WIDEST = 64 };

static unsigned width_of(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 0;
}

/* Of the bits of n, which are several, any two are at least `width` apart. */
static bool is_spread(unsigned long long n, unsigned width)
{
    unsigned last = WIDEST, count = 0;
    for (unsigned k = 0; k < WIDEST; k++) {
        if (!(n >> k & 1))
            continue;
        if (count++ && k - last < width)
            return false;
        last = k;
    }
    return count > 1;
}

/* So many bits at its lower end may be set. */
static unsigned low_bits(LLVMValueRef v)
{
    LLVMValueRef n = LLVMIsABinaryOperator(v) ? LLVMGetOperand(v, 1) : NULL;
    if (LLVMIsAZExtInst(v))
        return width_of(LLVMGetOperand(v, 0));
    if (!n || !LLVMIsAConstantInt(n))
        return width_of(v);
    unsigned long long c = LLVMConstIntGetZExtValue(n);
    if (LLVMGetInstructionOpcode(v) == LLVMLShr && c < width_of(v))
        return width_of(v) - (unsigned)c;
    if (LLVMGetInstructionOpcode(v) != LLVMAnd)
        return width_of(v);
    unsigned bits = 0;
    while (bits < WIDEST && c >> bits)
        bits++;
    return bits;
}

/* x * n, where the products with single bits of n have no bit in common. */
static bool is_copied(LLVMValueRef v)
{
    if (!LLVMIsABinaryOperator(v) || LLVMGetInstructionOpcode(v) != LLVMMul || !width_of(v) ||
        width_of(v) > WIDEST)
        return false;
    LLVMValueRef wide = LLVMGetOperand(v, 0), n = LLVMGetOperand(v, 1);
    return LLVMIsAConstantInt(n) && is_spread(LLVMConstIntGetZExtValue(n), low_bits(wide));
}

/* The sum of shifted copies, as an or of them. */
static LLVMValueRef open(LLVMBuilderRef b, LLVMValueRef v)
{
    LLVMValueRef wide = LLVMGetOperand(v, 0), all = NULL;
    unsigned long long n = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1));
    for (unsigned k = 0; k < width_of(v); k++) {
        if (!(n >> k & 1))
            continue;
        LLVMValueRef copy =
            k ? LLVMBuildShl(b, wide, LLVMConstInt(LLVMTypeOf(wide), k, 0), "") : wide;
        all = all ? LLVMBuildOr(b, all, copy, "") : copy;
    }
    return all;
}

unsigned prepare_copied_bits(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!is_copied(i))
                continue;
            LLVMPositionBuilderBefore(b, i);
            LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
            LLVMReplaceAllUsesWith(i, open(b, i));
            LLVMInstructionEraseFromParent(i);
            changes++;
        }
    LLVMDisposeBuilder(b);
    return changes;
}
