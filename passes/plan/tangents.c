/* See tangents.h. What is legal in forward mode is decided here, before any code is emitted. */
#include "plan/tangents.h"
#include "facts/bytes.h"
#include "facts/lanes.h"
#include <string.h>

struct site {
    struct activity_context *c;
    const struct activity_facts *a;
    unsigned v;
    LLVMValueRef inst;
};

static enum tangent_row refuse(const struct site *s, const char *what)
{
    diag(s->c->diags, DIAG_UNSUPPORTED, s->inst, what);
    return TANGENT_REFUSED;
}

static bool is_active(const struct site *s, LLVMValueRef v)
{
    unsigned id = func_id(s->a->f, v);
    return id != NO_ID && activity_active(s->a, id);
}

static enum call_class class_of(const struct site *s)
{
    return s->a->f->calls[s->v].cls;
}

static LLVMTypeRef tangent_type(const struct site *s, LLVMValueRef v)
{
    LLVMTypeRef t = activity_adjoint_type(s->c, v);
    return t ? t : LLVMTypeOf(v);
}

static const char on_bits[] = "arithmetic on the bits of an active floating-point value";

/* Each lane of the result is a lane of one operand, or the tangent of that must be zero. */
static enum tangent_row row_of_bits(const struct site *s)
{
    struct lanes lanes;
    for (unsigned k = 0, n = func_operand_count(s->a->f, s->v); k < n; k++) {
        LLVMValueRef x = LLVMGetOperand(s->inst, k);
        if (is_active(s, x) && lanes_are_certain(s->inst) &&
            !lanes_from_operand(s->c, s->a->f, s->inst, k, tangent_type(s, x), &lanes))
            return refuse(s, on_bits);
    }
    return TANGENT_BITS;
}

static enum tangent_row row_of_conversion(const struct site *s)
{
    LLVMValueRef o = LLVMGetOperand(s->inst, 0);
    if (bytes_address_as_number(s->c, s->a, s->inst))
        return TANGENT_ADDRESS;
    if (is_active(s, o) && !activity_same_floating(tangent_type(s, o), tangent_type(s, s->inst)))
        return refuse(s, "reinterpreting active floating-point values as another type");
    return bytes_joined(s->c, s->a, s->inst) ? TANGENT_CONVERT_JOINED : TANGENT_CONVERT;
}

static enum tangent_row row_of_nondifferentiable(const struct site *s)
{
    if (!activity_active(s->a, s->v) || !is_active(s, LLVMGetOperand(s->inst, 0)))
        return TANGENT_NONE;
    return lanes_nondifferentiable(s->c, s->a->f, s->v) ? refuse(s, on_bits) : TANGENT_UNLESS_ZERO;
}

/* An exchange moves the tangent of its operand even if nobody reads what was there. */
static bool exchanges(const struct site *s)
{
    return LLVMIsAAtomicRMWInst(s->inst) &&
           activity_has_shadow(activity_state(s->c, s->a, LLVMGetOperand(s->inst, 0)));
}

/* Calls and arithmetic. Calls that nobody can differentiate are refused as such (refuse.h). */
static enum tangent_row row_of_class(const struct site *s)
{
    switch (class_of(s)) {
    case CALL_RULE: return TANGENT_RULE;
    case CALL_CAS: return TANGENT_EXCHANGE;
    case CALL_NONDIFFERENTIABLE: return row_of_nondifferentiable(s);
    case CALL_INDIRECT:
    case CALL_UNKNOWN:
    case CALL_INPUT:
    case CALL_ASM: return TANGENT_NONE;
    default: return activity_active(s->a, s->v) ? row_of_bits(s) : TANGENT_NONE;
    }
}

static enum tangent_row row_of(const struct site *s)
{
    if (LLVMIsAPHINode(s->inst) || rule_has_derivative_function(class_of(s)))
        return TANGENT_NONE;
    if (!activity_active(s->a, s->v) && class_of(s) != CALL_RULE && !exchanges(s) &&
        activity_carries_bits(LLVMTypeOf(s->inst)))
        return TANGENT_NONE;
    if (lanes_move_elements(s->inst))
        return row_of_bits(s);
    switch (LLVMGetInstructionOpcode(s->inst)) {
    case LLVMLoad: return TANGENT_LOAD;
    case LLVMAtomicRMW: return TANGENT_UPDATE;
    case LLVMSelect: return TANGENT_SELECT;
    case LLVMExtractElement: return TANGENT_EXTRACT_ELEMENT;
    case LLVMInsertElement: return TANGENT_INSERT_ELEMENT;
    case LLVMExtractValue: return TANGENT_EXTRACT_VALUE;
    case LLVMInsertValue: return TANGENT_INSERT_VALUE;
    case LLVMShuffleVector: return TANGENT_SHUFFLE;
    case LLVMFreeze:
    case LLVMBitCast: return row_of_conversion(s);
    default: return row_of_class(s);
    }
}

static const char bits_in_estimate[] = "arithmetic on the bits of a number in an error estimate";

static enum tangent_row refuse_error(const struct site *s, const struct rule *r)
{
    return refuse(s, strncmp(rule_name(r), "enz.", strlen("enz."))
                         ? "this operation in an error estimate"
                         : bits_in_estimate);
}

/* Error estimates: errors are never negative, and what moves bits may turn signs; a sum in memory
 * is rounded, and only memory knows the sum. */
static enum tangent_row row_of_error(const struct site *s, enum tangent_row row)
{
    switch (row) {
    case TANGENT_RULE:
        if (activity_active(s->a, s->v) && !rule_has_error(s->a->f->calls[s->v].rule, s->inst))
            return refuse_error(s, s->a->f->calls[s->v].rule);
        return row;
    case TANGENT_BITS:
        return lanes_move_elements(s->inst) || !activity_active(s->a, s->v)
                   ? row
                   : refuse(s, bits_in_estimate);
    case TANGENT_CONVERT_JOINED:
    case TANGENT_UNLESS_ZERO: return refuse(s, bits_in_estimate);
    case TANGENT_UPDATE:
    case TANGENT_EXCHANGE: return refuse(s, "an atomic update in an error estimate");
    default: return row;
    }
}

uint8_t *plan_tangents(struct activity_context *c, const struct activity_facts *a, bool errors)
{
    uint8_t *rows = ARENA_ARRAY(a->f->arena, uint8_t, a->f->value_count);
    for (unsigned v = a->f->arg_count; v < a->f->value_count; v++) {
        struct site s = {c, a, v, a->f->values[v]};
        if (!(a->state[v] & STATE_VARIED))
            continue;
        enum tangent_row row = row_of(&s);
        rows[v] = (uint8_t)(errors ? row_of_error(&s, row) : row);
    }
    return rows;
}

void plan_tangent_sweep(const struct plan *p, uint8_t *rows)
{
    static const uint8_t rows_of[] = {
        [ADJOINT_STORE] = TANGENT_STORE, [ADJOINT_COPY] = TANGENT_COPY,
        [ADJOINT_FILL] = TANGENT_FILL,   [ADJOINT_INPUT] = TANGENT_INPUT,
        [ADJOINT_CLEAR] = TANGENT_CLEAR, [ADJOINT_CALL] = TANGENT_CALL,
        [ADJOINT_SYNC] = TANGENT_SYNC,
    };
    for (unsigned v = p->f->arg_count; v < p->f->value_count; v++)
        if (!plan_has_adjoint(p, v))
            rows[v] = TANGENT_NONE;
        else if (p->row[v] < sizeof rows_of && rows_of[p->row[v]])
            rows[v] = rows_of[p->row[v]];
}
