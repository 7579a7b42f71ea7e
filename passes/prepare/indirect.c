/* Calls through pointers become chains of compares and direct calls.
 *
 * The whole program is visible, so the possible targets of an indirect call are the functions of its type whose address is
 * taken somewhere. A direct call of each is differentiated like any other; a pointer that matches none ends in the original
 * indirect call, which later rooms refuse or, when it is inactive, keep. */
#include "prepare/prepare.h"
#include "rules/rules.h"
#include <string.h>

enum { TARGETS_MAX = 64 };

static bool is_entry_point(LLVMValueRef fn)
{
  size_t n;
  const char *s = LLVMGetValueName2(fn, &n);
  return n >= 5 && (strstr(s, "__enzyme_") != NULL || !strncmp(s, "llvm.", 5) || !strncmp(s, "enz.", 4));
}

/* A use that is not the callee slot of a direct call. Operands of derivative calls do not count: they are no data flow. */
static bool use_takes_address(LLVMUseRef u, LLVMValueRef fn)
{
  LLVMValueRef user = LLVMGetUser(u);
  if (!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user))
    return true;
  LLVMValueRef callee = LLVMGetCalledValue(user);
  if (callee == fn) {
    for (unsigned i = 0, n = LLVMGetNumArgOperands(user); i < n; i++)
      if (LLVMGetOperand(user, i) == fn)
        return true;
    return false;
  }
  return !(LLVMIsAFunction(callee) && is_entry_point(callee));
}

unsigned prepare_address_taken(LLVMModuleRef m, LLVMTypeRef type, LLVMValueRef *buf, unsigned cap)
{
  unsigned n = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f && n < cap; f = LLVMGetNextFunction(f)) {
    if (LLVMGlobalGetValueType(f) != type || is_entry_point(f))
      continue;
    bool taken = false;
    for (LLVMUseRef u = LLVMGetFirstUse(f); u && !taken; u = LLVMGetNextUse(u))
      taken = use_takes_address(u, f);
    if (taken)
      buf[n++] = f;
  }
  return n;
}

/* The call as it is, but of `target`, in a block of its own between `from` and `rest`. */
static LLVMValueRef direct_copy(LLVMBuilderRef b, LLVMValueRef inst, LLVMValueRef target)
{
  LLVMValueRef copy = LLVMInstructionClone(inst);
  LLVMInsertIntoBuilder(b, copy);
  if (target)
    LLVMSetOperand(copy, (unsigned)LLVMGetNumOperands(copy) - 1, target);
  return copy;
}

static void expand(struct prepare *p, LLVMValueRef inst, LLVMValueRef const *targets, unsigned count)
{
  LLVMContextRef c = LLVMGetModuleContext(p->module);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  LLVMValueRef pointer = LLVMGetCalledValue(inst), results[TARGETS_MAX + 1];
  LLVMBasicBlockRef arms[TARGETS_MAX + 1], test = LLVMGetInstructionParent(inst);
  LLVMBasicBlockRef rest = ezb_split_block_before(inst, "");
  LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(test));
  for (unsigned i = 0; i <= count; i++) {
    arms[i] = LLVMInsertBasicBlockInContext(c, rest, "");
    LLVMPositionBuilderAtEnd(b, arms[i]);
    results[i] = direct_copy(b, inst, i < count ? targets[i] : NULL);
    LLVMBuildBr(b, rest);
  }
  for (unsigned i = 0; i < count; i++) {
    LLVMPositionBuilderAtEnd(b, test);
    LLVMBasicBlockRef next = i + 1 == count ? arms[count] : LLVMInsertBasicBlockInContext(c, rest, "");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, pointer, targets[i], ""), arms[i], next);
    test = next;
  }
  if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind && LLVMGetFirstUse(inst)) {
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(rest));
    LLVMValueRef phi = LLVMBuildPhi(b, LLVMTypeOf(inst), "");
    LLVMAddIncoming(phi, results, arms, count + 1);
    LLVMReplaceAllUsesWith(inst, phi);
  }
  LLVMInstructionEraseFromParent(inst);
  LLVMDisposeBuilder(b);
}

unsigned prepare_indirect_calls(struct prepare *p, LLVMValueRef fn)
{
  struct map done;
  map_init(&done, p->arena);
  unsigned changes = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (!LLVMIsACallInst(i) || rule_classify(p->cx, i).cls != CALL_INDIRECT || map_get(&done, i))
        continue;
      LLVMValueRef targets[TARGETS_MAX];
      unsigned n = prepare_address_taken(p->module, LLVMGetCalledFunctionType(i), targets, TARGETS_MAX);
      if (!n)
        continue;
      LLVMBasicBlockRef last_arm;
      expand(p, i, targets, n);
      changes++;
      /* The arms stand between this block and the rest; the fallback arm keeps the pointer call: do not expand it again. */
      for (last_arm = LLVMGetNextBasicBlock(b); last_arm; last_arm = LLVMGetNextBasicBlock(last_arm)) {
        LLVMValueRef first = LLVMGetFirstInstruction(last_arm);
        if (LLVMIsACallInst(first) && rule_classify(p->cx, first).cls == CALL_INDIRECT)
          map_put(&done, first, first);
        if (LLVMIsACallInst(first) && map_get(&done, first))
          break;
      }
      break;
    }
  return changes;
}
