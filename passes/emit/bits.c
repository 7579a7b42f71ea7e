/* Integer arithmetic on the sign bit of active numbers: xor with it negates, clearing it is fabs, setting it is -fabs. */
#include "emit/gen.h"

enum sign_trick gen_sign_trick(LLVMValueRef inst)
{
  LLVMValueRef mask = LLVMGetNumOperands(inst) == 2 ? LLVMGetOperand(inst, 1) : NULL;
  if (!mask || !LLVMIsAConstantInt(mask))
    return SIGN_NONE;
  uint64_t words[2] = {0, 0};
  unsigned width = ezb_const_bits(mask, words, 2);
  if (width > 64)
    return SIGN_NONE;
  uint64_t sign = UINT64_C(1) << (width - 1), all = sign | (sign - 1);
  switch (LLVMGetInstructionOpcode(inst)) {
  case LLVMXor: return words[0] == sign ? SIGN_NEGATE : SIGN_NONE;
  case LLVMAnd: return words[0] == (all & ~sign) ? SIGN_CLEAR : SIGN_NONE;
  case LLVMOr: return words[0] == sign ? SIGN_SET : SIGN_NONE;
  default: return SIGN_NONE;
  }
}

LLVMValueRef gen_sign_product(struct gen *g, enum sign_trick trick, LLVMValueRef bits, LLVMValueRef factor)
{
  if (trick == SIGN_NEGATE)
    return LLVMBuildFNeg(g->b, factor, "");
  LLVMValueRef negative = LLVMBuildICmp(g->b, LLVMIntSLT, bits, LLVMConstNull(LLVMTypeOf(bits)), "");
  LLVMValueRef minus = LLVMBuildFNeg(g->b, factor, "");
  return trick == SIGN_CLEAR ? LLVMBuildSelect(g->b, negative, minus, factor, "") : LLVMBuildSelect(g->b, negative, factor, minus, "");
}
