/* Forward and backward activity of one function under given argument states.
 *
 * A fixed point over SSA: states only grow (join is bitwise or). Local objects start constant and become active when the
 * forward pass finds active data going in; then the pass starts over. */
#include "facts/activity.h"
#include "facts/bytes.h"
#include "facts/objects.h"
#include "facts/outside.h"
#include "ir/text.h"
#include "ir/type.h"
#include <stdio.h>
#include <string.h>

struct activity_entry {
  struct activity_entry *next;
  uint8_t *args;
  bool ret_active;
  bool recursive;                /* asked for while being computed */
  struct activity_facts *result; /* NULL while being computed */
};

enum { POINTER_BITS = STATE_MIXED | STATE_FOREIGN | STATE_OPAQUE };

struct pass {
  struct activity_context *c;
  struct activity_facts *a;
  struct func *f;
  struct objects *objects; /* local allocations */
  const uint8_t *args;     /* states of the arguments */
  bool ret_active;
  bool changed;
};

void activity_context_init(struct activity_context *c, struct prepare *p, struct types *t)
{
  memset(c, 0, sizeof *c);
  c->cx = p->cx, c->module = p->module, c->arena = p->arena, c->prepare = p, c->types = t;
  map_init(&c->funcs, c->arena);
  map_init(&c->summaries, c->arena);
  map_init(&c->addresses, c->arena);
  map_init(&c->globals, c->arena);
  map_init(&c->inactive, c->arena);
}

void activity_inactive_global(struct activity_context *c, LLVMValueRef global)
{
  map_put(&c->globals, global, (void *)(uintptr_t)(STATE_CONST + 1u));
  map_put(&c->inactive, global, global);
}

static bool is_inactive_global(struct activity_context *c, LLVMValueRef v)
{
  return LLVMIsAGlobalVariable(v) && (c->globals_inactive || map_get(&c->inactive, v));
}

struct func *activity_func(struct activity_context *c, LLVMValueRef prepared)
{
  struct func *f = map_get(&c->funcs, prepared);
  if (!f) {
    f = func_number(c->cx, c->module, c->arena, prepared, &c->prepare->trips);
    map_put(&c->funcs, prepared, f);
  }
  return f;
}

bool activity_type_has(LLVMTypeRef t, bool *has_float, bool *has_pointer)
{
  *has_float |= type_is_fp(t);
  switch (LLVMGetTypeKind(t)) {
  case LLVMPointerTypeKind: *has_pointer = true; break;
  case LLVMArrayTypeKind:
  case LLVMVectorTypeKind:
  case LLVMScalableVectorTypeKind: activity_type_has(LLVMGetElementType(t), has_float, has_pointer); break;
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
      activity_type_has(LLVMStructGetTypeAtIndex(t, i), has_float, has_pointer);
    break;
  default: break;
  }
  return *has_float || *has_pointer;
}

bool activity_carries_bits(LLVMTypeRef t)
{
  LLVMTypeRef e = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
  return LLVMGetTypeKind(e) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(e) >= 16;
}

/* Bits a value of this type can have at all. Integers wide enough may carry FP bits or addresses, in structs that functions return,
 * too. */
static uint8_t possible(LLVMTypeRef t)
{
  bool fp = false, ptr = false;
  uint8_t parts = 0;
  activity_type_has(t, &fp, &ptr);
  if (activity_carries_bits(t))
    return STATE_VARIED | (LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) >= 64 ? POINTER_BITS : 0);
  for (unsigned i = 0; LLVMGetTypeKind(t) == LLVMStructTypeKind && i < LLVMCountStructElementTypes(t); i++)
    parts |= possible(LLVMStructGetTypeAtIndex(t, i));
  return (uint8_t)(parts | (fp ? STATE_VARIED : 0) | (ptr ? POINTER_BITS : 0));
}

LLVMTypeRef activity_adjoint_type(struct activity_context *c, LLVMValueRef v)
{
  LLVMTypeRef t = LLVMTypeOf(v);
  if (!activity_carries_bits(t) && LLVMGetTypeKind(t) != LLVMIntegerTypeKind)
    return t;
  bool known;
  LLVMTypeRef carried = types_of_int(c->types, v, &known);
  bool fp = false, ptr = false;
  return carried && activity_type_has(carried, &fp, &ptr) && fp ? carried : NULL;
}

bool activity_stores_number(struct activity_context *c, LLVMValueRef stored)
{
  LLVMTypeRef t = LLVMTypeOf(stored);
  bool fp = false, ptr = false, known;
  activity_type_has(t, &fp, &ptr);
  if (!activity_carries_bits(t))
    return fp;
  LLVMTypeRef carried = types_of_int(c->types, stored, &known);
  if (carried)
    activity_type_has(carried, &fp, &ptr);
  return carried ? fp : !known || LLVMIsConstant(stored); /* constant bits may be meant as a number */
}

