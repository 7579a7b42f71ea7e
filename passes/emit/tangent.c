/* Forward mode: the tangent of each varied value, computed next to it. */
#include "base/type.h"
#include "emit/errors.h"
#include "facts/lanes.h"
#include "plan/statements.h"
#include "plan/tangents.h"
#include <math.h>

LLVMValueRef gen_tangent_of(struct gen *g, LLVMValueRef v, unsigned direction)
{
    unsigned id = func_id(g->f, v);
    LLVMValueRef t = id == NO_ID ? NULL : g->tangent[id * g->width + direction];
    if (t)
        return t;
    LLVMTypeRef type = activity_adjoint_type(g->c, v);
    return LLVMConstNull(type ? type : LLVMTypeOf(v));
}

LLVMValueRef gen_tangent_as(struct gen *g, LLVMValueRef v, unsigned direction, LLVMTypeRef t)
{
    LLVMValueRef tangent = gen_tangent_of(g, v, direction);
    if (LLVMIsNull(tangent))
        return LLVMConstNull(t);
    LLVMValueRef same = LLVMTypeOf(tangent) == t ? tangent : gen_same_bits(g, tangent, t);
    return same ? same : tangent;
}

void gen_add_incoming_tangent(struct gen *g, LLVMValueRef phi, LLVMValueRef in,
                              LLVMBasicBlockRef from, unsigned direction)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(g->b);
    LLVMValueRef value = NULL;
    for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n && !value; i++)
        if (LLVMGetIncomingBlock(phi, i) == from) /* a switch with several edges */
            value = LLVMGetIncomingValue(phi, i);
    LLVMPositionBuilderBefore(g->b, LLVMGetBasicBlockTerminator(from));
    if (!value)
        value = gen_tangent_as(g, in, direction, LLVMTypeOf(phi));
    LLVMAddIncoming(phi, &value, &from, 1);
    LLVMPositionBuilderAtEnd(g->b, here);
}

struct tangent_user {
    struct gen *g;
    unsigned v;
};

static LLVMValueRef rule_value(void *user, int operand)
{
    struct tangent_user *u = user;
    if (operand == RULE_RESULT)
        return gen_primal(u->g, u->g->f->values[u->v]);
    return gen_primal(u->g, LLVMGetOperand(u->g->f->values[u->v], (unsigned)operand));
}

/* ---- one function for each row of tangent.def --------------------------------------------------
 */

static LLVMValueRef tangent_rule(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v];
    const struct rule *r = g->f->calls[v].rule;
    struct tangent_user user = {g, v};
    struct rule_env env = gen_rule_env(g, inst, rule_value, &user);
    unsigned n = rule_operand_count(r);
    LLVMValueRef *tangents = ARENA_ARRAY(g->arena, LLVMValueRef, n);
    for (unsigned k = 0; k < n; k++) {
        unsigned id = func_id(g->f, LLVMGetOperand(inst, k));
        tangents[k] =
            id == NO_ID || !rule_has_partial(r, k) ? NULL : g->tangent[id * g->width + direction];
    }
    return g->deriv->key.errors ? gen_rule_error(g, v, &env, tangents)
                                : rule_tangent(r, &env, tangents);
}

/* Constant memory has tangent zero; where that is known at run time only, shadow == primal says so.
 */
static LLVMValueRef tangent_load(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v], p = LLVMGetOperand(inst, 0),
                 shadow = gen_shadow(g, p, direction);
    LLVMTypeRef t = gen_adjoint_type(g, inst);
    LLVMValueRef loaded = gen_load_as(g, t, shadow, inst, direction);
    if (g->bytes[v].followed)
        loaded = gen_kind_tangent(g, inst, loaded, direction);
    if (!(gen_state(g, p) & STATE_CONST))
        return loaded;
    LLVMValueRef same = LLVMBuildICmp(g->b, LLVMIntEQ, shadow, gen_primal(g, p), "");
    return LLVMBuildSelect(g->b, same, LLVMConstNull(t), loaded, "");
}

