/* Globals that point to heap blocks between derivative calls: static workspaces that are allocated when first needed.
 *
 * A pointer in a global is such a *leaf* if the program stores nothing there but NULL and what an allocation function returned;
 * then the size of the block can be asked for, and a derivative that starts finds or makes the block's shadow (runtime/kept.c). The stores
 * are looked for in all of the program, through address arithmetic, local variables and calls. */
#include "emit/derivative.h"
#include "emit/heap_globals.h"
#include "ir/text.h"
#include <string.h>

enum { LEAVES_MAX = 64, WALK_DEPTH = 12, VALUE_DEPTH = 8 };

struct leaf {
  uint64_t offset;
  bool other; /* something else than a heap block may be there */
};
struct leaves {
  struct engine *e;
  LLVMTargetDataRef layout;
  struct leaf items[LEAVES_MAX];
  unsigned count;
  struct map seen; /* parameters on the way */
};

/* Offsets of the pointers in a type; false if there are too many. */
static bool list_leaves(struct leaves *l, LLVMTypeRef t, uint64_t at)
{
  bool fp = false, ptr = false;
  activity_type_has(t, &fp, &ptr);
  if (!ptr)
    return true;
  switch (LLVMGetTypeKind(t)) {
  case LLVMPointerTypeKind:
    if (l->count == LEAVES_MAX)
      return false;
    l->items[l->count++] = (struct leaf){at, false};
    return true;
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
      if (!list_leaves(l, LLVMStructGetTypeAtIndex(t, i), at + LLVMOffsetOfElement(l->layout, t, i)))
        return false;
    return true;
  case LLVMArrayTypeKind:
    for (uint64_t i = 0; i < LLVMGetArrayLength2(t); i++)
      if (!list_leaves(l, LLVMGetElementType(t), at + i * LLVMABISizeOfType(l->layout, LLVMGetElementType(t))))
        return false;
    return true;
  default: return false;
  }
}

static bool is_heap_value(struct leaves *l, LLVMValueRef v, unsigned depth);

/* A local variable that only such values are stored into, as -O0 has them. */
static bool is_heap_variable(struct leaves *l, LLVMValueRef variable, unsigned depth)
{
  for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool store = LLVMIsAStoreInst(user) != NULL;
    if (store ? ezb_use_operand_no(u) != 1 || !is_heap_value(l, LLVMGetOperand(user, 0), depth) : !LLVMIsALoadInst(user))
      return false;
  }
  return true;
}

static bool returns_heap_value(struct leaves *l, LLVMValueRef fn, unsigned depth)
{
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (LLVMIsAReturnInst(end) && !is_heap_value(l, LLVMGetOperand(end, 0), depth))
      return false;
  }
  return true;
}

static bool is_heap_call(struct leaves *l, LLVMValueRef call, unsigned depth)
{
  struct call_info c = rule_classify(l->e->cx, call);
  const char *name = c.callee ? text_function_name(l->e->arena, c.callee) : "";
  if (c.cls == CALL_ALLOC)
    return strncmp(name, "mmap", 4) != 0;
  if (!strcmp(name, "realloc") || !strcmp(name, "reallocarray"))
    return true;
  return c.cls == CALL_DEFINED && returns_heap_value(l, c.callee, depth + 1);
}

static bool is_heap_value(struct leaves *l, LLVMValueRef v, unsigned depth)
{
  if (LLVMIsNull(v) || LLVMIsUndef(v))
    return true;
  if (depth > VALUE_DEPTH || !LLVMIsAInstruction(v))
    return false;
  switch (LLVMGetInstructionOpcode(v)) {
  case LLVMCall:
  case LLVMInvoke: return is_heap_call(l, v, depth);
  case LLVMSelect: return is_heap_value(l, LLVMGetOperand(v, 1), depth + 1) && is_heap_value(l, LLVMGetOperand(v, 2), depth + 1);
  case LLVMPHI:
    for (unsigned i = 0, n = LLVMCountIncoming(v); i < n; i++)
      if (LLVMGetIncomingValue(v, i) != v && !is_heap_value(l, LLVMGetIncomingValue(v, i), depth + 1))
        return false;
    return true;
  case LLVMLoad:
    return LLVMIsAAllocaInst(LLVMGetOperand(v, 0)) && is_heap_variable(l, LLVMGetOperand(v, 0), depth + 1);
  default: return false;
  }
}

