/* Integer arithmetic on the bits of active floating-point values.
 *
 * Most numbers in integers have twins (prepare/bytes). What is left moves whole lanes of integers
 * that come from memory or another function: truncation, extension and shifts move them, masks
 * keep, drop or change the sign of one, `or` joins words that use different lanes. Provenance says
 * for each lane of the result which lane of one operand it is, perhaps with another sign.
 * Everything else (shifts by parts of a lane, sums, unknown masks) has no derivative that could be
 * computed from the lanes: not handled. */
#include "emit/derivative.h"
#include "facts/limits.h"
#include "facts/provenance.h"
#include "ir/type.h"
#include <string.h>

static LLVMTypeRef scalar_of(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
}

static unsigned lanes_of(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetVectorSize(t) : 1;
}

static unsigned bits_of(struct gen *g, LLVMTypeRef t)
{
    return (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(g->module), t);
}

bool gen_moves_elements(LLVMValueRef inst)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    bool moves = op == LLVMExtractElement || op == LLVMInsertElement || op == LLVMShuffleVector;
    return moves && LLVMGetTypeKind(scalar_of(LLVMTypeOf(inst))) == LLVMIntegerTypeKind;
}

/* One lane of the result of an instruction: `size` bytes from `at` on. */
struct lane_bytes {
    const struct provenance *p;
    LLVMValueRef inst;
    const struct byte_origin *bytes; /* of the whole result, in terms of the operands */
    unsigned at, size;
    bool reversed; /* the operand's bytes are in opposite order */
};

static bool is_constant(const struct lane_bytes *l)
{
    bool constant = true;
    for (unsigned k = 0; k < l->size && constant; k++)
        constant = l->bytes[l->at + k].kind != BYTE_OF;
    return constant;
}

/* The lane is one of a value: its first byte there, with the sign of its last one. */
static bool is_lane_of(const struct lane_bytes *l, struct byte_origin *first)
{
    *first = l->bytes[l->at + (l->reversed ? l->size - 1 : 0)];
    for (unsigned k = 0; k < l->size; k++) {
        struct byte_origin o = l->bytes[l->at + (l->reversed ? l->size - 1 - k : k)];
        if (o.kind != BYTE_OF || o.source != first->source || o.byte != first->byte + k ||
            (k + 1 < l->size && o.sign != SIGN_SAME))
            return false;
        if (k + 1 == l->size)
            first->sign = o.sign;
    }
    return first->byte % l->size == 0;
}

static bool is_constant_operand(const struct lane_bytes *l, LLVMValueRef v)
{
    for (unsigned k = 0; k < l->size; k++)
        if (provenance_byte(l->p, v, l->at + k).kind == BYTE_OF)
            return false;
    return true;
}

/* The lane of v, x & mask, is a sign and otherwise zero. */
static bool masks_sign(const struct lane_bytes *l, LLVMValueRef v)
{
    if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != LLVMAnd ||
        !is_constant_operand(l, LLVMGetOperand(v, 1)))
        return false;
    for (unsigned k = 0; k < l->size; k++)
        if (provenance_byte(l->p, LLVMGetOperand(v, 1), l->at + k).byte !=
            (k + 1 == l->size ? 0x80 : 0))
            return false;
    return true;
}

/* A sign alone, or with constant bits: piecewise constant. */
static bool is_sign_only(const struct lane_bytes *l)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(l->inst);
    return masks_sign(l, l->inst) || ((op == LLVMAnd || op == LLVMOr || op == LLVMXor) &&
                                      masks_sign(l, LLVMGetOperand(l->inst, 0)) &&
                                      is_constant_operand(l, LLVMGetOperand(l->inst, 1)));
}

/* The lane as a lane of operand x. */
static bool source_of_lane(const struct lane_bytes *l, LLVMValueRef x, struct lane_source *out)
{
    static const enum lane_action actions[] = {
        [SIGN_SAME] = LANE_KEEP,
        [SIGN_FLIPPED] = LANE_NEGATE,
        [SIGN_CLEARED] = LANE_CLEAR,
        [SIGN_SET] = LANE_SET,
    };
    struct byte_origin first;
    *out = (struct lane_source){-1, LANE_KEEP};
    if (is_constant(l) || is_sign_only(l))
        return true;
    if (!is_lane_of(l, &first) || first.source == l->inst)
        return false;
    if (first.source == x)
        *out = (struct lane_source){first.byte / (int)l->size, actions[first.sign]};
    return true;
}

bool gen_bit_lanes(struct gen *g, LLVMValueRef inst, unsigned k, LLVMTypeRef result,
                   LLVMTypeRef operand, struct lane_source *out)
{
    const struct provenance *p = activity_provenance(g->c, g->f);
    struct byte_origin bytes[PROVENANCE_BYTES];
    unsigned width = bits_of(g, scalar_of(result)), n = lanes_of(result);
    LLVMValueRef x = LLVMGetOperand(inst, k);
    bool reversed = rule_reverses_bytes(inst), again = false;
    if (scalar_of(result) != scalar_of(operand) || width > 64 ||
        provenance_step(p, inst, bytes) * 8 != n * width)
        return false;
    for (unsigned i = 0; i < k; i++)
        again |= LLVMGetOperand(inst, i) == x; /* all of it was taken from that operand */
    for (unsigned i = 0; i < n; i++) {
        struct lane_bytes l = {p, inst, bytes, i * width / 8, width / 8, reversed};
        if (!source_of_lane(&l, again ? NULL : x, &out[i]))
            return false;
    }
    return true;
}