/* In an aggregate, an integer stays one whatever numbers it carries. */
static LLVMValueRef tangent_insert_value(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v];
    LLVMValueRef agg = gen_tangent_of(g, LLVMGetOperand(inst, 0), direction),
                 part = gen_tangent_of(g, LLVMGetOperand(inst, 1), direction);
    LLVMValueRef copy = LLVMInstructionClone(inst);
    LLVMSetOperand(copy, 0, agg);
    LLVMSetOperand(copy, 1, LLVMBuildBitCast(g->b, part, LLVMTypeOf(LLVMGetOperand(inst, 1)), ""));
    LLVMInsertIntoBuilder(g->b, copy);
    return copy;
}

static LLVMValueRef tangent_extract_value(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v];
    LLVMTypeRef t =
        activity_carries_bits(LLVMTypeOf(inst)) ? activity_adjoint_type(g->c, inst) : NULL;
    LLVMValueRef copy = LLVMInstructionClone(inst);
    LLVMSetOperand(copy, 0, gen_tangent_of(g, LLVMGetOperand(inst, 0), direction));
    LLVMInsertIntoBuilder(g->b, copy);
    return t ? LLVMBuildBitCast(g->b, copy, t, "") : copy;
}

static LLVMValueRef tangent_select(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v];
    LLVMTypeRef t = gen_adjoint_type(g, inst);
    return LLVMBuildSelect(g->b, gen_primal(g, LLVMGetOperand(inst, 0)),
                           gen_tangent_as(g, LLVMGetOperand(inst, 1), direction, t),
                           gen_tangent_as(g, LLVMGetOperand(inst, 2), direction, t), "");
}

/* A constant operand beside the bits of floating-point values is zeros of the type of these. */
static LLVMValueRef tangent_shuffle(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v];
    LLVMValueRef copy = LLVMInstructionClone(inst), t[2];
    for (unsigned k = 0; k < 2; k++)
        t[k] = gen_tangent_of(g, LLVMGetOperand(inst, k), direction);
    for (unsigned k = 0; k < 2; k++)
        LLVMSetOperand(copy, k, LLVMIsNull(t[k]) ? LLVMConstNull(LLVMTypeOf(t[1 - k])) : t[k]);
    LLVMInsertIntoBuilder(g->b, copy);
    return copy;
}

static LLVMValueRef tangent_extract_element(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v];
    return LLVMBuildExtractElement(g->b, gen_tangent_of(g, LLVMGetOperand(inst, 0), direction),
                                   gen_primal(g, LLVMGetOperand(inst, 1)), "");
}

static LLVMValueRef tangent_insert_element(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v];
    LLVMTypeRef t = gen_adjoint_type(g, inst);
    return LLVMBuildInsertElement(
        g->b, gen_tangent_as(g, LLVMGetOperand(inst, 0), direction, t),
        gen_tangent_as(g, LLVMGetOperand(inst, 1), direction, LLVMGetElementType(t)),
        gen_primal(g, LLVMGetOperand(inst, 2)), "");
}

static LLVMValueRef tangent_convert(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v];
    LLVMTypeRef t = gen_adjoint_type(g, inst);
    return LLVMBuildBitCast(g->b, gen_tangent_as(g, LLVMGetOperand(inst, 0), direction, t), t, "");
}

/* Which of the bytes vary cannot be seen: not to be reached at all. */
static LLVMValueRef tangent_convert_joined(struct gen *g, unsigned v, unsigned direction)
{
    gen_check_zero(g, g->f->values[v], LLVMConstInt(LLVMInt8TypeInContext(g->context), 1, 0));
    return tangent_convert(g, v, direction);
}

/* Arithmetic on the bits of active floating-point values: each lane of the result is a lane of one
 * operand. */