static void mark_other(struct leaves *l, bool exact, uint64_t at)
{
  for (unsigned i = 0; i < l->count; i++)
    l->items[i].other |= !exact || l->items[i].offset == at;
}

/* Where an address points: offset from the global's start, if that is known. */
struct spot {
  LLVMValueRef address, root; /* the address is the root and a constant, if exact */
  uint64_t offset, root_offset;
  bool exact;
};

static struct spot new_root(const struct spot *s, LLVMValueRef root)
{
  return (struct spot){root, root, s->offset, s->offset, s->exact};
}

static void walk(struct leaves *l, struct spot s, unsigned depth);

static void walk_gep(struct leaves *l, struct spot s, LLVMValueRef gep, unsigned depth)
{
  int64_t offset = 0;
  LLVMValueRef base = ezb_strip_const_offsets(l->e->module, gep, &offset, 0);
  s.exact &= base == s.root;
  s.offset = s.root_offset + (uint64_t)offset;
  s.address = gep;
  walk(l, s, depth + 1);
}

static void walk_call(struct leaves *l, struct spot s, LLVMValueRef call, unsigned operand, unsigned depth)
{
  struct call_info c = rule_classify(l->e->cx, call);
  if (c.cls == CALL_NOP || c.cls == CALL_INACTIVE || c.cls == CALL_POINTER)
    return;
  if (c.cls == CALL_MEMSET && LLVMIsNull(LLVMGetOperand(call, 1)))
    return;
  if ((c.cls == CALL_MEMCPY || c.cls == CALL_MEMMOVE) && operand == 1)
    return;
  if (c.callee && !strcmp(text_function_name(l->e->arena, c.callee), "posix_memalign") && operand == 0)
    return;
  if (c.cls != CALL_DEFINED || operand >= LLVMCountParams(c.callee)) {
    mark_other(l, false, 0);
    return;
  }
  struct spot next = new_root(&s, LLVMGetParam(c.callee, operand));
  if (map_get(&l->seen, next.address))
    next.exact = false; /* once more, from elsewhere perhaps */
  map_put(&l->seen, next.address, next.address);
  walk(l, next, depth + 1);
}

static void walk_store(struct leaves *l, struct spot s, LLVMValueRef store, unsigned operand, unsigned depth)
{
  LLVMValueRef value = LLVMGetOperand(store, 0), to = LLVMGetOperand(store, 1);
  if (operand == 1) {
    bool fp = false, ptr = false;
    activity_type_has(LLVMTypeOf(value), &fp, &ptr);
    if ((ptr || (!fp && LLVMABISizeOfType(l->layout, LLVMTypeOf(value)) >= 8)) && !is_heap_value(l, value, 0))
      mark_other(l, s.exact && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind, s.offset);
    return;
  }
  if (!LLVMIsAAllocaInst(to)) { /* the address itself is kept somewhere */
    mark_other(l, false, 0);
    return;
  }
  for (LLVMUseRef u = LLVMGetFirstUse(to); u; u = LLVMGetNextUse(u)) { /* a parameter's variable at -O0 */
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsALoadInst(user))
      walk(l, new_root(&s, user), depth + 1);
    else if (!LLVMIsAStoreInst(user) || ezb_use_operand_no(u) != 1)
      mark_other(l, false, 0);
  }
}

/* Code of the program; generated code does what it does. */
static bool is_users(struct leaves *l, LLVMValueRef inst)
{
  LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
  return strncmp(text_function_name(l->e->arena, fn), "enz.", 4) != 0;
}