uint8_t activity_state(struct activity_context *c, const struct activity_facts *a, LLVMValueRef v)
{
  unsigned id = func_id(a->f, v);
  if (id != NO_ID)
    return a->state[id];
  if (LLVMIsAGlobalVariable(v))
    return objects_global_state(c, v);
  if (LLVMIsAFunction(v))
    return STATE_OPAQUE;
  if (LLVMIsAGlobalAlias(v))
    return LLVMIsAFunction(LLVMAliasGetAliasee(v)) ? STATE_OPAQUE : STATE_CONST;
  if (LLVMIsAConstantExpr(v) || LLVMIsAConstantVector(v) || LLVMIsAConstantStruct(v) || LLVMIsAConstantArray(v)) {
    uint8_t s = STATE_NONE;
    for (int i = 0, n = LLVMGetNumOperands(v); i < n; i++)
      s |= activity_state(c, a, LLVMGetOperand(v, (unsigned)i));
    return s & POINTER_BITS;
  }
  if (LLVMIsAConstantInt(v) || LLVMIsAConstantFP(v) || LLVMIsNull(v) || LLVMIsUndef(v))
    return STATE_NONE;
  return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind ? STATE_CONST : STATE_NONE;
}

static uint8_t operand_state(struct pass *p, unsigned v, unsigned k)
{
  return activity_state(p->c, p->a, LLVMGetOperand(p->f->values[v], k));
}

static uint8_t join_operands(struct pass *p, unsigned v)
{
  uint8_t s = STATE_NONE;
  for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++)
    s |= operand_state(p, v, k);
  return s;
}

/* Pointers to memory of the program's, that is: not into texts and the like. */
static bool may_store_pointers(const struct call_info *c)
{
  return !c->opaque && !(c->callee && LLVMGetIntrinsicID(c->callee));
}

/* A library function that may store a pointer at offset `at` of the object gets its address there (or, if nothing is known of
 * the function, an address before it). */
static bool stores_from_outside(struct pass *p, LLVMUseRef use, int64_t offset, int64_t at)
{
  unsigned v = func_id(p->f, LLVMGetUser(use));
  if (v == NO_ID || v < p->f->arg_count)
    return false;
  switch (p->f->calls[v].cls) {
  case CALL_INACTIVE: return offset == at && may_store_pointers(&p->f->calls[v]) && ezb_inst_writes(p->f->values[v]);
  case CALL_UNKNOWN:
  case CALL_INPUT: return offset <= at;
  default: return false;
  }
}

enum { ADDRESS_DEPTH = 4 };
static bool set_from_outside(struct pass *p, LLVMValueRef address, int64_t at, unsigned depth)
{
  int64_t offset;
  ezb_strip_const_offsets(p->c->module, address, &offset, 1);
  for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (stores_from_outside(p, u, offset, at) ||
        (depth < ADDRESS_DEPTH && LLVMIsAGetElementPtrInst(user) && set_from_outside(p, user, at, depth + 1)))
      return true;
  }
  return false;
}

/* Pointers that the program keeps in a global which the differentiated code never sets, or that a library function stored. */
static bool is_foreign_source(struct pass *p, unsigned v, uint8_t base)
{
  LLVMValueRef pointer = LLVMGetOperand(p->f->values[v], 0), object = ezb_underlying_object(pointer, 32);
  if ((base & STATE_FOREIGN) || (LLVMIsAGlobalVariable(object) && !LLVMIsGlobalConstant(object) && !rule_library_variable(object) &&
                                   !is_inactive_global(p->c, object) && !outside_holds_constants(object)))
    return true;
  if (LLVMGetTypeKind(LLVMTypeOf(p->f->values[v])) != LLVMPointerTypeKind || !objects_is_local(p->f, pointer))
    return false;
  int64_t at;
  ezb_strip_const_offsets(p->c->module, pointer, &at, 1);
  return set_from_outside(p, object, at, 0);
}

static bool feeds_pointer(LLVMValueRef v, unsigned depth)
{
  for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    switch (LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : LLVMUnreachable) {
    case LLVMIntToPtr: return true;
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMAdd:
    case LLVMSub:
    case LLVMSelect:
    case LLVMFreeze:
    case LLVMPHI:
      if (depth < ADDRESS_DEPTH && feeds_pointer(user, depth + 1))
        return true;
      break;
    default: break;
    }
  }
  return false;
}

bool activity_feeds_pointer(LLVMValueRef v) { return feeds_pointer(v, 0); }

/* What an integer may carry; what is not known of memory is no address unless it is used as one. */
static uint8_t carried_bits(struct pass *p, LLVMValueRef v)
{
  bool known, fp = false, ptr = activity_feeds_pointer(v);
  LLVMTypeRef carried = types_of_int(p->c->types, v, &known);
  if (carried)
    activity_type_has(carried, &fp, &ptr);
  bool address = ptr || (!known && !LLVMIsALoadInst(v));
  return (uint8_t)((fp || !known ? STATE_VARIED : 0) | (address ? POINTER_BITS : 0));
}