static LLVMValueRef tangent_bits(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v];
    LLVMTypeRef t = activity_adjoint_type(g->c, inst);
    LLVMValueRef sum = LLVMConstNull(t ? t : LLVMTypeOf(inst));
    struct lanes lanes;
    for (unsigned k = 0, n = func_operand_count(g->f, v); k < n; k++) {
        LLVMValueRef x = LLVMGetOperand(inst, k);
        unsigned id = func_id(g->f, x);
        LLVMValueRef dot = id == NO_ID ? NULL : g->tangent[id * g->width + direction];
        if (!dot)
            continue;
        if (!lanes_from_operand(g->c, g->f, inst, k, LLVMTypeOf(dot), &lanes)) {
            gen_check_zero(g, inst, dot);
            continue;
        }
        LLVMValueRef bits = lanes.needs_value ? gen_primal(g, x) : NULL;
        for (unsigned i = 0; i < lanes.count; i++)
            if (lanes.source[i].lane >= 0)
                sum = gen_set_lane(
                    g, sum, i,
                    gen_lane_product(g, &lanes.source[i], bits, LLVMTypeOf(dot),
                                     gen_lane(g, dot, (unsigned)lanes.source[i].lane)));
    }
    return sum;
}

/* An i1; of a vector: all lanes are. */
static LLVMValueRef is_zero(struct gen *g, LLVMValueRef x)
{
    LLVMTypeRef t = LLVMTypeOf(x);
    bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
    LLVMValueRef zero = LLVMConstNull(t), is = type_is_fp(vector ? LLVMGetElementType(t) : t)
                                                   ? LLVMBuildFCmp(g->b, LLVMRealOEQ, x, zero, "")
                                                   : LLVMBuildICmp(g->b, LLVMIntEQ, x, zero, "");
    if (!vector)
        return is;
    LLVMTypeRef lanes = LLVMIntTypeInContext(g->context, LLVMGetVectorSize(t));
    return LLVMBuildICmp(g->b, LLVMIntEQ, LLVMBuildBitCast(g->b, is, lanes, ""),
                         LLVMConstAllOnes(lanes), "");
}

/* The tangent of inst: none, or lost unless x is zero. */
static LLVMValueRef lost_unless_zero(struct gen *g, LLVMValueRef inst, LLVMValueRef x)
{
    LLVMTypeRef t = LLVMTypeOf(inst);
    LLVMValueRef none = is_zero(g, x);
    gen_note_lost(g, inst, LLVMBuildNot(g->b, none, ""));
    return LLVMBuildSelect(g->b, none, LLVMConstNull(t), LLVMConstReal(t, NAN), "");
}

/* The run goes on, for perhaps nobody uses it: it may be computed before it is known whether the
 * bits are those of an integer. */
static LLVMValueRef tangent_unless_zero(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v],
                 dot = gen_tangent_of(g, LLVMGetOperand(inst, 0), direction);
    return LLVMIsNull(dot) ? NULL : lost_unless_zero(g, inst, dot);
}

/* A number out of an address: the shadow has the tangent, or is that of an address. */
static LLVMValueRef tangent_address(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v], x = LLVMGetOperand(inst, 0);
    LLVMTypeRef i1 = LLVMInt1TypeInContext(g->context);
    return lost_unless_zero(
        g, inst, gen_has_shadow(g, x) ? gen_shadow(g, x, direction) : LLVMConstAllOnes(i1));
}

static LLVMValueRef tangent_update(struct gen *g, unsigned v, unsigned direction)
{
    return gen_atomic_tangent(g, v, direction);
}

static LLVMValueRef tangent_exchange(struct gen *g, unsigned v, unsigned direction)
{
    return gen_cas_tangent(g, v, direction);
}

static LLVMValueRef tangent_nothing(struct gen *g, unsigned v, unsigned direction)
{
    (void)g, (void)v, (void)direction; /* the plan has reported it */
    return NULL;
}

