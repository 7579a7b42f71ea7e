/* The forward pass over one function: which values vary with the active inputs, and what pointers
 * lead to. */
#include "base/limits.h"
#include "facts/activity_pass.h"
#include "facts/bytes.h"
#include "facts/objects.h"
#include "facts/outside.h"
#include "facts/types.h"
#include "facts/words.h"
#include "ir/address.h"
#include "ir/code.h"

static uint8_t join_operands(struct pass *p, unsigned v)
{
    uint8_t s = STATE_NONE;
    for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++)
        s |= pass_operand_state(p, v, k);
    return s;
}

/* Pointers to memory of the program's, that is: not into texts and the like. */
static bool may_store_pointers(const struct call_info *c)
{
    return !c->opaque && !(c->callee && LLVMGetIntrinsicID(c->callee));
}

/* A library function that may store a pointer at offset `at` of the object gets its address there
 * (or, if nothing is known of the function, an address before it). */
static bool stores_from_outside(struct pass *p, LLVMUseRef use, int64_t offset, int64_t at)
{
    unsigned v = func_id(p->f, LLVMGetUser(use));
    if (v == NO_ID || v < p->f->arg_count)
        return false;
    switch (p->f->calls[v].cls) {
    case CALL_INACTIVE:
        return offset == at && may_store_pointers(&p->f->calls[v]) &&
               ezb_inst_writes(p->f->values[v]);
    case CALL_UNKNOWN:
    case CALL_INPUT: return offset <= at;
    default: return false;
    }
}

LIMIT(ADDRESS_DEPTH, 4);
static bool set_from_outside(struct pass *p, LLVMValueRef address, int64_t at, unsigned depth)
{
    int64_t offset;
    ezb_strip_const_offsets(p->c->module, address, &offset, 1);
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (stores_from_outside(p, u, offset, at) ||
            (LLVMIsAGetElementPtrInst(user) &&
             (depth == ADDRESS_DEPTH || set_from_outside(p, user, at, depth + 1))))
            return true;
    }
    return false;
}

static bool is_inactive_global(struct activity_context *c, LLVMValueRef v)
{
    return LLVMIsAGlobalVariable(v) && (c->globals_inactive || map_get(&c->inactive, v));
}

/* In a global which the differentiated code never sets. */
static bool is_in_global(struct pass *p, unsigned v)
{
    LLVMValueRef pointer = LLVMGetOperand(p->f->values[v], 0),
                 object = code_variable(ezb_underlying_object(pointer, ADDRESS_STEPS));
    return LLVMIsAGlobalVariable(object) && !LLVMIsGlobalConstant(object) &&
           !rule_library_variable(object) && !is_inactive_global(p->c, object) &&
           !outside_holds_constants(object);
}

/* Pointers that the program keeps there, or that a library function stored. */
static bool is_unknown_source(struct pass *p, unsigned v, uint8_t base)
{
    LLVMValueRef pointer = LLVMGetOperand(p->f->values[v], 0),
                 object = ezb_underlying_object(pointer, ADDRESS_STEPS);
    if ((base & STATE_UNKNOWN) || is_in_global(p, v))
        return true;
    if (LLVMGetTypeKind(LLVMTypeOf(p->f->values[v])) != LLVMPointerTypeKind ||
        !objects_is_local(p->f, pointer))
        return false;
    int64_t at;
    ezb_strip_const_offsets(p->c->module, pointer, &at, 1);
    return set_from_outside(p, object, at, 0);
}

/* What an integer may carry; what is not known of memory is no address unless it is used as one. */
static uint8_t carried_bits(struct pass *p, LLVMValueRef v)
{
    bool known, fp = false, ptr = words_feeds_pointer(p->c, p->f, v);
    LLVMTypeRef carried = types_of_int(p->c->types, v, &known);
    if (carried)
        activity_type_has(carried, &fp, &ptr);
    bool address =
        ptr || (!known && !LLVMIsALoadInst(v)) || (!carried && words_may_be(p->c, p->f, v));
    return (uint8_t)((fp || !known ? STATE_VARIED : 0) | (address ? POINTER_BITS : 0));
}