/* Streams of the C library: whatever is thought of such a pointer, no numbers are reached through it. */
static bool is_library_variable(LLVMValueRef address) { return rule_library_variable(ezb_underlying_object(address, 32)); }

static uint8_t load_state(struct pass *p, unsigned v)
{
  uint8_t base = operand_state(p, v, 0);
  LLVMValueRef inst = p->f->values[v];
  LLVMTypeRef t = LLVMTypeOf(inst);
  if (base == STATE_OPAQUE || is_library_variable(LLVMGetOperand(inst, 0)))
    return possible(t) & STATE_OPAQUE;
  if (!(base & STATE_ACTIVE))
    return possible(t) & (STATE_CONST | (is_foreign_source(p, v, base) ? STATE_FOREIGN : 0));
  uint8_t s = possible(t) & (uint8_t)~STATE_OPAQUE;
  if (!(base & STATE_FOREIGN) && !p->c->foreign_stored)
    s &= (uint8_t)~STATE_FOREIGN;
  if (activity_carries_bits(t))
    s &= carried_bits(p, inst);
  if (!(base & STATE_CONST) && !p->c->constants_stored)
    s &= (uint8_t)~STATE_CONST;
  return s;
}

static bool summary_args(struct pass *p, unsigned v, uint8_t *args)
{
  bool any = false;
  for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++) {
    args[k] = operand_state(p, v, k);
    any |= (args[k] & (STATE_ACTIVE | STATE_VARIED)) != 0;
  }
  return any;
}

static struct activity_facts *callee_summary(struct pass *p, unsigned v)
{
  uint8_t *args = ARENA_ARRAY(p->c->arena, uint8_t, func_operand_count(p->f, v));
  summary_args(p, v, args);
  return activity_of(p->c, p->f->calls[v].callee, args, true);
}

static uint8_t defined_call_state(struct pass *p, unsigned v)
{
  uint8_t possible_bits = possible(LLVMTypeOf(p->f->values[v]));
  struct activity_facts *s = callee_summary(p, v);
  if (!s) { /* recursion: assume what the type allows */
    if (activity_carries_bits(LLVMTypeOf(p->f->values[v])))
      possible_bits &= carried_bits(p, p->f->values[v]);
    return possible_bits &
           (uint8_t)~(STATE_OPAQUE | (p->c->constants_stored ? 0 : STATE_CONST) | (p->c->foreign_stored ? 0 : STATE_FOREIGN));
  }
  p->a->touches_globals |= s->touches_globals;
  return s->ret & possible_bits;
}

static bool has_active_operand(struct pass *p, unsigned v)
{
  for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++)
    if (operand_state(p, v, k) & (STATE_ACTIVE | STATE_VARIED))
      return true;
  return false;
}

uint8_t activity_of_custom_result(LLVMTypeRef t, bool active)
{
  bool fp = false, ptr = false;
  activity_type_has(t, &fp, &ptr);
  if (!active)
    return ptr ? STATE_CONST : STATE_NONE;
  return (uint8_t)((fp ? STATE_VARIED : 0) | (ptr ? STATE_MIXED : 0));
}

/* Only the rule knows how the result depends on the arguments; a pointer may come back as its own shadow. */
static uint8_t custom_call_state(struct pass *p, unsigned v)
{
  return activity_of_custom_result(LLVMTypeOf(p->f->values[v]), has_active_operand(p, v));
}

static uint8_t rule_state(struct pass *p, unsigned v)
{
  const struct rule *r = p->f->calls[v].rule;
  for (unsigned k = 0, n = rule_operand_count(r); k < n; k++)
    if (rule_has_partial(r, k) && (operand_state(p, v, k) & STATE_VARIED))
      return STATE_VARIED;
  return STATE_NONE;
}

/* Emission refuses these when an argument is active; the result stays active so that later errors are found as well. A
 * callback that is never set has no result. */
static uint8_t foreign_state(struct pass *p, unsigned v)
{
  if (p->f->calls[v].cls == CALL_INDIRECT && has_active_operand(p, v) && prepare_is_unset_callback(p->f->values[v]))
    return STATE_NONE;
  uint8_t bits = possible(LLVMTypeOf(p->f->values[v]));
  for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++)
    if (operand_state(p, v, k) & (STATE_ACTIVE | STATE_VARIED))
      return bits & (STATE_VARIED | STATE_CONST | STATE_FOREIGN);
  return bits & (STATE_CONST | STATE_FOREIGN);
}

