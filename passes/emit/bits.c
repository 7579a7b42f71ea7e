/* Integer arithmetic on the bits of active numbers.
 *
 * Compilers move numbers in integer registers, several side by side, and change signs by masks.
 * Such arithmetic acts on whole lanes: truncation, extension and shifts move them, masks keep, drop
 * or change the sign of one, `or` joins words that use different lanes. Each lane of the result is
 * then a lane of one operand, perhaps with another sign. Everything else (shifts by parts of a
 * lane, sums, unknown masks) has no derivative that could be computed from the lanes: not handled.
 */
#include "emit/derivative.h"
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

/* Bits of a constant integer or vector of integers, least significant first; false for anything
 * else. */
static bool constant_bits(LLVMValueRef c, uint64_t words[8])
{
    LLVMTypeRef t = LLVMTypeOf(c);
    unsigned n = lanes_of(t), width = LLVMGetTypeKind(scalar_of(t)) == LLVMIntegerTypeKind
                                          ? LLVMGetIntTypeWidth(scalar_of(t))
                                          : 0;
    if (!LLVMIsConstant(c) || (width != 16 && width != 32 && width % 64) || !width ||
        n * width > 512)
        return false;
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef e =
            LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetAggregateElement(c, i) : c;
        uint64_t value[8] = {0};
        if (!e || !LLVMIsAConstantInt(e))
            return false;
        ezb_const_bits(e, value, 8);
        if (width < 64)
            words[i * width / 64] |= value[0] << (i * width % 64);
        for (unsigned k = 0; k < width / 64; k++)
            words[i * width / 64 + k] = value[k];
    }
    return true;
}

/* Lane i of `width` bits. */
static uint64_t lane_bits(const uint64_t words[8], unsigned i, unsigned width)
{
    uint64_t all = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
    return words[i * width / 64] >> (i * width % 64) & all;
}

/* What a mask does to lane i of `width` bits. */
static enum lane_action mask_action(LLVMOpcode op, const uint64_t words[8], unsigned i,
                                    unsigned width)
{
    uint64_t all = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1, sign = UINT64_C(1)
                                                                                 << (width - 1);
    uint64_t mask = lane_bits(words, i, width);
    switch (op) {
    case LLVMXor: return !mask ? LANE_KEEP : mask == sign ? LANE_NEGATE : LANE_UNKNOWN;
    case LLVMAnd:
        return !mask || mask == sign ? LANE_DROP : /* a sign alone is a zero */
                   mask == all         ? LANE_KEEP
               : mask == (all & ~sign) ? LANE_CLEAR
                                       : LANE_UNKNOWN;
    case LLVMOr: return !mask ? LANE_KEEP : mask == sign ? LANE_SET : LANE_UNKNOWN;
    default: return LANE_UNKNOWN;
    }
}

/* Lane i of v is zero because of how v was made. */
static bool lane_is_zero(LLVMValueRef v, unsigned i, unsigned width, unsigned depth)
{
    uint64_t words[8] = {0}, by[8] = {0};
    if (constant_bits(v, words))
        return !lane_bits(words, i, width);
    if (!depth || !LLVMIsAInstruction(v) || LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind ||
        width > 64)
        return false;
    LLVMValueRef x = LLVMGetNumOperands(v) ? LLVMGetOperand(v, 0) : NULL;
    unsigned n = LLVMGetIntTypeWidth(LLVMTypeOf(v)) / width;
    bool known =
        LLVMGetNumOperands(v) == 2 && constant_bits(LLVMGetOperand(v, 1), by) && by[0] % width == 0;
    unsigned shift = known ? (unsigned)(by[0] / width) : 0;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMZExt: {
        unsigned from = LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMIntegerTypeKind
                            ? LLVMGetIntTypeWidth(LLVMTypeOf(x))
                            : UINT32_MAX;
        return i * width >= from || (from % width == 0 && lane_is_zero(x, i, width, depth - 1));
    }
    case LLVMShl: return known && (i < shift || lane_is_zero(x, i - shift, width, depth - 1));
    case LLVMLShr: return known && (i + shift >= n || lane_is_zero(x, i + shift, width, depth - 1));
    case LLVMAnd:
        return lane_is_zero(x, i, width, depth - 1) ||
               lane_is_zero(LLVMGetOperand(v, 1), i, width, depth - 1);
    case LLVMOr:
    case LLVMXor:
        return lane_is_zero(x, i, width, depth - 1) &&
               lane_is_zero(LLVMGetOperand(v, 1), i, width, depth - 1);
    default: return false;
    }
}