/* Streams of the C library: whatever is thought of such a pointer, no numbers are reached through
 * it. */
static bool is_library_variable(LLVMValueRef address)
{
    return rule_library_variable(ezb_underlying_object(address, ADDRESS_STEPS));
}

/* A pointer of unknown provenance that was stored in active memory; where the integers lead of
 * which addresses are made, nothing says. */
static bool may_be_unknown(struct pass *p, LLVMValueRef load)
{
    bool integer = LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMIntegerTypeKind;
    return integer && words_feeds_pointer(p->c, p->f, load)
               ? !object_set_is_empty(&p->c->unknown_objects)
               : object_set_has(&p->c->unknown_objects, p->c->types, load);
}

static uint8_t load_state(struct pass *p, unsigned v)
{
    uint8_t base = pass_operand_state(p, v, 0);
    LLVMValueRef inst = p->f->values[v];
    LLVMTypeRef t = LLVMTypeOf(inst);
    if (base == STATE_OPAQUE || is_library_variable(LLVMGetOperand(inst, 0)))
        return pass_possible(t) & STATE_OPAQUE;
    if (!(base & STATE_ACTIVE) && p->c->distant && is_in_global(p, v) &&
        LLVMGetTypeKind(t) == LLVMPointerTypeKind)
        return pass_possible(t) & (STATE_ACTIVE | STATE_UNKNOWN);
    if (!(base & STATE_ACTIVE))
        return pass_possible(t) &
               (STATE_CONST | (is_unknown_source(p, v, base) ? STATE_UNKNOWN : 0));
    uint8_t s = pass_possible(t) & (uint8_t)~STATE_OPAQUE;
    if (!(base & STATE_UNKNOWN) && !may_be_unknown(p, inst))
        s &= (uint8_t)~STATE_UNKNOWN;
    if (activity_carries_bits(t))
        s &= carried_bits(p, inst);
    if (!(base & STATE_CONST) && !p->c->constants_stored)
        s &= (uint8_t)~STATE_CONST;
    return s;
}

static uint8_t defined_call_state(struct pass *p, unsigned v)
{
    uint8_t possible_bits = pass_possible(LLVMTypeOf(p->f->values[v]));
    struct activity_facts *s = pass_callee_summary(p, v);
    if (!s) { /* recursion: assume what the type allows */
        if (activity_carries_bits(LLVMTypeOf(p->f->values[v])))
            possible_bits &= carried_bits(p, p->f->values[v]);
        return possible_bits &
               (uint8_t)~(STATE_OPAQUE | (p->c->constants_stored ? 0 : STATE_CONST) |
                          (p->c->unknown_returned ? 0 : STATE_UNKNOWN));
    }
    p->a->touches_globals |= s->touches_globals;
    p->a->communicates |= s->communicates;
    p->a->waits |= s->waits;
    return s->ret & possible_bits;
}

uint8_t activity_of_custom_result(LLVMTypeRef t, bool active)
{
    bool fp = false, ptr = false;
    activity_type_has(t, &fp, &ptr);
    if (!active)
        return ptr ? STATE_CONST : STATE_NONE;
    return (uint8_t)((fp ? STATE_VARIED : 0) | (ptr ? STATE_MIXED : 0));
}

/* Only the rule knows how the result depends on the arguments; a pointer may come back as its own
 * shadow. */
static uint8_t custom_call_state(struct pass *p, unsigned v)
{
    return activity_of_custom_result(LLVMTypeOf(p->f->values[v]), pass_has_active_operand(p, v));
}