static uint8_t call_state(struct pass *p, unsigned v)
{
  LLVMTypeRef t = LLVMTypeOf(p->f->values[v]);
  switch (p->f->calls[v].cls) {
  case CALL_RULE: return rule_state(p, v);
  case CALL_DEFINED: return defined_call_state(p, v);
  case CALL_CUSTOM: return custom_call_state(p, v);
  case CALL_CAS: return operand_state(p, v, 0) & STATE_ACTIVE ? STATE_VARIED : STATE_NONE;
  case CALL_LOST: return operand_state(p, v, 0) & STATE_VARIED;
  case CALL_POINTER: return operand_state(p, v, 0) & POINTER_BITS;
  case CALL_ALLOC:
  case CALL_TAPE_ALLOC: return objects_is_active(p->objects, v) ? STATE_ACTIVE : STATE_CONST;
  case CALL_INDIRECT:
  case CALL_UNKNOWN:
  case CALL_ASM: return foreign_state(p, v);
  case CALL_INACTIVE: /* intrinsics on integers may move or change bits: refused by emission if that matters */
    if (activity_carries_bits(t) && p->f->calls[v].callee && LLVMGetIntrinsicID(p->f->calls[v].callee))
      return join_operands(p, v) & STATE_VARIED;
    if (p->f->calls[v].text) /* text on the heap: what is freed must be told from what has a shadow */
      return STATE_CONST & possible(t);
    return (p->f->calls[v].opaque ? STATE_OPAQUE : STATE_CONST | STATE_FOREIGN) & possible(t);
  default: return (STATE_CONST | STATE_FOREIGN) & possible(t);
  }
}

/* Arithmetic that integers are for, on what is known to be the bits of a number. */
static bool uses_number_bits(struct pass *p, unsigned v)
{
  for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++)
    if ((operand_state(p, v, k) & STATE_VARIED) && activity_adjoint_type(p->c, LLVMGetOperand(p->f->values[v], k)))
      return true;
  return false;
}

static uint8_t transfer(struct pass *p, unsigned v)
{
  LLVMValueRef inst = p->f->values[v];
  LLVMTypeRef t = LLVMTypeOf(inst);
  switch (LLVMGetInstructionOpcode(inst)) {
  case LLVMAlloca: return objects_is_active(p->objects, v) ? STATE_ACTIVE : STATE_CONST;
  case LLVMLoad: return load_state(p, v);
  case LLVMCall:
  case LLVMInvoke: return call_state(p, v);
  case LLVMGetElementPtr: return operand_state(p, v, 0) & POINTER_BITS;
  case LLVMSelect: return (operand_state(p, v, 1) | operand_state(p, v, 2)) & possible(t);
  case LLVMBitCast:
    if (bytes_joined(p->c, p->a, inst))
      return possible(t) & STATE_VARIED & (activity_carries_bits(t) ? carried_bits(p, inst) : UINT8_MAX);
    /* fall through */
  case LLVMPHI:
  case LLVMFreeze:
  case LLVMAddrSpaceCast:
  case LLVMExtractValue:
    return join_operands(p, v) & possible(t) & (activity_carries_bits(t) ? carried_bits(p, inst) : UINT8_MAX);
  case LLVMInsertValue:
  case LLVMShuffleVector:
  case LLVMPtrToInt:
  case LLVMIntToPtr: return join_operands(p, v) & possible(t);
  case LLVMExtractElement: return operand_state(p, v, 0) & possible(t);
  case LLVMAtomicRMW: return operand_state(p, v, 0) & STATE_ACTIVE ? possible(t) & STATE_VARIED : STATE_NONE;
  case LLVMInsertElement: return (operand_state(p, v, 0) | operand_state(p, v, 1)) & possible(t);
  case LLVMAdd:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor: return join_operands(p, v) & possible(t);
  case LLVMSub: return operand_state(p, v, 1) & (STATE_MIXED | STATE_OPAQUE) ? STATE_NONE : join_operands(p, v) & possible(t);
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMShl:
  case LLVMLShr: return operand_state(p, v, 0) & STATE_VARIED & possible(t);
  case LLVMAShr:
  case LLVMSExt:
  case LLVMMul:
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem: return uses_number_bits(p, v) ? STATE_VARIED & possible(t) : STATE_NONE;
  default: return p->f->calls[v].cls == CALL_RULE ? rule_state(p, v) : STATE_NONE;
  }
}

static void forward_pass(struct pass *p)
{
  do {
    p->changed = false;
    for (unsigned v = p->f->arg_count; v < p->f->value_count; v++) {
      uint8_t s = p->a->state[v] | transfer(p, v);
      p->changed |= s != p->a->state[v];
      p->a->state[v] = s;
    }
  } while (p->changed);
}

static void note_constants(struct pass *p, bool foreign)
{
  p->c->changed_mind |= !p->c->constants_stored || (foreign && !p->c->foreign_stored);
  p->c->constants_stored = true;
  p->c->foreign_stored |= foreign;
}

/* Notes stores of constant pointers into active memory: from then on loaded pointers may be either. */
static void note_constant_store(struct pass *p, LLVMValueRef value, LLVMValueRef pointer)
{
  if (!(activity_state(p->c, p->a, pointer) & STATE_ACTIVE))
    return;
  bool number = false, address = false;
  activity_type_has(LLVMTypeOf(value), &number, &address);
  if (address && (activity_state(p->c, p->a, value) & STATE_CONST))
    note_constants(p, (activity_state(p->c, p->a, value) & STATE_FOREIGN) != 0);
}

