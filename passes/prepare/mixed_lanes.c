/* Vectors that hold numbers and addresses side by side.
 *
 * LLVM loads a struct of a number and a pointer as one vector of numbers, and takes the pointer out of its bits. The derivative of
 * a vector is a vector of numbers, where a pointer has no place: the lanes are loaded one by one instead, as what they are. */
#include "prepare/prepare.h"

static uint64_t bits_of(struct prepare *p, LLVMTypeRef t) { return LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(p->module), t); }

static bool is_lane(LLVMValueRef v) { return LLVMIsAExtractElementInst(v) && LLVMIsAConstantInt(LLVMGetOperand(v, 1)); }

static bool becomes_address(LLVMValueRef lane)
{
  for (LLVMUseRef u = LLVMGetFirstUse(lane); u; u = LLVMGetNextUse(u))
    if (LLVMIsAIntToPtrInst(LLVMGetUser(u)))
      return true;
  return false;
}

/* All that is done with the vector is to take out lanes, and one of them becomes an address. */
static bool only_lanes(LLVMValueRef vector, bool *address)
{
  for (LLVMUseRef u = LLVMGetFirstUse(vector); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (is_lane(user))
      *address |= becomes_address(user);
    else if (!LLVMIsABitCastInst(user) || LLVMGetTypeKind(LLVMTypeOf(user)) != LLVMVectorTypeKind || !only_lanes(user, address))
      return false;
  }
  return true;
}

struct split {
  struct prepare *p;
  LLVMBuilderRef b; /* behind the load */
  LLVMValueRef load;
};

static LLVMValueRef load_part(struct split *s, LLVMTypeRef t, uint64_t at)
{
  LLVMContextRef c = LLVMGetModuleContext(s->p->module);
  LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(c), at, 0);
  LLVMValueRef from = LLVMBuildGEP2(s->b, LLVMInt8TypeInContext(c), LLVMGetOperand(s->load, 0), &offset, 1, "");
  LLVMValueRef part = LLVMBuildLoad2(s->b, t, at ? from : LLVMGetOperand(s->load, 0), "");
  uint64_t align = LLVMGetAlignment(s->load) | at;
  LLVMSetAlignment(part, (unsigned)(align & -align));
  return part;
}

static void replace_lane(struct split *s, LLVMValueRef lane)
{
  LLVMTypeRef t = LLVMTypeOf(lane), ptr = LLVMPointerTypeInContext(LLVMGetModuleContext(s->p->module), 0);
  uint64_t at = LLVMConstIntGetZExtValue(LLVMGetOperand(lane, 1)) * (bits_of(s->p, t) / 8);
  LLVMValueRef address = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(lane), next; u; u = next) {
    next = LLVMGetNextUse(u);
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAIntToPtrInst(user) || bits_of(s->p, t) != bits_of(s->p, ptr))
      continue;
    if (!address)
      address = load_part(s, ptr, at);
    LLVMReplaceAllUsesWith(user, address);
    LLVMInstructionEraseFromParent(user);
  }
  if (LLVMGetFirstUse(lane))
    LLVMReplaceAllUsesWith(lane, load_part(s, t, at));
  LLVMInstructionEraseFromParent(lane);
}

static void replace_lanes(struct split *s, LLVMValueRef vector)
{
  for (LLVMUseRef u = LLVMGetFirstUse(vector), next; u; u = next) {
    next = LLVMGetNextUse(u);
    if (is_lane(LLVMGetUser(u)))
      replace_lane(s, LLVMGetUser(u));
    else
      replace_lanes(s, LLVMGetUser(u));
  }
  LLVMInstructionEraseFromParent(vector);
}

static bool is_mixed(LLVMValueRef load)
{
  bool address = false;
  return LLVMIsALoadInst(load) && LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMVectorTypeKind && !LLVMGetVolatile(load) &&
         only_lanes(load, &address) && address;
}

unsigned prepare_mixed_lanes(struct prepare *p, LLVMValueRef fn)
{
  struct split s = {.p = p, .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module))};
  unsigned changes = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b), after; i; i = after) {
      after = LLVMGetNextInstruction(i);
      if (!is_mixed(i))
        continue;
      s.load = i;
      LLVMPositionBuilderBefore(s.b, i);
      LLVMSetCurrentDebugLocation2(s.b, LLVMInstructionGetDebugLoc(i));
      LLVMValueRef before = LLVMGetPreviousInstruction(i);
      replace_lanes(&s, i);
      after = before ? LLVMGetNextInstruction(before) : LLVMGetFirstInstruction(b);
      changes++;
    }
  LLVMDisposeBuilder(s.b);
  return changes;
}