static uint8_t rule_state(struct pass *p, unsigned v)
{
    const struct rule *r = p->f->calls[v].rule;
    for (unsigned k = 0, n = rule_operand_count(r); k < n; k++)
        if (rule_has_partial(r, k) && (pass_operand_state(p, v, k) & STATE_VARIED))
            return STATE_VARIED;
    return STATE_NONE;
}

/* Emission refuses these when an argument is active; the result stays active so that later errors
 * are found as well. A callback that is never set has no result. */
static uint8_t unknown_state(struct pass *p, unsigned v)
{
    if (p->f->calls[v].cls == CALL_INDIRECT && pass_has_active_operand(p, v) &&
        address_never_set(p->f->values[v]))
        return STATE_NONE;
    uint8_t bits = pass_possible(LLVMTypeOf(p->f->values[v]));
    for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++)
        if (pass_operand_state(p, v, k) & (STATE_ACTIVE | STATE_VARIED))
            return bits & (STATE_VARIED | STATE_CONST | STATE_UNKNOWN);
    return bits & (STATE_CONST | STATE_UNKNOWN);
}

/* Arithmetic of which no address is made, but for what is calculated from its result. */
static uint8_t made_of_words(struct pass *p, unsigned v)
{
    return words_may_be(p->c, p->f, p->f->values[v]) ? join_operands(p, v) & POINTER_BITS
                                                     : STATE_NONE;
}

static uint8_t state_of_call(struct pass *p, unsigned v)
{
    LLVMTypeRef t = LLVMTypeOf(p->f->values[v]);
    switch (p->f->calls[v].cls) {
    case CALL_RULE: return rule_state(p, v);
    case CALL_DEFINED: return defined_call_state(p, v);
    case CALL_CUSTOM: return custom_call_state(p, v);
    case CALL_CAS: return pass_operand_state(p, v, 0) & STATE_ACTIVE ? STATE_VARIED : STATE_NONE;
    case CALL_SYNC: p->a->waits = true; return STATE_NONE;
    case CALL_NONDIFFERENTIABLE: return pass_operand_state(p, v, 0) & STATE_VARIED;
    case CALL_POINTER: return pass_operand_state(p, v, 0) & POINTER_BITS;
    case CALL_ALLOC:
    case CALL_TAPE_ALLOC: return objects_state(p->objects, v);
    case CALL_INDIRECT:
    case CALL_UNKNOWN:
    case CALL_ASM: return unknown_state(p, v);
    case CALL_INACTIVE: /* intrinsics on integers may move or change bits: refused by emission if
                           that matters */
        if (activity_carries_bits(t) && p->f->calls[v].callee &&
            LLVMGetIntrinsicID(p->f->calls[v].callee))
            return (join_operands(p, v) & STATE_VARIED) | (made_of_words(p, v) & pass_possible(t));
        if (p->f->calls[v]
                .text) /* text on the heap: what is freed must be told from what has a shadow */
            return STATE_CONST & pass_possible(t);
        return (p->f->calls[v].opaque ? STATE_OPAQUE : STATE_CONST | STATE_UNKNOWN) &
               pass_possible(t);
    default: return (STATE_CONST | STATE_UNKNOWN) & pass_possible(t);
    }
}

static uint8_t call_state(struct pass *p, unsigned v)
{
    uint8_t s = state_of_call(p, v);
    LLVMValueRef callee = p->f->calls[v].callee;
    bool note = p->f->calls[v].cls == CALL_NOP || p->f->calls[v].cls == CALL_SNAPSHOT;
    if (s & STATE_UNKNOWN && callee && LLVMIsDeclaration(callee) && !p->c->unknown_maker && !note)
        p->c->unknown_maker = callee;
    return s;
}

/* Arithmetic that integers are for, on what is known to be the bits of a floating-point value. */
static bool uses_floating_bits(struct pass *p, unsigned v)
{
    for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++)
        if ((pass_operand_state(p, v, k) & STATE_VARIED) &&
            activity_adjoint_type(p->c, LLVMGetOperand(p->f->values[v], k)))
            return true;
    return false;
}