/* A global whose contents are numbers and zeros. */
static bool is_plain_data(LLVMValueRef source)
{
  LLVMValueRef object = ezb_underlying_object(source, 32);
  LLVMValueRef init = LLVMIsAGlobalVariable(object) && LLVMIsGlobalConstant(object) ? LLVMGetInitializer(object) : NULL;
  return init && (LLVMIsAConstantDataArray(init) || LLVMIsNull(init));
}

/* So do copies of constant memory that holds pointers, or may hold them, into active memory. */
static void note_constant_copy(struct pass *p, unsigned v)
{
  LLVMValueRef copy = p->f->values[v], source = LLVMGetOperand(copy, 1);
  uint8_t from = activity_state(p->c, p->a, source);
  struct copy_layout l;
  const char *why;
  if (!(operand_state(p, v, 0) & STATE_ACTIVE) || !(from & STATE_CONST) || is_plain_data(source))
    return;
  bool known = types_of_copy(p->c->types, copy, &l, &why), pointers = false, perhaps = !known || l.words;
  for (unsigned i = 0; known && i < l.count; i++)
    pointers |= l.elems[i].kind == ELEM_PTR, perhaps |= l.elems[i].kind == ELEM_WORDS;
  if (pointers || perhaps)
    note_constants(p, pointers && (from & STATE_FOREIGN));
  p->c->constants_filled |= perhaps && !pointers && (from & STATE_FOREIGN); /* no loaded pointer is called foreign for that */
}

static void note_taint(struct pass *p, LLVMValueRef pointer)
{
  unsigned arg;
  if (objects_single_argument(p->f, pointer, &arg))
    p->a->taints[arg] = 1;
  else if (!objects_is_local(p->f, pointer))
    for (unsigned k = 0; k < p->f->arg_count; k++)
      p->a->taints[k] = 1;
}

/* The global or call that a foreign pointer came from. */
static LLVMValueRef foreign_root(LLVMValueRef pointer)
{
  LLVMValueRef base = ezb_underlying_object(pointer, 32);
  if (!LLVMIsALoadInst(base))
    return LLVMIsACallInst(base) ? base : NULL;
  LLVMValueRef from = ezb_underlying_object(LLVMGetOperand(base, 0), 32);
  return LLVMIsAGlobalVariable(from) ? from : NULL;
}

static bool is_foreign(struct pass *p, LLVMValueRef pointer)
{
  return (activity_state(p->c, p->a, pointer) & STATE_FOREIGN) != 0;
}

static void note_foreign(struct pass *p, LLVMValueRef inst, LLVMValueRef written, LLVMValueRef read)
{
  if (written && is_foreign(p, written))
    VEC_PUSH(p->c->arena, &p->c->foreign_stores, ((struct foreign_access){inst, foreign_root(written)}));
  if (read && is_foreign(p, read))
    VEC_PUSH(p->c->arena, &p->c->foreign_loads, ((struct foreign_access){inst, foreign_root(read)}));
}

static bool holds_numbers(struct pass *p, LLVMValueRef v)
{
  LLVMTypeRef t = activity_adjoint_type(p->c, v);
  bool fp = false, ptr = false;
  return t && activity_type_has(t, &fp, &ptr) && fp;
}

static bool is_active_operand(struct pass *p, LLVMValueRef v)
{
  return (activity_state(p->c, p->a, v) & (STATE_ACTIVE | STATE_VARIED)) != 0;
}

/* Where a pointer may lead to active memory, too, the other memory is that of a global only if it is foreign. */
static bool may_lead_to_constants(struct pass *p, LLVMValueRef pointer)
{
  uint8_t state = activity_state(p->c, p->a, pointer);
  return (state & STATE_CONST) && (!(state & STATE_ACTIVE) || (state & STATE_FOREIGN));
}

static bool stores_active(struct pass *p, LLVMValueRef store)
{
  return is_active_operand(p, LLVMGetOperand(store, 0)) || bytes_stored_part(p->c, p->a, store) || bytes_stored(p->c, p->a, store);
}

/* Active data goes, or may go, into memory without shadow. */
static bool fills_constants(struct pass *p, unsigned v)
{
  LLVMValueRef inst = p->f->values[v];
  enum call_class cls = p->f->calls[v].cls;
  if (LLVMIsAStoreInst(inst))
    return may_lead_to_constants(p, LLVMGetOperand(inst, 1)) && stores_active(p, inst);
  if (LLVMIsAAtomicRMWInst(inst) || cls == CALL_CAS)
    return is_active_operand(p, LLVMGetOperand(inst, cls == CALL_CAS ? 2 : 1)) && may_lead_to_constants(p, LLVMGetOperand(inst, 0));
  if (cls == CALL_MEMCPY || cls == CALL_MEMMOVE)
    return is_active_operand(p, LLVMGetOperand(inst, 1)) && may_lead_to_constants(p, LLVMGetOperand(inst, 0));
  for (unsigned k = 0, n = cls == CALL_CUSTOM && has_active_operand(p, v) ? func_operand_count(p->f, v) : 0; k < n; k++)
    if (may_lead_to_constants(p, LLVMGetOperand(inst, k)))
      return true;
  return false;
}