/* Lane i of v is a sign and otherwise zero. */
static bool lane_is_sign(LLVMValueRef v, unsigned i, unsigned width)
{
    uint64_t words[8] = {0};
    if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != LLVMAnd ||
        !constant_bits(LLVMGetOperand(v, 1), words))
        return false;
    return lane_bits(words, i, width) == UINT64_C(1) << (width - 1);
}

/* and, or, xor: with a mask, or (or, xor) of words with different lanes. */
static enum lane_action logic_action(LLVMValueRef inst, unsigned k, unsigned i, unsigned width)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    LLVMValueRef own = LLVMGetOperand(inst, k), other = LLVMGetOperand(inst, 1 - k);
    uint64_t words[8] = {0};
    if (constant_bits(other, words)) {
        enum lane_action a = mask_action(op, words, i, width);
        return a == LANE_UNKNOWN && (lane_is_zero(own, i, width, 6) || lane_is_sign(own, i, width))
                   ? LANE_DROP
                   : a;
    }
    if (op == LLVMAnd)
        return lane_is_zero(own, i, width, 6) || lane_is_zero(other, i, width, 6) ? LANE_DROP
                                                                                  : LANE_UNKNOWN;
    return lane_is_zero(other, i, width, 6) ? LANE_KEEP
           : lane_is_zero(own, i, width, 6) ? LANE_DROP
                                            : LANE_UNKNOWN;
}

/* Lane of operand 0 that lane i of the result is, -1 if it is zero; false if lanes are torn apart.
 */
static bool moved_lane(LLVMValueRef inst, unsigned i, unsigned width, unsigned operand_lanes,
                       int *from)
{
    uint64_t by[8] = {0};
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    *from = (int)i;
    if (op == LLVMShl || op == LLVMLShr) {
        if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMIntegerTypeKind ||
            !constant_bits(LLVMGetOperand(inst, 1), by) || by[0] % width)
            return false;
        *from += op == LLVMShl ? -(int)(by[0] / width) : (int)(by[0] / width);
    }
    if (*from < 0 || *from >= (int)operand_lanes)
        *from = -1;
    return true;
}

/* A shuffle of parts of numbers, `parts` elements each: the number that number i of the result is,
 * -1 if it comes from the other operand; false if numbers are torn apart. */
static bool shuffled_number(LLVMValueRef inst, unsigned k, unsigned i, unsigned parts, int *from)
{
    int first = LLVMGetMaskValue(inst, i * parts),
        width = (int)lanes_of(LLVMTypeOf(LLVMGetOperand(inst, 0)));
    for (unsigned j = 1; j < parts; j++)
        if (LLVMGetMaskValue(inst, i * parts + j) != (first < 0 ? first : first + (int)j))
            return false;
    if (first >= 0 && first % (int)parts)
        return false;
    *from = first >= 0 && (first >= width) == (k == 1) ? first % width / (int)parts : -1;
    return true;
}

/* Vectors of integers whose elements are numbers, parts of numbers, or several numbers each. */
static bool element_lane(LLVMValueRef inst, unsigned k, unsigned i, unsigned lanes, int *from)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    LLVMValueRef index =
        op == LLVMShuffleVector ? NULL : LLVMGetOperand(inst, op == LLVMExtractElement ? 1 : 2);
    if (index && !LLVMIsAConstantInt(index))
        return false;
    unsigned at = index ? (unsigned)LLVMConstIntGetZExtValue(index) : 0,
             elements = lanes_of(LLVMTypeOf(inst)), per = lanes / elements;
    *from = -1;
    if (lanes < elements)
        return op == LLVMShuffleVector && elements % lanes == 0 &&
               shuffled_number(inst, k, i, elements / lanes, from);
    if (op == LLVMExtractElement) {
        *from = (int)(at * lanes + i);
    } else if (op == LLVMInsertElement) {
        if ((i / per == at) == (k == 1))
            *from = (int)(k ? i % per : i);
    } else {
        int m = LLVMGetMaskValue(inst, i / per),
            width = (int)lanes_of(LLVMTypeOf(LLVMGetOperand(inst, 0)));
        if (m >= 0 && (m >= width) == (k == 1))
            *from = m % width * (int)per + (int)(i % per);
    }
    return true;
}

bool gen_moves_elements(LLVMValueRef inst)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    bool moves = op == LLVMExtractElement || op == LLVMInsertElement || op == LLVMShuffleVector;
    return moves && LLVMGetTypeKind(scalar_of(LLVMTypeOf(inst))) == LLVMIntegerTypeKind;
}