/* A word that a narrower integer is made: a part of another one, perhaps. */
static uint8_t widened_state(struct pass *p, unsigned v)
{
    struct narrow_roots roots;
    LLVMValueRef inst = p->f->values[v];
    if (!words_is_widened(p->c, inst) || !words_may_be(p->c, p->f, inst))
        return STATE_NONE;
    words_narrow_roots(p->c, p->a, p->c->arena, LLVMGetOperand(inst, 0), &roots);
    return roots.items.count || roots.certain ? STATE_ACTIVE : STATE_NONE;
}

/* Vectors are not followed: a lane of one that an address went into has a shadow that is lost. */
static uint8_t lane_state(struct pass *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    return words_may_be(p->c, p->f, inst) && bytes_of_address(p->c, p->a, LLVMGetOperand(inst, 0))
               ? STATE_ACTIVE
               : STATE_NONE;
}

static uint8_t transfer(struct pass *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    LLVMTypeRef t = LLVMTypeOf(inst);
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMAlloca: return objects_state(p->objects, v);
    case LLVMLoad: return load_state(p, v);
    case LLVMCall:
    case LLVMInvoke: return call_state(p, v);
    case LLVMGetElementPtr: return pass_operand_state(p, v, 0) & POINTER_BITS;
    case LLVMSelect:
        return (pass_operand_state(p, v, 1) | pass_operand_state(p, v, 2)) & pass_possible(t);
    case LLVMBitCast:
        if (bytes_joined(p->c, p->a, inst) || bytes_address_as_number(p->c, p->a, inst))
            return pass_possible(t) & STATE_VARIED &
                   (activity_carries_bits(t) ? carried_bits(p, inst) : UINT8_MAX);
        /* fall through */
    case LLVMPHI:
    case LLVMFreeze:
    case LLVMAddrSpaceCast:
    case LLVMExtractValue:
        return join_operands(p, v) & pass_possible(t) &
               (activity_carries_bits(t) ? carried_bits(p, inst) : UINT8_MAX);
    case LLVMInsertValue:
    case LLVMShuffleVector:
    case LLVMPtrToInt:
    case LLVMIntToPtr: return join_operands(p, v) & pass_possible(t);
    case LLVMExtractElement:
        return (pass_operand_state(p, v, 0) | lane_state(p, v)) & pass_possible(t);
    case LLVMAtomicRMW:
        return pass_operand_state(p, v, 0) & STATE_ACTIVE ? pass_possible(t) & STATE_VARIED
                                                          : STATE_NONE;
    case LLVMInsertElement:
        return (pass_operand_state(p, v, 0) | pass_operand_state(p, v, 1)) & pass_possible(t);
    case LLVMAdd:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor: return join_operands(p, v) & pass_possible(t);
    case LLVMSub:
        return (pass_operand_state(p, v, 1) & (STATE_MIXED | STATE_OPAQUE)) &&
                       !words_feeds_pointer(p->c, p->f, inst) && !words_may_be(p->c, p->f, inst)
                   ? STATE_NONE
                   : join_operands(p, v) & pass_possible(t);
    case LLVMTrunc:
    case LLVMZExt:
        return ((pass_operand_state(p, v, 0) & STATE_VARIED) | widened_state(p, v)) &
               pass_possible(t);
    case LLVMShl:
    case LLVMLShr:
        return ((pass_operand_state(p, v, 0) & STATE_VARIED) | made_of_words(p, v)) &
               pass_possible(t);
    case LLVMAShr:
    case LLVMSExt:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return ((uses_floating_bits(p, v) ? STATE_VARIED : STATE_NONE) | made_of_words(p, v) |
                widened_state(p, v)) &
               pass_possible(t);
    default: return p->f->calls[v].cls == CALL_RULE ? rule_state(p, v) : STATE_NONE;
    }
}

void pass_forward(struct pass *p)
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