/* Copies and accesses of numbers through foreign pointers. */
static void scan_foreign(struct pass *p, unsigned v)
{
  LLVMValueRef inst = p->f->values[v], value = LLVMGetNumOperands(inst) ? LLVMGetOperand(inst, 0) : NULL;
  enum call_class cls = p->f->calls[v].cls;
  if (LLVMIsAStoreInst(inst) && (activity_state(p->c, p->a, value) & STATE_VARIED))
    note_foreign(p, inst, LLVMGetOperand(inst, 1), NULL);
  else if (LLVMIsALoadInst(inst) && holds_numbers(p, inst))
    note_foreign(p, inst, NULL, value);
  else if (cls == CALL_MEMCPY || cls == CALL_MEMMOVE)
    note_foreign(p, inst, activity_state(p->c, p->a, LLVMGetOperand(inst, 1)) & STATE_ACTIVE ? value : NULL,
                 LLVMGetOperand(inst, 1));
}

bool activity_fills_globals(const struct activity_context *c)
{
  return c->globals_assumed && c->constants_filled;
}

/* Numbers stored there may be read back. */
static bool is_read_back(const struct activity_context *c, const struct foreign_access *s)
{
  for (unsigned k = 0; k < c->foreign_loads.count; k++)
    if (!s->root || !c->foreign_loads.items[k].root || s->root == c->foreign_loads.items[k].root)
      return true;
  return false;
}

LLVMValueRef activity_foreign_global(const struct activity_context *c, unsigned *i)
{
  while (*i < c->foreign_stores.count) {
    const struct foreign_access *s = &c->foreign_stores.items[(*i)++];
    if (s->root && LLVMIsAGlobalVariable(s->root) && is_read_back(c, s))
      return s->root;
  }
  return NULL;
}

bool activity_check_foreign(struct activity_context *c)
{
  bool ok = true;
  for (unsigned i = 0; i < c->foreign_stores.count; i++) {
    const struct foreign_access *s = &c->foreign_stores.items[i];
    if (!is_read_back(c, s))
      continue;
    const char *what = s->root && LLVMIsAGlobalVariable(s->root) ? text_function_name(c->arena, s->root) : "outside";
    ok = diag(c->prepare->diags, DIAG_UNKNOWN_SHADOW, s->inst, what);
  }
  return ok;
}

static void scan_call_taints(struct pass *p, unsigned v)
{
  struct activity_facts *s = callee_summary(p, v);
  for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++) {
    LLVMValueRef arg = LLVMGetOperand(p->f->values[v], k);
    bool taints = s ? k < s->f->arg_count && s->taints[k] : true;
    if (taints && LLVMGetTypeKind(LLVMTypeOf(arg)) == LLVMPointerTypeKind)
      note_taint(p, arg);
  }
}

/* A call with a custom rule may store what it gets in any memory that it gets. */
static void scan_custom_taints(struct pass *p, unsigned v)
{
  for (unsigned k = 0, n = func_operand_count(p->f, v); k < n && has_active_operand(p, v); k++) {
    LLVMValueRef arg = LLVMGetOperand(p->f->values[v], k);
    if (LLVMGetTypeKind(LLVMTypeOf(arg)) == LLVMPointerTypeKind)
      note_taint(p, arg);
  }
}

static void scan_effects(struct pass *p)
{
  for (unsigned v = p->f->arg_count; v < p->f->value_count; v++) {
    LLVMValueRef inst = p->f->values[v];
    enum call_class cls = p->f->calls[v].cls;
    if (LLVMGetInstructionOpcode(inst) == LLVMStore) {
      if (stores_active(p, inst))
        note_taint(p, LLVMGetOperand(inst, 1));
    } else if (LLVMIsAAtomicRMWInst(inst) || cls == CALL_CAS) {
      if (is_active_operand(p, LLVMGetOperand(inst, cls == CALL_CAS ? 2 : 1)))
        note_taint(p, LLVMGetOperand(inst, 0));
    } else if ((cls == CALL_MEMCPY || cls == CALL_MEMMOVE) && is_active_operand(p, LLVMGetOperand(inst, 1))) {
      note_taint(p, LLVMGetOperand(inst, 0));
    } else if (cls == CALL_DEFINED) {
      scan_call_taints(p, v);
    } else if (cls == CALL_CUSTOM) {
      scan_custom_taints(p, v);
    }
    for (int k = 0, n = LLVMGetNumOperands(inst); k < n; k++) {
      LLVMValueRef o = LLVMGetOperand(inst, (unsigned)k);
      if (LLVMIsConstant(o) && LLVMGetTypeKind(LLVMTypeOf(o)) == LLVMPointerTypeKind)
        p->a->touches_globals |= (activity_state(p->c, p->a, o) & STATE_ACTIVE) != 0;
    }
  }
}