/* ---- statements ---- */

/* A number's place among nodes and leaves; NO_ID: it is neither. */
static unsigned place_in(const struct plan_statement *s, unsigned v)
{
    for (unsigned i = 0; i < s->count + s->leaf_count; i++)
        if ((i < s->count ? s->nodes[i] : s->leaves[i - s->count]) == v)
            return i;
    return NO_ID;
}

/* Adds the partial derivatives of node i to those of its operands. */
static void add_partials(struct gen *g, const struct plan_statement *s, unsigned i,
                         LLVMValueRef *partials)
{
    unsigned v = s->nodes[i];
    LLVMValueRef inst = g->f->values[v];
    const struct rule *r = g->f->calls[v].rule;
    struct tangent_user user = {g, v};
    struct rule_env env = gen_rule_env(g, inst, rule_value, &user);
    for (unsigned k = 0, n = rule_operand_count(r); k < n; k++) {
        unsigned id = func_id(g->f, LLVMGetOperand(inst, k)),
                 at = id == NO_ID ? id : place_in(s, id);
        if (at == NO_ID)
            continue;
        LLVMValueRef partial = rule_adjoint(r, &env, k, partials[i]);
        partials[at] = partials[at] ? LLVMBuildFAdd(g->b, partials[at], partial, "") : partial;
    }
}

static LLVMValueRef statement_in(struct gen *g, const struct plan_statement *s,
                                 LLVMValueRef *partials, unsigned direction)
{
    LLVMValueRef sum = NULL;
    for (unsigned i = 0; i < s->leaf_count; i++) {
        LLVMValueRef tangent = g->tangent[s->leaves[i] * g->width + direction];
        if (!tangent || LLVMIsNull(tangent))
            continue;
        LLVMValueRef term = LLVMBuildFMul(g->b, partials[s->count + i], tangent, "");
        sum = sum ? LLVMBuildFAdd(g->b, sum, term, "") : term;
    }
    return sum;
}

static void tangents_statement(struct gen *g, unsigned v)
{
    const struct plan_statement *s = g->deriv->statements[v];
    LLVMValueRef *partials = ARENA_ARRAY(g->arena, LLVMValueRef, s->count + s->leaf_count);
    partials[0] = LLVMConstReal(LLVMTypeOf(g->f->values[v]), 1);
    for (unsigned i = 0; i < s->count; i++)
        add_partials(g, s, i, partials);
    for (unsigned direction = 0; direction < g->width; direction++)
        g->tangent[v * g->width + direction] = statement_in(g, s, partials, direction);
}

/* ---- rows ---- */

static LLVMValueRef (*const emitters[])(struct gen *, unsigned v, unsigned direction) = {
    [TANGENT_NONE] = NULL,
#define EACH(f)               tangent_##f
#define ALL(f)                NULL
#define SWEEP(f)              NULL
#define TANGENT(row, emitter) [TANGENT_##row] = emitter,
#include "plan/tangent.def"
#undef TANGENT
#undef ALL
#undef EACH
};

static void (*const emitters_of_all[])(struct gen *, unsigned v) = {
    [TANGENT_NONE] = NULL,
#define EACH(f)               NULL
#define ALL(f)                tangents_##f
#define TANGENT(row, emitter) [TANGENT_##row] = emitter,
#include "plan/tangent.def"
#undef TANGENT
};

void gen_tangent(struct gen *g, unsigned v)
{
    unsigned row = g->deriv->tangent_rows[v];
    if (!emitters[row] && !emitters_of_all[row])
        return;
    gen_for_debuggers(g, v);
    if (emitters_of_all[row])
        emitters_of_all[row](g, v);
    for (unsigned direction = 0; direction < g->width && emitters[row]; direction++)
        g->tangent[v * g->width + direction] = emitters[row](g, v, direction);
    gen_for_debuggers(g, NO_ID);
}
