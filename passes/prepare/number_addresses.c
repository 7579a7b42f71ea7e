/* Bits of numbers that are an address where ways join go through memory.
 *
 * Objects of two classes have a number and a pointer at the same place. Where the object may be of either, value numbering makes
 * phi [pointer], [inttoptr (bitcast double)] of a load of the pointer. No run follows the address that the number makes, but the
 * phi needs a shadow of it. Through memory it has what the number's shadow memory has. */
#include "prepare/prepare.h"

static bool is_merge(LLVMValueRef v) { return LLVMIsAPHINode(v) || LLVMIsASelectInst(v); }

static bool is_only_merged(LLVMValueRef v)
{
  for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
    if (!is_merge(LLVMGetUser(u)))
      return false;
  return true;
}

/* The number whose bits, all of them, are this address; else NULL. */
static LLVMValueRef number_of(LLVMValueRef address)
{
  LLVMValueRef bits = LLVMIsAIntToPtrInst(address) ? LLVMGetOperand(address, 0) : NULL;
  LLVMValueRef number = bits && LLVMIsABitCastInst(bits) ? LLVMGetOperand(bits, 0) : NULL;
  return number && LLVMGetTypeKind(LLVMTypeOf(number)) == LLVMDoubleTypeKind ? number : NULL;
}

static void through_memory(LLVMBuilderRef b, LLVMValueRef address, LLVMValueRef number)
{
  LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(address)))));
  LLVMValueRef slot = LLVMBuildAlloca(b, LLVMTypeOf(number), "");
  LLVMPositionBuilderBefore(b, address);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(address));
  LLVMBuildStore(b, number, slot);
  LLVMReplaceAllUsesWith(address, LLVMBuildLoad2(b, LLVMTypeOf(address), slot, ""));
}

unsigned prepare_number_addresses(struct prepare *p, LLVMValueRef fn)
{
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
  unsigned changes = 0;
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block; block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      LLVMValueRef number = number_of(i);
      if (!number || !is_only_merged(i))
        continue;
      through_memory(b, i, number);
      LLVMInstructionEraseFromParent(i);
      changes++;
    }
  LLVMDisposeBuilder(b);
  if (changes)
    ezb_invalidate(p->cx, fn);
  return changes;
}
