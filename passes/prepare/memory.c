/* Memory idioms that differentiation sees in a simpler form: realloc and run-time sized stack memory.
 *
 * realloc(p, n) becomes malloc, a copy of the smaller of both sizes, and free, so that its derivative follows from theirs.
 * An alloca that is executed more than once must outlive its iteration until the reverse sweep: it becomes a tape
 * allocation, and stacksave/stackrestore go. */
#include "prepare/prepare.h"
#include "rules/rules.h"
#include <string.h>

static LLVMValueRef declare(LLVMModuleRef m, const char *name, LLVMTypeRef ret, LLVMTypeRef *params, unsigned n)
{
  LLVMValueRef f = LLVMGetNamedFunction(m, name);
  return f ? f : LLVMAddFunction(m, name, LLVMFunctionType(ret, params, n, 0));
}

struct realloc_types {
  LLVMTypeRef ptr, i64, void_type;
};

static LLVMValueRef call(LLVMBuilderRef b, LLVMValueRef fn, LLVMValueRef *args, unsigned n)
{
  return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

/* if (old) { memcpy(fresh, old, min(usable(old), size)); free(old); } */
static void copy_block(LLVMModuleRef m, LLVMBuilderRef b, const struct realloc_types *t, LLVMValueRef old, LLVMValueRef fresh,
                       LLVMValueRef size)
{
  LLVMTypeRef ptr = t->ptr;
  LLVMValueRef usable = declare(m, "malloc_usable_size", t->i64, &ptr, 1);
  LLVMValueRef have = call(b, usable, &old, 1);
  LLVMValueRef less = LLVMBuildICmp(b, LLVMIntULT, have, size, "");
  LLVMValueRef bytes = LLVMBuildSelect(b, less, have, size, "");
  LLVMBuildMemCpy(b, fresh, 1, old, 1, bytes);
  call(b, declare(m, "free", t->void_type, &ptr, 1), &old, 1);
}

static void lower_realloc(struct prepare *p, LLVMValueRef inst)
{
  LLVMContextRef c = LLVMGetModuleContext(p->module);
  struct realloc_types t = {LLVMPointerTypeInContext(c, 0), LLVMInt64TypeInContext(c), LLVMVoidTypeInContext(c)};
  LLVMValueRef old = LLVMGetOperand(inst, 0), size = LLVMGetOperand(inst, 1);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  LLVMPositionBuilderBefore(b, inst);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(inst));
  LLVMTypeRef i64 = t.i64;
  LLVMValueRef fresh = call(b, declare(p->module, "malloc", t.ptr, &i64, 1), &size, 1);
  LLVMValueRef some = LLVMBuildICmp(b, LLVMIntNE, old, LLVMConstNull(t.ptr), "");
  LLVMBasicBlockRef head = LLVMGetInstructionParent(inst), rest = ezb_split_block_before(inst, "");
  LLVMBasicBlockRef body = LLVMInsertBasicBlockInContext(c, rest, "");
  LLVMValueRef jump = LLVMGetBasicBlockTerminator(head);
  LLVMPositionBuilderBefore(b, jump);
  LLVMBuildCondBr(b, some, body, rest);
  LLVMInstructionEraseFromParent(jump);
  LLVMPositionBuilderAtEnd(b, body);
  copy_block(p->module, b, &t, old, fresh, size);
  LLVMBuildBr(b, rest);
  LLVMReplaceAllUsesWith(inst, fresh);
  LLVMInstructionEraseFromParent(inst);
  LLVMDisposeBuilder(b);
}

static bool is_call_of(LLVMValueRef inst, const char *name, unsigned args)
{
  if (!LLVMIsACallInst(inst) || LLVMGetNumArgOperands(inst) != args)
    return false;
  size_t n;
  LLVMValueRef callee = LLVMGetCalledValue(inst);
  const char *s = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : NULL;
  return s && strlen(name) == n && !memcmp(s, name, n);
}

unsigned prepare_realloc(struct prepare *p, LLVMValueRef fn)
{
  unsigned changes = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (!is_call_of(i, "realloc", 2))
        continue;
      lower_realloc(p, i);
      changes++;
      break; /* the rest of the block moved into a new one, which is visited next */
    }
  return changes;
}

static void allocate_on_tape(struct prepare *p, LLVMValueRef inst)
{
  LLVMContextRef c = LLVMGetModuleContext(p->module);
  LLVMTypeRef ptr = LLVMPointerTypeInContext(c, 0), i64 = LLVMInt64TypeInContext(c), params[2] = {ptr, i64};
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  LLVMPositionBuilderBefore(b, inst);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(inst));
  uint64_t element = LLVMABISizeOfType(LLVMGetModuleDataLayout(p->module), LLVMGetAllocatedType(inst));
  LLVMValueRef count = LLVMBuildZExtOrBitCast(b, LLVMGetOperand(inst, 0), i64, "");
  LLVMValueRef size = LLVMBuildMul(b, count, LLVMConstInt(i64, element, 0), "");
  LLVMValueRef args[2] = {LLVMConstNull(ptr), size}; /* null: the tape of whoever runs this */
  LLVMValueRef block = call(b, declare(p->module, "enz_rt_tape_grow", ptr, params, 2), args, 2);
  LLVMReplaceAllUsesWith(inst, block);
  LLVMInstructionEraseFromParent(inst);
  LLVMDisposeBuilder(b);
}

unsigned prepare_dynamic_allocas(struct prepare *p, LLVMValueRef fn)
{
  unsigned changes = 0;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      struct call_info info = rule_classify(p->cx, i);
      if (LLVMIsAAllocaInst(i) && (b != entry || !LLVMIsConstant(LLVMGetOperand(i, 0)))) {
        allocate_on_tape(p, i);
        changes++;
      } else if (info.cls == CALL_STACKRESTORE) {
        LLVMInstructionEraseFromParent(i);
        changes++;
      }
    }
  return changes;
}
