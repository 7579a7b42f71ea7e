/* What the slot of a vtable tells about the functions that a virtual call may run.
 *
 * A virtual call loads the function from a fixed place of the table. A function whose address stands in vtables only, and there in
 * other places, is not what it finds. That leaves the functions of the same slot in all classes instead of all virtual functions of
 * one type. (Itanium C++ ABI: the entry before the address point of a table is the type information, or NULL without it.) */
#include "prepare/prepare.h"
#include <string.h>

bool prepare_table_slot(LLVMModuleRef m, LLVMValueRef call, LLVMValueRef *table, int64_t *slot)
{
  LLVMValueRef entry = LLVMGetCalledValue(call);
  if (!LLVMIsALoadInst(entry))
    return false;
  *table = ezb_strip_const_offsets(m, LLVMGetOperand(entry, 0), slot, 0);
  return LLVMIsALoadInst(*table) != NULL;
}

static bool is_vtable(LLVMValueRef g)
{
  const char *name = LLVMGetValueName(g);
  return !strncmp(name, "_ZTV", 4) || !strncmp(name, "_ZTC", 4);
}

static bool is_type_information(LLVMValueRef entry)
{
  return LLVMIsNull(entry) || (LLVMIsAGlobalVariable(entry) && !strncmp(LLVMGetValueName(entry), "_ZTI", 4));
}

/* The array, part of a vtable, has the function `slot` entries behind an address point. */
static bool array_has(LLVMValueRef array, LLVMValueRef fn, int64_t slot)
{
  for (int64_t i = slot + 1, n = LLVMGetNumOperands(array); i < n; i++)
    if (LLVMGetOperand(array, (unsigned)i) == fn && is_type_information(LLVMGetOperand(array, (unsigned)(i - slot - 1))))
      return true;
  return false;
}

static bool only_in_other_slots(LLVMValueRef address, LLVMValueRef fn, int64_t slot);

/* A use of the function's address (or of what contains it) by which a load from this slot does not find the function. */
static bool is_elsewhere(LLVMUseRef use, LLVMValueRef fn, int64_t slot)
{
  LLVMValueRef user = LLVMGetUser(use);
  if (LLVMIsACallInst(user) || LLVMIsAInvokeInst(user))
    return ezb_use_operand_no(use) >= LLVMGetNumArgOperands(user);
  if (LLVMIsAICmpInst(user))
    return true;
  if (LLVMIsAGlobalVariable(user))
    return is_vtable(user) || !strncmp(LLVMGetValueName(user), "llvm.", 5);
  if (LLVMIsAGlobalAlias(user))
    return only_in_other_slots(user, user, slot);
  if (LLVMIsAConstantArray(user) ? array_has(user, fn, slot) : !LLVMIsAConstantStruct(user))
    return false;
  return only_in_other_slots(user, fn, slot);
}

/* Where the address, or what contains it, is used: in other slots of vtables only. */
static bool only_in_other_slots(LLVMValueRef address, LLVMValueRef fn, int64_t slot)
{
  for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u))
    if (!is_elsewhere(u, fn, slot))
      return false;
  return true;
}

struct prepare_targets prepare_call_targets(struct prepare *p, LLVMValueRef call)
{
  struct prepare_targets all = prepare_address_taken(p, LLVMGetCalledFunctionType(call)), some = {0};
  LLVMValueRef table;
  int64_t offset;
  unsigned size = LLVMPointerSize(LLVMGetModuleDataLayout(p->module));
  if (!prepare_table_slot(p->module, call, &table, &offset) || offset < 0 || offset % size)
    return all;
  some.items = ARENA_ARRAY(p->arena, LLVMValueRef, all.count);
  for (unsigned i = 0; i < all.count; i++)
    if (!only_in_other_slots(all.items[i], all.items[i], offset / size))
      some.items[some.count++] = all.items[i];
  return some;
}
