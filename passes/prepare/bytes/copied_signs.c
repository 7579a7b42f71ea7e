/* The sign of one number in the bits of another.
 *
 * Programs take it there by masks: (a & ~SIGN) | (b & SIGN). That is no arithmetic on the bits, but
 * copysign(a, b). LLVM says so itself since version 20. */
#include "base/target.h"
#include "prepare/bytes/bytes.h"
#include <string.h>

/* The number whose bits v has; NULL if it is not known that v has those of one. */
static LLVMValueRef number_behind(LLVMValueRef v)
{
    LLVMValueRef number = LLVMIsABitCastInst(v) ? LLVMGetOperand(v, 0) : NULL;
    LLVMTypeKind kind = number ? LLVMGetTypeKind(LLVMTypeOf(number)) : LLVMVoidTypeKind;
    return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ? number : NULL;
}

/* What v has the sign of, or everything but the sign, by a mask; else NULL. */
static LLVMValueRef masked(LLVMValueRef v, bool sign)
{
    LLVMValueRef mask = LLVMIsABinaryOperator(v) && LLVMGetInstructionOpcode(v) == LLVMAnd
                            ? LLVMGetOperand(v, 1)
                            : NULL;
    if (!mask || !LLVMIsAConstantInt(mask))
        return NULL;
    unsigned long long bit = 1ull << (LLVMGetIntTypeWidth(LLVMTypeOf(v)) - 1),
                       bits = LLVMConstIntGetZExtValue(mask);
    return bits == (sign ? bit : bit - 1) ? LLVMGetOperand(v, 0) : NULL;
}

/* What v has the bits of, but for the sign, which is 0; LLVM makes fabs of the mask where it knows
 * that they are a number's. */
static LLVMValueRef without_sign(LLVMValueRef v)
{
    LLVMValueRef number = number_behind(v),
                 callee = number && LLVMIsACallInst(number) ? LLVMGetCalledValue(number) : NULL;
    bool is_size = callee && LLVMIsAFunction(callee) &&
                   !strncmp(LLVMGetValueName(callee), "llvm.fabs.", strlen("llvm.fabs."));
    return is_size ? v : masked(v, false);
}

/* The operands of copysign whose bits v has, as integers. */
static bool are_signed(LLVMValueRef v, LLVMValueRef operands[2])
{
    LLVMTypeRef t = LLVMTypeOf(v);
    if (!LLVMIsABinaryOperator(v) || LLVMGetInstructionOpcode(v) != LLVMOr ||
        LLVMGetTypeKind(t) != LLVMIntegerTypeKind ||
        (LLVMGetIntTypeWidth(t) != 32 && LLVMGetIntTypeWidth(t) != 64))
        return false;
    for (unsigned k = 0; k < 2; k++) {
        operands[0] = without_sign(LLVMGetOperand(v, k));
        operands[1] = masked(LLVMGetOperand(v, 1 - k), true);
        if (operands[0] && operands[1])
            return number_behind(operands[0]) || number_behind(operands[1]);
    }
    return false;
}

static LLVMValueRef build_copysign(struct prepare *p, LLVMBuilderRef b, LLVMValueRef operands[2])
{
    static const char name[] = "llvm.copysign";
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    LLVMTypeRef word = LLVMTypeOf(operands[0]), number = LLVMGetIntTypeWidth(word) == 32
                                                             ? LLVMFloatTypeInContext(c)
                                                             : LLVMDoubleTypeInContext(c);
    LLVMValueRef args[2];
    for (unsigned k = 0; k < 2; k++) {
        args[k] = number_behind(operands[k]);
        if (!args[k])
            args[k] = LLVMBuildBitCast(b, operands[k], number, "");
    }
    unsigned id = LLVMLookupIntrinsicID(name, sizeof name - 1);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(p->module, id, &number, 1);
    LLVMValueRef copied =
        LLVMBuildCall2(b, LLVMIntrinsicGetType(c, id, &number, 1), fn, args, 2, "");
    return LLVMBuildBitCast(b, copied, word, "");
}

unsigned prepare_copied_signs(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            LLVMValueRef operands[2];
            next = LLVMGetNextInstruction(i);
            if (!are_signed(i, operands))
                continue;
            LLVMPositionBuilderBefore(b, i);
            LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
            LLVMReplaceAllUsesWith(i, build_copysign(p, b, operands));
            LLVMInstructionEraseFromParent(i);
            changes++;
        }
    LLVMDisposeBuilder(b);
    return changes;
}
