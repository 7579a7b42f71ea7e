/* Integers and pointers that carry bytes from one place to another, of a type that nothing tells, become copies of memory.
 *
 * Of a copy the run can decide what it moves (facts/types.h, ELEM_WORDS); of an integer in a register it cannot. A load whose
 * value is stored becomes a copy to a temporary, the store a copy from there; where nothing is written in between, one copy
 * from place to place. Other uses of the value keep the load. Where integers from several places meet on the way to a store, they
 * meet in a variable. */
#include "prepare/prepare.h"

struct words {
  struct prepare *p;
  LLVMValueRef fn;
  bool (*undecided)(void *, LLVMValueRef);
  void *user;
};

static bool is_plain(LLVMValueRef access)
{
  return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

static bool stores_value(LLVMValueRef user, LLVMValueRef value)
{
  return LLVMIsAStoreInst(user) && is_plain(user) && LLVMGetOperand(user, 0) == value;
}

static bool is_stored(LLVMValueRef value)
{
  for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u))
    if (stores_value(LLVMGetUser(u), value))
      return true;
  return false;
}

static bool may_write(LLVMValueRef i)
{
  return LLVMIsAStoreInst(i) || LLVMIsACallInst(i) || LLVMIsAInvokeInst(i) || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i);
}

/* What was loaded is still there when it is stored. */
static bool is_unchanged(LLVMValueRef load, LLVMValueRef store)
{
  for (LLVMValueRef i = LLVMGetNextInstruction(load); i; i = LLVMGetNextInstruction(i)) {
    if (i == store)
      return true;
    if (may_write(i))
      return false;
  }
  return false;
}

struct mover {
  LLVMBuilderRef b;
  LLVMValueRef size;
  LLVMValueRef temporary; /* NULL until needed */
};

/* A temporary declared a pointer would say what is in it. */
static LLVMTypeRef temporary_type(LLVMValueRef load, LLVMValueRef size)
{
  LLVMTypeRef t = LLVMTypeOf(load);
  if (LLVMGetTypeKind(t) != LLVMPointerTypeKind)
    return t;
  return LLVMArrayType2(LLVMInt8TypeInContext(LLVMGetTypeContext(t)), LLVMConstIntGetZExtValue(size));
}

/* A load of a pointer is only moved where a number is there, too. The accesses that say so may be among those that go. */
static void note_word(LLVMValueRef load, LLVMValueRef copy)
{
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(load));
  if (LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMPointerTypeKind)
    LLVMAddCallSiteAttribute(copy, LLVMAttributeFunctionIndex,
                             LLVMCreateStringAttribute(c, PREPARE_WORD, sizeof PREPARE_WORD - 1, "", 0));
}

static LLVMValueRef temporary_for(struct mover *m, LLVMValueRef load)
{
  if (m->temporary)
    return m->temporary;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(load)));
  LLVMPositionBuilderBefore(m->b, LLVMGetFirstInstruction(entry));
  m->temporary = LLVMBuildAlloca(m->b, temporary_type(load, m->size), "");
  LLVMSetAlignment(m->temporary, 16);
  LLVMPositionBuilderBefore(m->b, load);
  LLVMSetCurrentDebugLocation2(m->b, LLVMInstructionGetDebugLoc(load));
  note_word(load, LLVMBuildMemCpy(m->b, m->temporary, 16, LLVMGetOperand(load, 0), LLVMGetAlignment(load), m->size));
  return m->temporary;
}

static void move_store(struct mover *m, LLVMValueRef load, LLVMValueRef store)
{
  LLVMValueRef to = LLVMGetOperand(store, 1);
  unsigned align = LLVMGetAlignment(store);
  LLVMValueRef from = is_unchanged(load, store) ? NULL : temporary_for(m, load);
  LLVMPositionBuilderBefore(m->b, store);
  LLVMSetCurrentDebugLocation2(m->b, LLVMInstructionGetDebugLoc(store));
  note_word(load, from ? LLVMBuildMemCpy(m->b, to, align, from, 16, m->size)
                       : LLVMBuildMemMove(m->b, to, align, LLVMGetOperand(load, 0), LLVMGetAlignment(load), m->size));
  LLVMInstructionEraseFromParent(store);
}

static void move_load(struct prepare *p, LLVMValueRef load)
{
  LLVMContextRef c = LLVMGetModuleContext(p->module);
  uint64_t size = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(p->module), LLVMTypeOf(load));
  struct mover m = {LLVMCreateBuilderInContext(c), LLVMConstInt(LLVMInt64TypeInContext(c), size, 0), NULL};
  for (LLVMUseRef u = LLVMGetFirstUse(load), next; u; u = next) {
    next = LLVMGetNextUse(u);
    LLVMValueRef user = LLVMGetUser(u);
    if (stores_value(user, load))
      move_store(&m, load, user);
  }
  LLVMDisposeBuilder(m.b);
  if (!LLVMGetFirstUse(load))
    LLVMInstructionEraseFromParent(load);
}

/* One of the integers that meet here is a load of such bytes. */
static bool merges_words(struct words *w, LLVMValueRef v, unsigned depth)
{
  if (LLVMIsALoadInst(v))
    return is_plain(v) && w->undecided(w->user, v);
  for (unsigned k = 0; depth && LLVMIsAPHINode(v) && k < LLVMCountIncoming(v); k++)
    if (merges_words(w, LLVMGetIncomingValue(v, k), depth - 1))
      return true;
  return false;
}

static void merge_in_variable(struct words *w, LLVMValueRef phi)
{
  LLVMTypeRef type = LLVMTypeOf(phi);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(type));
  LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(w->fn)));
  LLVMValueRef variable = LLVMBuildAlloca(b, type, "");
  LLVMSetAlignment(variable, 16);
  for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
    LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, k)));
    LLVMBuildStore(b, LLVMGetIncomingValue(phi, k), variable);
  }
  LLVMValueRef next = LLVMGetNextInstruction(phi);
  while (LLVMIsAPHINode(next))
    next = LLVMGetNextInstruction(next);
  LLVMPositionBuilderBefore(b, next);
  LLVMReplaceAllUsesWith(phi, LLVMBuildLoad2(b, type, variable, ""));
  LLVMInstructionEraseFromParent(phi);
  LLVMDisposeBuilder(b);
}

/* Merges that are merged again: until none is left that is stored. */
static unsigned merge_words(struct words *w)
{
  enum { DEPTH = 4 };
  unsigned changes = 0, before;
  do {
    before = changes;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(w->fn); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i && LLVMIsAPHINode(i); i = next) {
        next = LLVMGetNextInstruction(i);
        if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMIntegerTypeKind || !is_stored(i) || !merges_words(w, i, DEPTH))
          continue;
        merge_in_variable(w, i);
        changes++;
      }
  } while (changes != before);
  return changes;
}

unsigned prepare_words(struct prepare *p, LLVMValueRef fn, bool (*undecided)(void *, LLVMValueRef), void *user)
{
  struct words w = {p, fn, undecided, user};
  unsigned changes = merge_words(&w);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (!LLVMIsALoadInst(i) || !is_plain(i) || !is_stored(i) || !undecided(user, i))
        continue;
      while (next && stores_value(next, i))
        next = LLVMGetNextInstruction(next);
      move_load(p, i);
      changes++;
    }
  if (changes)
    ezb_invalidate(p->cx, fn);
  return changes;
}
