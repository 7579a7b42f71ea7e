/* Checks in generated code of what only the run can know: that a derivative which could not be computed is not asked for. */
#include "emit/gen.h"

LLVMValueRef gen_where(struct gen *g, LLVMValueRef inst)
{
  const char *file = "unknown place";
  unsigned line = 0, col = 0;
  ezb_debug_loc(inst, &file, &line, &col);
  return LLVMBuildGlobalStringPtr(g->b, arena_printf(g->arena, "%s:%u:%u", file, line, col), "");
}

void gen_check_zero(struct gen *g, LLVMValueRef inst, LLVMValueRef x)
{
  LLVMTypeRef ptr = gen_ptr_type(g), none = LLVMVoidTypeInContext(g->context);
  unsigned bits = (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(g->module), LLVMTypeOf(x));
  LLVMTypeRef word = LLVMIntTypeInContext(g->context, bits);
  LLVMValueRef zero = LLVMBuildICmp(g->b, LLVMIntEQ, LLVMBuildBitCast(g->b, x, word, ""), LLVMConstNull(word), "");
  LLVMBasicBlockRef lost = gen_block(g), rest = gen_block(g);
  LLVMBuildCondBr(g->b, zero, rest, lost);
  LLVMPositionBuilderAtEnd(g->b, lost);
  LLVMValueRef where = gen_where(g, inst);
  gen_call(g, gen_declare(g, "enz_rt_bits_lost", none, &ptr, 1), &where, 1);
  LLVMBuildUnreachable(g->b);
  LLVMPositionBuilderAtEnd(g->b, rest);
}