static void walk(struct leaves *l, struct spot s, unsigned depth)
{
  if (depth > WALK_DEPTH) {
    mark_other(l, false, 0);
    return;
  }
  for (LLVMUseRef u = LLVMGetFirstUse(s.address); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    unsigned operand = ezb_use_operand_no(u);
    bool inst = LLVMIsAInstruction(user) != NULL;
    if (inst && (!is_users(l, user) || LLVMIsALoadInst(user) || LLVMIsAICmpInst(user)))
      continue;
    if (LLVMIsAConstantExpr(user) ? LLVMGetConstOpcode(user) == LLVMGetElementPtr : LLVMIsAGetElementPtrInst(user) != NULL)
      walk_gep(l, s, user, depth);
    else if (inst && LLVMIsAStoreInst(user))
      walk_store(l, s, user, operand, depth);
    else if (inst && (LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)))
      walk_call(l, s, user, operand, depth);
    else if (inst && (LLVMIsAPHINode(user) || LLVMIsASelectInst(user)))
      walk(l, (struct spot){.address = user, .root = user, .exact = false}, depth + 1);
    else
      mark_other(l, false, 0);
  }
}

/* Initial pointers other than NULL are not on the heap. */
static void mark_initial(struct leaves *l, LLVMValueRef init, uint64_t at)
{
  LLVMTypeRef t = LLVMTypeOf(init);
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  if (LLVMIsNull(init) || LLVMIsUndef(init))
    return;
  if (kind == LLVMPointerTypeKind)
    mark_other(l, true, at);
  if (!LLVMIsAConstantStruct(init) && !LLVMIsAConstantArray(init))
    return;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(init); i++)
    mark_initial(l, LLVMGetOperand(init, i),
                 at + (kind == LLVMStructTypeKind ? LLVMOffsetOfElement(l->layout, t, i)
                                                  : i * LLVMABISizeOfType(l->layout, LLVMGetElementType(t))));
}

static void find_leaves(struct engine *e, LLVMValueRef global, struct leaves *l)
{
  memset(l, 0, sizeof *l);
  l->e = e, l->layout = LLVMGetModuleDataLayout(e->module);
  map_init(&l->seen, e->arena);
  if (LLVMIsDeclaration(global) || LLVMGetLinkage(global) != LLVMInternalLinkage || LLVMIsThreadLocal(global) ||
      !list_leaves(l, LLVMGlobalGetValueType(global), 0) || !l->count) {
    l->count = 0;
    return;
  }
  mark_initial(l, LLVMGetInitializer(global), 0);
  walk(l, (struct spot){.address = global, .root = global, .exact = true}, 0);
}

/* ---- code at the entry and the returns of a top-level derivative ---- */

struct site {
  struct engine *e;
  LLVMBuilderRef b;
  LLVMContextRef context;
  LLVMTypeRef ptr;
  LLVMValueRef list; /* global: struct enz_rt_kept * */
};

static LLVMValueRef kept_list(struct engine *e, unsigned lane)
{
  const char *name = arena_printf(e->arena, "enz.kept.%u", lane);
  LLVMValueRef list = LLVMGetNamedGlobal(e->module, name);
  LLVMTypeRef ptr = LLVMPointerTypeInContext(LLVMGetModuleContext(e->module), 0);
  if (list)
    return list;
  list = LLVMAddGlobal(e->module, ptr, name);
  LLVMSetLinkage(list, LLVMInternalLinkage);
  LLVMSetInitializer(list, LLVMConstNull(ptr));
  return list;
}

static LLVMValueRef runtime(struct site *s, const char *name, LLVMTypeRef ret, LLVMValueRef *args, unsigned n)
{
  LLVMTypeRef params[3] = {s->ptr, s->ptr, s->ptr}, type = LLVMFunctionType(ret, params, n, 0);
  LLVMValueRef fn = LLVMGetNamedFunction(s->e->module, name);
  if (!fn)
    fn = LLVMAddFunction(s->e->module, name, type);
  return LLVMBuildCall2(s->b, type, fn, args, n, "");
}

