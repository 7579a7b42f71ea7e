/* An exception that leaves a derivative takes the tape along.
 *
 * Exceptions with a handler inside are control flow by now (prepare/exceptions); others unwind through the derivative, and no
 * reverse sweep runs that would give back what the forward sweep kept. */
#include "emit/derivative.h"
#include "ir/text.h"
#include <string.h>

static bool is_nounwind(LLVMValueRef call, LLVMValueRef callee)
{
  unsigned kind = LLVMGetEnumAttributeKindForName("nounwind", 8);
  return LLVMGetCallSiteEnumAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind) ||
         LLVMGetEnumAttributeAtIndex(callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
}

/* Functions of the program and of its derivatives, and those of the C++ library. */
static bool may_unwind(struct gen *g, LLVMValueRef call)
{
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(callee) || LLVMGetIntrinsicID(callee) || is_nounwind(call, callee))
    return false;
  const char *name = text_function_name(g->arena, callee);
  return !LLVMIsDeclaration(callee) || !strncmp(name, "_Z", 2) || !strncmp(name, "__cxa_", 6);
}

static LLVMBasicBlockRef build_pad(struct gen *g, LLVMValueRef personality)
{
  LLVMTypeRef ptr = gen_ptr_type(g), parts[] = {ptr, LLVMInt32TypeInContext(g->context)};
  LLVMSetPersonalityFn(g->fn, personality);
  LLVMPositionBuilderAtEnd(g->b, gen_block(g));
  LLVMValueRef caught = LLVMBuildLandingPad(g->b, LLVMStructTypeInContext(g->context, parts, 2, 0), NULL, 0, "");
  LLVMSetCleanup(caught, 1);
  gen_call(g, gen_declare(g, "enz_rt_tape_free", LLVMVoidTypeInContext(g->context), &ptr, 1), &g->tape, 1);
  LLVMBuildResume(g->b, caught);
  return LLVMGetInsertBlock(g->b);
}

void gen_free_tape_on_unwind(struct gen *g)
{
  LLVMValueRef personality = LLVMGetNamedFunction(g->module, "__gxx_personality_v0");
  if (!personality)
    return; /* no C++ in the program */
  VEC(LLVMValueRef) calls = {0};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g->fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) && may_unwind(g, i))
        VEC_PUSH(g->arena, &calls, i);
  LLVMBasicBlockRef pad = calls.count ? build_pad(g, personality) : NULL;
  for (unsigned i = 0; i < calls.count; i++)
    ezb_call_to_invoke(calls.items[i], pad);
}
