/* Pointers in globals to blocks that are freed become NULL.
 *
 * A derivative looks for the shadow of what a global points to (facts/heap_globals.h), so what is there must not dangle. The value
 * of a pointer to a freed block is indeterminate in C: no program may use it. Where the program frees what it has just loaded
 * from a variable at a constant address, NULL is stored there. */
#include "prepare/prepare.h"

enum { BLOCKS_BACK = 4 };

/* A pointer at a constant offset in a variable of the program's own. */
static bool is_own_place(LLVMModuleRef m, LLVMValueRef address)
{
  int64_t at = 0;
  LLVMValueRef g = ezb_strip_const_offsets(m, address, &at, 1);
  if (!LLVMIsConstant(address) || !LLVMIsAGlobalVariable(g) || LLVMIsDeclaration(g) || LLVMIsGlobalConstant(g))
    return false;
  return at >= 0 && (uint64_t)at + 8 <= LLVMABISizeOfType(LLVMGetModuleDataLayout(m), LLVMGlobalGetValueType(g));
}

static LLVMBasicBlockRef single_predecessor(LLVMBasicBlockRef block)
{
  LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
  bool single = u && !LLVMGetNextUse(u) && LLVMIsATerminatorInst(LLVMGetUser(u));
  return single ? LLVMGetInstructionParent(LLVMGetUser(u)) : NULL;
}

/* Between the two nothing is written, on the only way from one to the other. */
static bool comes_straight(LLVMValueRef from, LLVMValueRef to)
{
  LLVMBasicBlockRef block = LLVMGetInstructionParent(to);
  LLVMValueRef i = LLVMGetPreviousInstruction(to);
  for (unsigned back = 0; back < BLOCKS_BACK;) {
    if (i == from)
      return true;
    if (i && ezb_inst_writes(i))
      return false;
    if (i) {
      i = LLVMGetPreviousInstruction(i);
      continue;
    }
    block = single_predecessor(block);
    if (!block)
      return false;
    i = LLVMGetLastInstruction(block);
    back++;
  }
  return false;
}

/* The place that the freed pointer comes from and stays in, or NULL. */
static LLVMValueRef place_of_freed(struct prepare *p, LLVMValueRef call)
{
  if (!LLVMIsACallInst(call))
    return NULL;
  struct call_info c = rule_classify(p->cx, call);
  LLVMValueRef load = c.cls == CALL_FREE ? LLVMGetOperand(call, c.freed) : NULL;
  if (!load || !LLVMIsALoadInst(load) || LLVMGetVolatile(load) || !is_own_place(p->module, LLVMGetOperand(load, 0)))
    return NULL;
  return comes_straight(load, call) ? LLVMGetOperand(load, 0) : NULL;
}

unsigned prepare_freed_globals(struct prepare *p)
{
  unsigned changes = 0;
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
  for (LLVMValueRef fn = LLVMGetFirstFunction(p->module); fn; fn = LLVMGetNextFunction(fn))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block; block = LLVMGetNextBasicBlock(block))
      for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        LLVMValueRef place = place_of_freed(p, i);
        if (!place)
          continue;
        LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(i));
        ezb_set_debug_loc(LLVMBuildStore(b, LLVMConstNull(LLVMPointerTypeInContext(LLVMGetModuleContext(p->module), 0)), place), i);
        changes++;
      }
  LLVMDisposeBuilder(b);
  return changes;
}
