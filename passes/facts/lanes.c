/* Integer arithmetic on the bits of active floating-point values.
 *
 * Most numbers in integers have twins (prepare/bytes). What is left moves whole lanes of integers
 * that come from memory or another function: truncation, extension and shifts move them, masks
 * keep, drop or change the sign of one, `or` joins words that use different lanes. Provenance says
 * for each lane of the result which lane of one operand it is, perhaps with another sign.
 * Everything else (shifts by parts of a lane, sums, unknown masks) has no derivative that could be
 * computed from the lanes: not handled. */
#include "facts/lanes.h"
#include "base/limits.h"
#include "base/type.h"
#include <string.h>

static LLVMTypeRef scalar_of(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
}

static unsigned bits_of(const struct func *f, LLVMTypeRef t)
{
    return (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(f->module), t);
}

unsigned lanes_of_type(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetVectorSize(t) : 1;
}

bool lanes_move_elements(LLVMValueRef inst)
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

bool lanes_from_operand(struct activity_context *c, const struct func *f, LLVMValueRef inst,
                        unsigned k, LLVMTypeRef operand, struct lanes *out)
{
    LLVMTypeRef result = activity_adjoint_type(c, inst);
    if (!result || !operand || lanes_of_type(result) > LANES_MAX)
        return false;
    const struct provenance *p = activity_provenance(c, f);
    struct byte_origin bytes[PROVENANCE_BYTES];
    unsigned width = bits_of(f, scalar_of(result)), n = lanes_of_type(result);
    LLVMValueRef x = LLVMGetOperand(inst, k);
    bool reversed = rule_reverses_bytes(inst), again = false;
    if (scalar_of(result) != scalar_of(operand) || width > 64 ||
        provenance_step(p, inst, bytes) * 8 != n * width)
        return false;
    for (unsigned i = 0; i < k; i++)
        again |= LLVMGetOperand(inst, i) == x; /* all of it was taken from that operand */
    *out = (struct lanes){.type = result, .from = operand, .count = n};
    for (unsigned i = 0; i < n; i++) {
        struct lane_bytes l = {p, inst, bytes, i * width / 8, width / 8, reversed};
        if (!source_of_lane(&l, again ? NULL : x, &out->source[i]))
            return false;
        enum lane_action action = out->source[i].action;
        out->needs_value |=
            out->source[i].lane >= 0 && (action == LANE_CLEAR || action == LANE_SET);
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

bool lanes_is_part_of_value(LLVMValueRef integer)
{
    while (LLVMIsAExtractElementInst(integer) || LLVMIsATruncInst(integer) ||
           LLVMIsAZExtInst(integer) ||
           (LLVMIsABinaryOperator(integer) && LLVMIsAConstant(LLVMGetOperand(integer, 1))))
        integer = LLVMGetOperand(integer, 0);
    return LLVMIsABitCastInst(integer) && is_floating(LLVMGetOperand(integer, 0));
}

bool lanes_is_value(LLVMValueRef integer)
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

bool lanes_are_certain(LLVMValueRef inst)
{
    return made_of_value(inst, TRICK_DEPTH) && makes_value(inst, TRICK_DEPTH);
}

static bool callee_starts(const struct func *f, unsigned v, const char *prefix)
{
    return !strncmp(LLVMGetValueName(f->calls[v].callee), prefix, strlen(prefix));
}

bool lanes_unused(const struct func *f, unsigned v)
{
    return callee_starts(f, v, RULE_UNUSED_PREFIX);
}

bool lanes_nondifferentiable(struct activity_context *c, const struct func *f, unsigned v)
{
    bool perhaps = callee_starts(f, v, RULE_PERHAPS_PREFIX) || lanes_unused(f, v);
    return !perhaps && activity_adjoint_type(c, LLVMGetOperand(f->values[v], 0));
}
