/* Integers that are addresses with marks in some of their bits, or moved by some bytes.
 *
 * Arithmetic on integers says that they are integers, and no more than that. What is made of an
 * address that way, and what becomes one that way, has a shadow all the same: copies of it move
 * one, as copies of pointers do, whatever the memory is declared as. */
#include "facts/types_state.h"

static bool is_word(struct types *t, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && types_size(t, type) == t->pointer_size;
}

void types_note_address(struct types *t, LLVMValueRef integer)
{
    if (is_word(t, integer))
        types_add(t, types_register_of(t, integer), ENTRY_PTR, LEVEL_ACCESS,
                  LLVMPointerTypeInContext(t->context, 0));
}

/* ---- what becomes an address ---- */

/* Operands that may be addresses if the result of inst is one: from *k on, up to the number
 * returned. */
static unsigned operands_of(LLVMValueRef inst, unsigned *k)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    *k = op == LLVMSelect;
    switch (op) {
    case LLVMPHI: return LLVMCountIncoming(inst);
    case LLVMIntToPtr:
    case LLVMFreeze:
    case LLVMSub: return 1;
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMAdd: return 2;
    case LLVMSelect: return 3;
    default: return 0;
    }
}

/* Integers that are computed are no addresses, but for those that are followed. */
static bool may_be_address(struct types *t, LLVMValueRef v)
{
    unsigned k;
    bool computed = LLVMIsABinaryOperator(v) || LLVMIsACastInst(v);
    return !LLVMIsAConstant(v) && is_word(t, v) && (!computed || operands_of(v, &k));
}

static bool leads_somewhere(struct types *t, LLVMValueRef v)
{
    struct place at = types_register_of(t, v);
    return at.node != NO_NODE && graph_has_cells(&t->graph, at.node);
}

/* Which operand of a sum is the address, and which a distance, is seen where addresses go, as soon
 * as that is known. If it is not seen, both may be addresses. */
static bool is_distance(struct types *t, LLVMValueRef inst, unsigned k)
{
    if (!LLVMIsABinaryOperator(inst) || LLVMGetInstructionOpcode(inst) == LLVMSub)
        return false;
    LLVMValueRef v = LLVMGetOperand(inst, k), other = LLVMGetOperand(inst, !k);
    if (LLVMIsAPtrToIntInst(other))
        return true;
    return may_be_address(t, other) && !leads_somewhere(t, v) &&
           (!t->settled || leads_somewhere(t, other));
}

static void is_address(struct types *t, LLVMValueRef v)
{
    graph_load(&t->graph, types_register_of(t, v)); /* it leads somewhere */
    types_note_address(t, v);
    if (map_get(&t->addresses, v))
        return;
    map_put(&t->addresses, v, v);
    t->graph.changed = true;
    if (LLVMIsAInstruction(v))
        types_look_back(t, v);
}

void types_look_back(struct types *t, LLVMValueRef inst)
{
    unsigned k, end = operands_of(inst, &k);
    if (!end || (!LLVMIsAIntToPtrInst(inst) && !map_get(&t->addresses, inst)))
        return;
    bool distance[2] = {end > 1 && is_distance(t, inst, 0), end > 1 && is_distance(t, inst, 1)};
    for (; k < end; k++) {
        LLVMValueRef v = LLVMGetOperand(inst, k);
        if (may_be_address(t, v) && !(k < 2 && distance[k]))
            is_address(t, v);
    }
}
