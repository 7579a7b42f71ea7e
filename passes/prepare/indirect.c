/* Calls through pointers become chains of compares and direct calls.
 *
 * The whole program is visible, so the possible targets of an indirect call are the functions of its type whose address is
 * taken somewhere. A direct call of each is differentiated like any other; a pointer that matches none ends the program at run
 * time with a message. A call without any visible target stays, and later rooms refuse it if it is active. */
#include "prepare/prepare.h"
#include "rules/rules.h"
#include <string.h>

static bool is_entry_point(LLVMValueRef fn)
{
  size_t n;
  const char *s = LLVMGetValueName2(fn, &n);
  return n >= 5 && (strstr(s, "__enzyme_") != NULL || !strncmp(s, "llvm.", 5) || !strncmp(s, "enz.", 4));
}

static bool is_derivative_call(LLVMValueRef call)
{
  size_t n;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  return LLVMIsAFunction(callee) && strstr(LLVMGetValueName2(callee, &n), "__enzyme_");
}

/* A use as data: neither as the callee nor as the function operand of a derivative call, which is behind a result buffer. */
static bool use_takes_address(LLVMUseRef u)
{
  LLVMValueRef user = LLVMGetUser(u);
  if (!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user))
    return true;
  unsigned operand = ezb_use_operand_no(u);
  if (operand >= LLVMGetNumArgOperands(user))
    return false;
  unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
  return operand != (LLVMGetCallSiteEnumAttribute(user, 1, sret) ? 1 : 0) || !is_derivative_call(user);
}

static bool address_taken(LLVMValueRef fn)
{
  for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
    if (use_takes_address(u))
      return true;
  return false;
}

struct prepare_targets prepare_address_taken(struct prepare *p, LLVMTypeRef type)
{
  struct prepare_targets *known = map_get(&p->targets, type);
  if (known)
    return *known;
  VEC(LLVMValueRef) found = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f))
    if (LLVMGlobalGetValueType(f) == type && !is_entry_point(f) && !map_get(&p->no_targets, f) && address_taken(f))
      VEC_PUSH(p->arena, &found, f);
  known = ARENA_NEW(p->arena, struct prepare_targets);
  *known = (struct prepare_targets){found.items, found.count};
  map_put(&p->targets, type, known);
  return *known;
}

void prepare_exclude_target(struct prepare *p, LLVMValueRef fn)
{
  map_put(&p->no_targets, fn, fn);
  map_init(&p->targets, p->arena);
}

static LLVMValueRef direct_copy(LLVMBuilderRef b, LLVMValueRef inst, LLVMValueRef target)
{
  LLVMValueRef copy = LLVMInstructionClone(inst);
  LLVMInsertIntoBuilder(b, copy);
  LLVMSetOperand(copy, (unsigned)LLVMGetNumOperands(copy) - 1, target);
  return copy;
}

bool prepare_is_unset_callback(LLVMValueRef call)
{
  LLVMValueRef pointer = LLVMGetCalledValue(call);
  if (!LLVMIsALoadInst(pointer))
    return false;
  LLVMValueRef holder = ezb_underlying_object(LLVMGetOperand(pointer, 0), 32);
  return !LLVMIsAGlobalVariable(holder) || !LLVMIsDeclaration(holder);
}

void prepare_unknown_target(struct prepare *p, LLVMBuilderRef b, LLVMValueRef inst)
{
  LLVMContextRef c = LLVMGetModuleContext(p->module);
  LLVMTypeRef ptr = LLVMPointerTypeInContext(c, 0);
  LLVMValueRef fn = LLVMGetNamedFunction(p->module, "enz_rt_unknown_target");
  if (!fn)
    fn = LLVMAddFunction(p->module, "enz_rt_unknown_target", LLVMFunctionType(LLVMVoidTypeInContext(c), &ptr, 1, 0));
  const char *file = "unknown place";
  unsigned line = 0, col = 0;
  ezb_debug_loc(inst, &file, &line, &col);
  LLVMValueRef where = LLVMBuildGlobalStringPtr(b, arena_printf(p->arena, "%s:%u:%u", file, line, col), "");
  LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, &where, 1, "");
}

static void expand(struct prepare *p, LLVMValueRef inst, struct prepare_targets targets)
{
  LLVMContextRef c = LLVMGetModuleContext(p->module);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  LLVMValueRef pointer = LLVMGetCalledValue(inst), *results = ARENA_ARRAY(p->arena, LLVMValueRef, targets.count);
  LLVMBasicBlockRef *arms = ARENA_ARRAY(p->arena, LLVMBasicBlockRef, targets.count), test = LLVMGetInstructionParent(inst);
  LLVMBasicBlockRef rest = ezb_split_block_before(inst, ""), unknown = LLVMInsertBasicBlockInContext(c, rest, "");
  LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(test));
  LLVMPositionBuilderAtEnd(b, unknown);
  prepare_unknown_target(p, b, inst);
  LLVMBuildUnreachable(b);
  for (unsigned i = 0; i < targets.count; i++) {
    arms[i] = LLVMInsertBasicBlockInContext(c, rest, "");
    LLVMPositionBuilderAtEnd(b, arms[i]);
    results[i] = direct_copy(b, inst, targets.items[i]);
    LLVMBuildBr(b, rest);
    LLVMPositionBuilderAtEnd(b, test);
    test = i + 1 == targets.count ? unknown : LLVMInsertBasicBlockInContext(c, rest, "");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, pointer, targets.items[i], ""), arms[i], test);
  }
  if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind && LLVMGetFirstUse(inst)) {
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(rest));
    LLVMValueRef phi = LLVMBuildPhi(b, LLVMTypeOf(inst), "");
    LLVMAddIncoming(phi, results, arms, targets.count);
    LLVMReplaceAllUsesWith(inst, phi);
  }
  LLVMInstructionEraseFromParent(inst);
  LLVMDisposeBuilder(b);
}

unsigned prepare_indirect_calls(struct prepare *p, LLVMValueRef fn)
{
  unsigned changes = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (!LLVMIsACallInst(i) || rule_classify(p->cx, i).cls != CALL_INDIRECT)
        continue;
      struct prepare_targets targets = prepare_address_taken(p, LLVMGetCalledFunctionType(i));
      if (!targets.count)
        continue;
      expand(p, i, targets);
      changes++;
      break; /* the rest of the block has moved into a new one, which is visited later */
    }
  return changes;
}