static bool is_scalar_integer(LLVMValueRef v)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind;
}

bool gen_bit_lanes(struct gen *g, LLVMValueRef inst, unsigned k, LLVMTypeRef result,
                   LLVMTypeRef operand, struct lane_source *out)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    unsigned width = bits_of(g, scalar_of(result)), n = lanes_of(result);
    if (scalar_of(result) != scalar_of(operand) || width > 64 || n > LANES_MAX)
        return false;
    for (unsigned i = 0; i < n; i++) {
        out[i] = (struct lane_source){(int)i, LANE_KEEP};
        switch (op) {
        case LLVMTrunc:
        case LLVMZExt:
        case LLVMShl:
        case LLVMLShr:
            if (k || !is_scalar_integer(inst) ||
                !moved_lane(inst, i, width, lanes_of(operand), &out[i].lane))
                return false;
            break;
        case LLVMExtractElement:
        case LLVMInsertElement:
        case LLVMShuffleVector:
            if (!element_lane(inst, k, i, n, &out[i].lane))
                return false;
            break;
        case LLVMAnd:
        case LLVMOr:
        case LLVMXor: out[i].action = logic_action(inst, k, i, width); break;
        case LLVMCall: /* of a word with its bytes reversed, the numbers are in reverse order, too
                        */
            if (!rule_reverses_bytes(inst) || !is_scalar_integer(inst) ||
                bits_of(g, LLVMTypeOf(inst)) != n * width)
                return false;
            out[i].lane = (int)(n - 1 - i);
            break;
        default: return false;
        }
        if (out[i].action == LANE_UNKNOWN)
            return false;
        if (out[i].action == LANE_DROP)
            out[i].lane = -1;
    }
    return true;
}

enum { TRICK_DEPTH = 12 };

static bool is_bit_arithmetic(LLVMValueRef v)
{
    return LLVMIsABinaryOperator(v) || LLVMIsAIntrinsicInst(v) || LLVMIsAZExtInst(v) ||
           LLVMIsASExtInst(v) || LLVMIsATruncInst(v);
}

static bool is_number(LLVMValueRef v)
{
    bool fp = false, ptr = false;
    return activity_type_has(LLVMTypeOf(v), &fp, &ptr) && fp;
}

static bool made_of_number(LLVMValueRef v, unsigned depth)
{
    if (LLVMIsABitCastInst(v))
        return is_number(LLVMGetOperand(v, 0));
    if (!depth || !LLVMIsAInstruction(v) || !is_bit_arithmetic(v))
        return false;
    for (int k = 0; k < LLVMGetNumOperands(v); k++)
        if (made_of_number(LLVMGetOperand(v, (unsigned)k), depth - 1))
            return true;
    return false;
}

bool gen_is_part_of_number(LLVMValueRef integer)
{
    while (LLVMIsAExtractElementInst(integer) || LLVMIsATruncInst(integer) ||
           LLVMIsAZExtInst(integer) ||
           (LLVMIsABinaryOperator(integer) && LLVMIsAConstant(LLVMGetOperand(integer, 1))))
        integer = LLVMGetOperand(integer, 0);
    return LLVMIsABitCastInst(integer) && is_number(LLVMGetOperand(integer, 0));
}

bool gen_is_number(LLVMValueRef integer)
{
    return LLVMIsABitCastInst(integer) && type_is_fp(LLVMTypeOf(LLVMGetOperand(integer, 0)));
}

static bool makes_number(LLVMValueRef v, unsigned depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if ((LLVMIsABitCastInst(user) && is_number(user)) ||
            (depth && is_bit_arithmetic(user) && makes_number(user, depth - 1)))
            return true;
    }
    return false;
}

bool gen_bits_certain(LLVMValueRef inst)
{
    return made_of_number(inst, TRICK_DEPTH) && makes_number(inst, TRICK_DEPTH);
}

static bool callee_starts(struct gen *g, unsigned v, const char *prefix)
{
    return !strncmp(LLVMGetValueName(g->f->calls[v].callee), prefix, strlen(prefix));
}

bool gen_lost_unused(struct gen *g, unsigned v)
{
    return callee_starts(g, v, RULE_UNUSED_PREFIX);
}

bool gen_lost_certainly(struct gen *g, unsigned v)
{
    bool perhaps = callee_starts(g, v, RULE_PERHAPS_PREFIX) || gen_lost_unused(g, v);
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