LIMIT(TRICK_DEPTH, 12);

static bool is_bit_arithmetic(LLVMValueRef v)
{
    return LLVMIsABinaryOperator(v) || LLVMIsAIntrinsicInst(v) || LLVMIsAZExtInst(v) ||
           LLVMIsASExtInst(v) || LLVMIsATruncInst(v);
}

static bool is_floating(LLVMValueRef v)
{
    bool fp = false, ptr = false;
    return activity_type_has(LLVMTypeOf(v), &fp, &ptr) && fp;
}

static bool made_of_value(LLVMValueRef v, unsigned depth)
{
    if (LLVMIsABitCastInst(v))
        return is_floating(LLVMGetOperand(v, 0));
    if (!depth || !LLVMIsAInstruction(v) || !is_bit_arithmetic(v))
        return false;
    for (int k = 0; k < LLVMGetNumOperands(v); k++)
        if (made_of_value(LLVMGetOperand(v, (unsigned)k), depth - 1))
            return true;
    return false;
}

bool gen_is_part_of_value(LLVMValueRef integer)
{
    while (LLVMIsAExtractElementInst(integer) || LLVMIsATruncInst(integer) ||
           LLVMIsAZExtInst(integer) ||
           (LLVMIsABinaryOperator(integer) && LLVMIsAConstant(LLVMGetOperand(integer, 1))))
        integer = LLVMGetOperand(integer, 0);
    return LLVMIsABitCastInst(integer) && is_floating(LLVMGetOperand(integer, 0));
}

bool gen_is_value(LLVMValueRef integer)
{
    return LLVMIsABitCastInst(integer) && type_is_fp(LLVMTypeOf(LLVMGetOperand(integer, 0)));
}

static bool makes_value(LLVMValueRef v, unsigned depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if ((LLVMIsABitCastInst(user) && is_floating(user)) ||
            (depth && is_bit_arithmetic(user) && makes_value(user, depth - 1)))
            return true;
    }
    return false;
}

bool gen_bits_certain(LLVMValueRef inst)
{
    return made_of_value(inst, TRICK_DEPTH) && makes_value(inst, TRICK_DEPTH);
}

static bool callee_starts(struct gen *g, unsigned v, const char *prefix)
{
    return !strncmp(LLVMGetValueName(g->f->calls[v].callee), prefix, strlen(prefix));
}

bool gen_nondifferentiable_unused(struct gen *g, unsigned v)
{
    return callee_starts(g, v, RULE_UNUSED_PREFIX);
}

bool gen_nondifferentiable_certainly(struct gen *g, unsigned v)
{
    bool perhaps = callee_starts(g, v, RULE_PERHAPS_PREFIX) || gen_nondifferentiable_unused(g, v);
    return !perhaps && activity_adjoint_type(g->c, LLVMGetOperand(g->f->values[v], 0));
}

bool gen_bits_needed(const struct lane_source *lanes, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (lanes[i].lane >= 0 && (lanes[i].action == LANE_CLEAR || lanes[i].action == LANE_SET))
            return true;
    return false;
}

LLVMValueRef gen_lane(struct gen *g, LLVMValueRef v, unsigned i)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(g->context);
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind
               ? LLVMBuildExtractElement(g->b, v, LLVMConstInt(i32, i, 0), "")
               : v;
}

LLVMValueRef gen_set_lane(struct gen *g, LLVMValueRef v, unsigned i, LLVMValueRef x)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(g->context);
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind
               ? LLVMBuildInsertElement(g->b, v, x, LLVMConstInt(i32, i, 0), "")
               : x;
}

/* True where lane i of the operand, which is of type t, has its sign bit set. */
static LLVMValueRef lane_is_negative(struct gen *g, LLVMValueRef operand, LLVMTypeRef t, unsigned i)
{
    LLVMTypeRef word = LLVMIntTypeInContext(g->context, bits_of(g, scalar_of(t)));
    LLVMValueRef words = LLVMBuildBitCast(
        g->b, operand, lanes_of(t) == 1 ? word : LLVMVectorType(word, lanes_of(t)), "");
    return LLVMBuildICmp(g->b, LLVMIntSLT, gen_lane(g, words, i), LLVMConstNull(word), "");
}

LLVMValueRef gen_lane_product(struct gen *g, struct lane_source s, LLVMValueRef bits, LLVMTypeRef t,
                              LLVMValueRef factor)
{
    if (s.action == LANE_KEEP)
        return factor;
    LLVMValueRef minus = LLVMBuildFNeg(g->b, factor, "");
    if (s.action == LANE_NEGATE)
        return minus;
    LLVMValueRef negative = lane_is_negative(g, bits, t, (unsigned)s.lane);
    return s.action == LANE_CLEAR ? LLVMBuildSelect(g->b, negative, minus, factor, "")
                                  : LLVMBuildSelect(g->b, negative, factor, minus, "");
}