static bool mark_useful(struct pass *p, LLVMValueRef v)
{
  unsigned id = func_id(p->f, v);
  return id != NO_ID && (p->a->state[id] & STATE_VARIED) && bits_set(&p->a->useful, id);
}

static bool mark_operands(struct pass *p, unsigned v)
{
  bool changed = false;
  const struct call_info *call = &p->f->calls[v];
  for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++)
    if (call->cls != CALL_RULE || (k < rule_operand_count(call->rule) && rule_has_partial(call->rule, k)))
      changed |= mark_useful(p, LLVMGetOperand(p->f->values[v], k));
  return changed;
}

/* A recursive call under the states that are being analysed: what is found so far holds for it too. */
static bool calls_itself(struct pass *p, unsigned v)
{
  if (!p->ret_active || p->f->calls[v].callee != p->f->fn || func_operand_count(p->f, v) != p->f->arg_count)
    return false;
  for (unsigned k = 0; k < p->f->arg_count; k++)
    if (operand_state(p, v, k) != p->args[k])
      return false;
  return true;
}

/* What the callee makes use of. */
static bool mark_arguments(struct pass *p, unsigned v)
{
  struct activity_facts *s = calls_itself(p, v) ? p->a : callee_summary(p, v);
  bool changed = false;
  for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++)
    if (!s || k >= s->f->arg_count || bits_get(&s->useful, k))
      changed |= mark_useful(p, LLVMGetOperand(p->f->values[v], k));
  return changed;
}

/* A variadic callee that could hand on what it gets: refused by emission. Loggers return nothing and get no active memory. */
static bool variadic_matters(struct pass *p, unsigned v)
{
  bool varied = false, out = (possible(LLVMTypeOf(p->f->values[v])) & (STATE_VARIED | STATE_ACTIVE)) != 0;
  for (unsigned k = LLVMCountParams(p->f->calls[v].callee), n = func_operand_count(p->f, v); k < n; k++)
    varied |= (operand_state(p, v, k) & (STATE_VARIED | STATE_ACTIVE)) != 0;
  return varied && out && LLVMGetTypeKind(LLVMTypeOf(p->f->values[v])) != LLVMIntegerTypeKind;
}

/* A defined callee is differentiated if its result matters or it may touch active memory. */
static bool call_matters(struct pass *p, unsigned v)
{
  if (activity_active(p->a, v) || (p->a->state[v] & STATE_ACTIVE))
    return true;
  struct activity_facts *s = callee_summary(p, v);
  if (!s || s->touches_globals)
    return true;
  for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++)
    if (operand_state(p, v, k) & STATE_ACTIVE)
      return true;
  return LLVMIsFunctionVarArg(LLVMGlobalGetValueType(p->f->calls[v].callee)) && variadic_matters(p, v);
}

/* A rule is obeyed if anything active goes in and something may come of it. */
static bool custom_matters(struct pass *p, unsigned v)
{
  if (!has_active_operand(p, v))
    return false;
  bool pointer = (p->a->state[v] & STATE_ACTIVE) != 0;
  for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++)
    pointer |= (operand_state(p, v, k) & STATE_ACTIVE) != 0;
  return pointer || activity_active(p->a, v) || ezb_inst_writes(p->f->values[v]);
}

static bool backward_transfer(struct pass *p, unsigned v, bool ret_active)
{
  LLVMValueRef inst = p->f->values[v];
  LLVMOpcode op = LLVMGetInstructionOpcode(inst);
  if (op == LLVMStore)
    return (activity_state(p->c, p->a, LLVMGetOperand(inst, 1)) & STATE_ACTIVE) &&
           (possible(LLVMTypeOf(LLVMGetOperand(inst, 0))) & STATE_VARIED) &&
           (activity_stores_number(p->c, LLVMGetOperand(inst, 0)) || bytes_stored_part(p->c, p->a, inst)) &&
           mark_useful(p, LLVMGetOperand(inst, 0));
  if ((op == LLVMAtomicRMW || p->f->calls[v].cls == CALL_CAS) && (operand_state(p, v, 0) & STATE_ACTIVE))
    return mark_useful(p, LLVMGetOperand(inst, op == LLVMAtomicRMW ? 1 : 2));
  if (op == LLVMRet)
    return ret_active && LLVMGetNumOperands(inst) && mark_useful(p, LLVMGetOperand(inst, 0));
  if (p->f->calls[v].cls == CALL_DEFINED) {
    if (!call_matters(p, v))
      return false;
    return bits_set(&p->a->active_calls, v) | mark_arguments(p, v);
  }
  if (p->f->calls[v].cls == CALL_CUSTOM)
    return custom_matters(p, v) && (bits_set(&p->a->active_calls, v) | mark_operands(p, v));
  return bits_get(&p->a->useful, v) && mark_operands(p, v);
}