static LLVMValueRef leaf_address(struct site *s, LLVMValueRef global, uint64_t offset)
{
  LLVMValueRef at = LLVMConstInt(LLVMInt64TypeInContext(s->context), offset, 0);
  return LLVMConstInBoundsGEP2(LLVMInt8TypeInContext(s->context), global, &at, 1);
}

static void find_shadows(struct site *s, const struct leaves *l, LLVMValueRef global, LLVMValueRef shadow)
{
  for (unsigned i = 0; i < l->count; i++) {
    if (l->items[i].other)
      continue;
    LLVMValueRef block = LLVMBuildLoad2(s->b, s->ptr, leaf_address(s, global, l->items[i].offset), "");
    LLVMValueRef args[2] = {s->list, block};
    LLVMBuildStore(s->b, runtime(s, "enz_rt_kept_shadow", s->ptr, args, 2), leaf_address(s, shadow, l->items[i].offset));
  }
}

static void note_shadows(struct site *s, const struct leaves *l, LLVMValueRef global, LLVMValueRef shadow)
{
  LLVMTypeRef none = LLVMVoidTypeInContext(s->context);
  for (unsigned i = 0; i < l->count; i++) {
    if (l->items[i].other)
      continue;
    LLVMValueRef args[3] = {s->list, LLVMBuildLoad2(s->b, s->ptr, leaf_address(s, global, l->items[i].offset), ""),
                            LLVMBuildLoad2(s->b, s->ptr, leaf_address(s, shadow, l->items[i].offset), "")};
    runtime(s, "enz_rt_kept_note", none, args, 3);
  }
}

static bool has_heap_leaf(const struct leaves *l)
{
  for (unsigned i = 0; i < l->count; i++)
    if (!l->items[i].other)
      return true;
  return false;
}

/* At the entry (shadows are found, then what is left over goes) or in front of a return. */
static void emit_at(struct engine *e, LLVMBuilderRef b, const struct leaves *leaves, unsigned lane, bool entry)
{
  LLVMContextRef c = LLVMGetModuleContext(e->module);
  struct site s = {e, b, c, LLVMPointerTypeInContext(c, 0), kept_list(e, lane)};
  LLVMTypeRef none = LLVMVoidTypeInContext(c);
  if (!entry)
    runtime(&s, "enz_rt_kept_forget", none, &s.list, 1);
  for (unsigned i = 0; i < e->shadowed.count; i++) {
    LLVMValueRef *lanes = map_get(&e->shadows, e->shadowed.items[i]);
    if (lanes[lane])
      (entry ? find_shadows : note_shadows)(&s, &leaves[i], e->shadowed.items[i], lanes[lane]);
  }
  if (entry)
    runtime(&s, "enz_rt_kept_sweep", none, &s.list, 1);
}

void gen_heap_globals(struct engine *e, LLVMValueRef fn, LLVMValueRef after_reset, unsigned width)
{
  struct leaves *leaves = ARENA_ARRAY(e->arena, struct leaves, e->shadowed.count);
  bool any = false;
  for (unsigned i = 0; i < e->shadowed.count; i++) {
    find_leaves(e, e->shadowed.items[i], &leaves[i]);
    any |= has_heap_leaf(&leaves[i]);
  }
  if (!any)
    return;
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(e->module));
  for (unsigned lane = 0; lane < width; lane++) {
    LLVMPositionBuilderBefore(b, after_reset);
    emit_at(e, b, leaves, lane, true);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block; block = LLVMGetNextBasicBlock(block)) {
      LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
      if (!LLVMIsAReturnInst(end))
        continue;
      LLVMPositionBuilderBefore(b, end);
      emit_at(e, b, leaves, lane, false);
    }
  }
  LLVMDisposeBuilder(b);
}
