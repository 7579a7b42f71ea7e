/* Shuffles of bytes and short words that move whole numbers, written with wider elements: then it can be seen that they do. */
#include "prepare/prepare.h"

enum { ELEMENTS_MAX = 64 };

/* Element i of the wide mask if `group` narrow ones move together from an aligned place; -1 = don't care; -2 = they do not. */
static int wide_element(LLVMValueRef inst, unsigned i, unsigned group)
{
  int first = -1;
  for (unsigned k = 0; k < group; k++) {
    int m = LLVMGetMaskValue(inst, i * group + k);
    if (m < 0)
      continue;
    if (first < 0)
      first = m - (int)k;
    if (m != first + (int)k || first < 0 || first % (int)group)
      return -2;
  }
  return first < 0 ? -1 : first / (int)group;
}

static bool widen(LLVMBuilderRef b, LLVMValueRef inst, unsigned group)
{
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(inst, 0)), e = LLVMGetElementType(from);
  LLVMContextRef c = LLVMGetTypeContext(from);
  unsigned n = LLVMGetNumMaskElements(inst), width = LLVMGetVectorSize(from);
  LLVMValueRef mask[ELEMENTS_MAX];
  LLVMTypeRef i32 = LLVMInt32TypeInContext(c), wide = LLVMIntTypeInContext(c, LLVMGetIntTypeWidth(e) * group);
  if (n % group || width % group || n > ELEMENTS_MAX)
    return false;
  for (unsigned i = 0; i < n / group; i++) {
    int m = wide_element(inst, i, group);
    if (m < -1)
      return false;
    mask[i] = m < 0 ? LLVMGetPoison(i32) : LLVMConstInt(i32, (unsigned)m, 0);
  }
  LLVMPositionBuilderBefore(b, inst);
  LLVMTypeRef t = LLVMVectorType(wide, width / group);
  LLVMValueRef x = LLVMBuildBitCast(b, LLVMGetOperand(inst, 0), t, ""), y = LLVMBuildBitCast(b, LLVMGetOperand(inst, 1), t, "");
  LLVMValueRef v = LLVMBuildShuffleVector(b, x, y, LLVMConstVector(mask, n / group), "");
  LLVMReplaceAllUsesWith(inst, LLVMBuildBitCast(b, v, LLVMTypeOf(inst), ""));
  LLVMInstructionEraseFromParent(inst);
  return true;
}

/* To elements of so many bits. */
static bool widen_to(LLVMBuilderRef b, LLVMValueRef inst, unsigned bits)
{
  unsigned group = bits / LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(inst)));
  return group > 1 && widen(b, inst, group);
}

static bool is_narrow(LLVMValueRef inst)
{
  if (!LLVMIsAShuffleVectorInst(inst) || LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVectorTypeKind)
    return false;
  LLVMTypeRef e = LLVMGetElementType(LLVMTypeOf(inst));
  return LLVMGetTypeKind(e) == LLVMIntegerTypeKind && (LLVMGetIntTypeWidth(e) == 8 || LLVMGetIntTypeWidth(e) == 16);
}

unsigned prepare_byte_shuffles(struct prepare *p, LLVMValueRef fn)
{
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
  unsigned changed = 0;
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block; block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      bool done = !is_narrow(i);
      for (unsigned bits = 64; bits >= 16 && !done; bits /= 2)
        done = widen_to(b, i, bits), changed += done;
    }
  LLVMDisposeBuilder(b);
  return changed;
}