static void backward_pass(struct pass *p, bool ret_active)
{
  do {
    p->changed = false;
    for (unsigned v = p->f->value_count; v-- > p->f->arg_count;)
      p->changed |= backward_transfer(p, v, ret_active);
  } while (p->changed);
}

static void returned_state(struct pass *p)
{
  if (p->f->return_block == NO_ID)
    return;
  LLVMValueRef ret = LLVMGetBasicBlockTerminator(p->f->blocks[p->f->return_block].ref);
  if (LLVMGetNumOperands(ret))
    p->a->ret = activity_state(p->c, p->a, LLVMGetOperand(ret, 0));
}

static struct activity_facts *analyse(struct activity_context *c, LLVMValueRef fn, const uint8_t *args, bool ret_active)
{
  struct pass p = {.c = c, .f = activity_func(c, fn), .args = args, .ret_active = ret_active};
  struct activity_facts *a = p.a = ARENA_NEW(c->arena, struct activity_facts);
  a->f = p.f;
  a->state = ARENA_ARRAY(c->arena, uint8_t, p.f->value_count);
  a->taints = ARENA_ARRAY(c->arena, uint8_t, p.f->arg_count);
  a->useful = bits_new(c->arena, p.f->value_count);
  a->active_calls = bits_new(c->arena, p.f->value_count);
  p.objects = objects_find(c, p.f);
  do {
    memset(a->state, 0, p.f->value_count);
    memcpy(a->state, args, p.f->arg_count);
    forward_pass(&p);
  } while (objects_update(p.objects, a));
  scan_effects(&p);
  returned_state(&p);
  backward_pass(&p, ret_active);
  return a;
}

struct activity_facts *activity_of(struct activity_context *c, LLVMValueRef fn, const uint8_t *args, bool ret_active)
{
  unsigned n = LLVMCountParams(fn);
  struct activity_entry *first = map_get(&c->summaries, fn), *e;
  for (e = first; e; e = e->next)
    if (!memcmp(e->args, args, n) && e->ret_active == ret_active) {
      e->recursive |= !e->result;
      return e->result;
    }
  e = ARENA_NEW(c->arena, struct activity_entry);
  e->args = ARENA_ARRAY(c->arena, uint8_t, n);
  memcpy(e->args, args, n);
  e->ret_active = ret_active;
  e->next = first;
  map_put(&c->summaries, fn, e);
  e->result = analyse(c, fn, args, ret_active);
  if (e->recursive && (e->result->ret & STATE_FOREIGN) && !c->foreign_stored)
    c->foreign_stored = c->changed_mind = true; /* its calls of itself assumed otherwise */
  return e->result;
}

/* Strings in active memory that get another text point to constants. */
static void note_texts(struct pass *p, unsigned v)
{
  LLVMValueRef inst = p->f->values[v];
  const struct call_info *c = &p->f->calls[v];
  for (unsigned k = 0, n = c->text ? LLVMGetNumArgOperands(inst) : 0; k < n; k++)
    if (rule_changes_text(inst, c, k) && (operand_state(p, v, k) & STATE_ACTIVE))
      note_constants(p, false);
}

/* Only states that calls end up with count: on the way to them a callee may be analysed with too few active arguments. */
void activity_settle(struct activity_context *c, struct activity_facts *a)
{
  struct pass p = {.c = c, .a = a, .f = a->f};
  if (a->settled)
    return;
  a->settled = true;
  for (unsigned v = p.f->arg_count; v < p.f->value_count; v++) {
    LLVMValueRef inst = p.f->values[v];
    scan_foreign(&p, v);
    c->constants_filled |= fills_constants(&p, v);
    if (LLVMIsAStoreInst(inst))
      note_constant_store(&p, LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1));
    if (p.f->calls[v].cls == CALL_MEMCPY || p.f->calls[v].cls == CALL_MEMMOVE)
      note_constant_copy(&p, v);
    note_texts(&p, v);
    struct activity_facts *callee = p.f->calls[v].cls == CALL_DEFINED ? callee_summary(&p, v) : NULL;
    if (callee)
      activity_settle(c, callee);
  }
}

void activity_dump(struct activity_context *c, const struct activity_facts *a)
{
  static const char *const names[] = {"none", "const", "active", "mixed", "varied", "varied,const", "varied,active",
                                      "varied,mixed"};
  fprintf(stderr, "activity of %s\n", text_function_name(c->arena, a->f->fn));
  for (unsigned v = 0; v < a->f->value_count; v++)
    if (a->state[v] & ~(STATE_CONST | STATE_OPAQUE))
      fprintf(stderr, "  %s%s: %s\n", names[a->state[v] & 7], bits_get(&a->useful, v) ? ",useful" : "",
              text_value(c->arena, a->f->values[v]));
}
