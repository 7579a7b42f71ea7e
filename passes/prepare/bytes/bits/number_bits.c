/* Numbers made by integer arithmetic on the bits of other numbers (the fast inverse square root,
 * logarithms and exponentials that take exponent and mantissa apart, libm's high and low words) get
 * a derivative.
 *
 * The integer counts as a real number that moves with the numbers it was made of: a bitcast of x
 * has the slope 1 / ulp(x), sums, differences, shifts and products by constants are linear, and a
 * number made of the bits moves by its own ulp. For each result the integers behind it are read
 * backwards, and a sum of doubles with the same slopes is built beside them (enz.bits, ...;
 * number_bits.h), from which on forward mode, reverse mode and all else are those of any other
 * arithmetic. On the way down goes which bits still count, and where the exponent of the result
 * lies: what reaches only sign and exponent has derivative 0. Words that are merely moved, and
 * signs changed by masks, are left to emit/bits.c. */
#include "prepare/bytes/bits/number_bits.h"
#include "base/limits.h"
#include <math.h>
#include <string.h>

LIMIT(DEPTH, 64);
LIMIT(ANSWERS_MAX, 400);
LIMIT(MASK_DEPTH, 6);
LIMIT(MADE_DEPTH, 16);

static LLVMValueRef real_of(struct bit_site *s, struct bit_view view, unsigned depth);

static uint64_t moved(uint64_t bits, int left)
{
    return left >= 64 || left <= -64 ? 0 : left >= 0 ? bits << left : bits >> -left;
}

static LLVMTypeRef double_type(struct bit_site *s)
{
    return LLVMDoubleTypeInContext(LLVMGetModuleContext(s->p->module));
}

/* ---- steps of the traversal ------------------------------------------------------------------ */

static struct bit_view of(struct bit_view view, LLVMValueRef v)
{
    view.v = v;
    return view;
}

/* The bits of v lie `left` higher in the value that was asked for. */
static struct bit_view shifted(struct bit_view view, LLVMValueRef v, int left)
{
    view.v = v;
    view.keep = moved(view.keep, -left);
    view.exponent = view.exponent == NO_EXPONENT ? NO_EXPONENT : view.exponent - left;
    view.factor = ldexp(view.factor, left);
    return view;
}

static struct bit_view kept(struct bit_view view, LLVMValueRef v, uint64_t mask)
{
    view.v = v;
    view.keep &= mask;
    return view;
}

static struct bit_view negated(struct bit_view view, LLVMValueRef v)
{
    view.v = v;
    view.factor = -view.factor;
    return view;
}

/* x if it was built behind the place, in the same block. */
static LLVMValueRef later(LLVMValueRef place, LLVMValueRef x)
{
    if (!LLVMIsAInstruction(place) || !LLVMIsAInstruction(x) ||
        LLVMGetInstructionParent(place) != LLVMGetInstructionParent(x))
        return LLVMIsAArgument(place) && LLVMIsAInstruction(x) ? x : place;
    for (LLVMValueRef i = LLVMGetNextInstruction(place); i; i = LLVMGetNextInstruction(i))
        if (i == x)
            return x;
    return place;
}

static LLVMValueRef sum(struct bit_site *s, struct bit_view view, LLVMValueRef a, LLVMValueRef b)
{
    if (!a || !b)
        return a ? a : b;
    if (!source_position(s, later(later(view.place, a), b)))
        return NULL;
    return LLVMBuildFAdd(s->b, a, b, "");
}

typedef LLVMValueRef read_element(struct bit_site *s, struct bit_view view, unsigned depth, int i);

/* The elements of v that the view covers, one by one; `read` gets views that start with their
 * elements. */
static LLVMValueRef by_elements(struct bit_site *s, struct bit_view view, int width,
                                read_element *read, unsigned depth)
{
    LLVMValueRef total = NULL;
    for (int i = view.at / width; i * width < view.at + 64 && !s->failed; i++) {
        struct bit_view part = shifted(view, view.v, i * width - view.at);
        part.at = i * width;
        part.keep &= below(width);
        if (!part.keep)
            continue;
        total = sum(s, view, total, read(s, part, depth, i));
    }
    return total;
}

LLVMTypeRef bits_carried(struct bit_site *s, LLVMValueRef v)
{
    bool from_elsewhere =
        LLVMIsALoadInst(v) || LLVMIsAArgument(v) || LLVMIsAExtractValueInst(v) ||
        (LLVMIsACallInst(v) && (!LLVMIsAIntrinsicInst(v) || rule_reverses_bytes(v)));
    LLVMTypeRef t = from_elsewhere && bits_width(LLVMTypeOf(v))
                        ? s->p->facts->carried(s->p->facts->types, v)
                        : NULL;
    if (!t)
        return NULL;
    LLVMTypeRef e = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
    unsigned width = number_is_scalar(e) ? number_width(e) * bits_elements(t) : 0;
    return width == bits_width(LLVMTypeOf(v)) ? t : NULL;
}

/* What v is made of: numbers, and integers of which nothing is known. */
static LLVMValueRef lost_behind(struct bit_site *s, struct bit_view view, LLVMValueRef v)
{
    LLVMValueRef x = bits_of_number(v) ? bits_of_number(v) : bits_of_conversion(v), total = NULL;
    if (LLVMIsAConstant(v) || !bits_width(LLVMTypeOf(v)) || map_get(&s->behind, v))
        return NULL;
    map_put(&s->behind, v, v);
    if (x)
        return source_lost(s, view, x);
    LLVMTypeRef carried = bits_carried(s, v);
    if (carried && source_position(s, view.place)) {
        view.place = LLVMBuildBitCast(s->b, v, carried, "");
        return source_lost(s, view, view.place);
    }
    if (!LLVMIsABinaryOperator(v) && !LLVMIsACastInst(v) && !LLVMIsAIntrinsicInst(v) &&
        !LLVMIsASelectInst(v))
        return source_lost(s, view, v);
    for (int k = LLVMIsASelectInst(v) ? 1 : 0,
             n = LLVMGetNumOperands(v) - (LLVMIsACallInst(v) ? 1 : 0);
         k < n; k++)
        total = sum(s, view, total, lost_behind(s, view, LLVMGetOperand(v, (unsigned)k)));
    return total;
}

/* What comes of v in a way that has no derivative; if its bits are those of a number, that is
 * refused. */
static LLVMValueRef unknown(struct bit_site *s, struct bit_view view)
{
    if (view.exponent == NO_EXPONENT)
        return NULL; /* an integer like any other: its conversion has no derivative */
    map_init(&s->behind, s->p->arena);
    return lost_behind(s, view, view.v);
}

static LLVMValueRef sum_of_operands(struct bit_site *s, struct bit_view view, unsigned depth)
{
    LLVMValueRef a = real_of(s, of(view, LLVMGetOperand(view.v, 0)), depth);
    return sum(s, view, a, real_of(s, of(view, LLVMGetOperand(view.v, 1)), depth));
}

/* The element at bit view.at of an operand. */
static bool constant_element(struct bit_view view, unsigned k, uint64_t *c)
{
    LLVMValueRef v = LLVMGetOperand(view.v, k);
    if (!bits_constant(v, view.at, c))
        return false;
    *c &= below((int)bits_of_element(LLVMTypeOf(v)));
    return true;
}

/* Times a constant, or divided by it. */
static LLVMValueRef scaled(struct bit_site *s, struct bit_view view, bool divided, unsigned depth)
{
    uint64_t c;
    int exponent, width = (int)bits_of_element(LLVMTypeOf(view.v));
    if (!constant_element(view, 1, &c) || !c)
        return unknown(s, view);
    double by = c >> (width - 1) ? (double)(int64_t)(c | ~below(width)) : (double)c;
    frexp(by, &exponent);
    LLVMValueRef x = LLVMGetOperand(view.v, 0);
    struct bit_view next =
        kept(shifted(view, x, divided ? 1 - exponent : exponent - 1), x, below(width));
    next.factor = divided ? view.factor / by : view.factor * by;
    return real_of(s, next, depth);
}

static LLVMValueRef shift(struct bit_site *s, struct bit_view view, int sign, unsigned depth)
{
    uint64_t by;
    if (LLVMIsAConstant(LLVMGetOperand(view.v, 0)))
        return NULL;
    if (!constant_element(view, 1, &by) || by > 63)
        return unknown(s, view);
    LLVMValueRef x = LLVMGetOperand(view.v, 0);
    return real_of(
        s, kept(shifted(view, x, sign * (int)by), x, below((int)bits_of_element(LLVMTypeOf(x)))),
        depth);
}

/* Arithmetic on an element. */
static LLVMValueRef computed(struct bit_site *s, struct bit_view view, unsigned depth, int i)
{
    (void)i;
    LLVMValueRef v = view.v;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAdd: return sum_of_operands(s, view, depth);
    case LLVMSub: {
        LLVMValueRef a = real_of(s, of(view, LLVMGetOperand(v, 0)), depth);
        return sum(s, view, a, real_of(s, negated(view, LLVMGetOperand(v, 1)), depth));
    }
    case LLVMMul: return scaled(s, view, false, depth);
    case LLVMUDiv:
    case LLVMSDiv: return scaled(s, view, true, depth);
    default: return shift(s, view, LLVMGetInstructionOpcode(v) == LLVMShl ? 1 : -1, depth);
    }
}

/* An element that was wider or narrower. */
static LLVMValueRef resized(struct bit_site *s, struct bit_view view, unsigned depth, int i)
{
    LLVMValueRef x = LLVMGetOperand(view.v, 0);
    view.v = x;
    view.at = i * (int)bits_of_element(LLVMTypeOf(x));
    view.keep &= below((int)bits_of_element(LLVMTypeOf(x)));
    return real_of(s, view, depth);
}

/* A constant shifted by what was made of a number: the mask that floor and its like cut off the
 * fraction with. */
static bool is_fraction_mask(LLVMValueRef v)
{
    for (unsigned depth = 0; depth < MASK_DEPTH && LLVMIsAInstruction(v); depth++) {
        LLVMOpcode op = LLVMGetInstructionOpcode(v);
        uint64_t bits;
        if ((op == LLVMShl || op == LLVMLShr || op == LLVMAShr) &&
            bits_constant(LLVMGetOperand(v, 0), 0, &bits))
            return bits_made_of_number(LLVMGetOperand(v, 1), MADE_DEPTH);
        if (op != LLVMXor && op != LLVMZExt && op != LLVMSExt && op != LLVMAdd)
            return false;
        v = LLVMGetOperand(v, op == LLVMAdd && LLVMIsAConstant(LLVMGetOperand(v, 0)) ? 1 : 0);
    }
    return false;
}

/* or, xor: with a constant, or of words that have no bit of the mantissa in common. */
static LLVMValueRef joined(struct bit_site *s, struct bit_view view, unsigned depth)
{
    LLVMValueRef a = LLVMGetOperand(view.v, 0), b = LLVMGetOperand(view.v, 1);
    bool either = LLVMGetInstructionOpcode(view.v) == LLVMXor;
    uint64_t counts = view.keep & below(view.exponent),
             all = below((int)bits_of_element(LLVMTypeOf(view.v))), bits;
    if (view.exponent == NO_EXPONENT)
        counts &= all >> 1;
    if (bits_constant(b, view.at, &bits) || bits_constant(a, view.at, &bits)) {
        LLVMValueRef x = LLVMIsAConstant(b) ? a : b;
        if (!either)
            return real_of(s, kept(view, x, ~bits), depth);
        if ((bits & counts) == counts)
            return real_of(s, negated(view, x), depth);
        return bits & counts ? unknown(s, view) : real_of(s, of(view, x), depth);
    }
    bool apart = !either && LLVMGetIsDisjoint(view.v);
    if (!apart && (bits_live(a, view.at, DEPTH) & bits_live(b, view.at, DEPTH) & counts))
        return unknown(s, view);
    return sum_of_operands(s, view, depth);
}

/* ---- elements of vectors --------------------------------------------------------------------- */

static LLVMValueRef extracted(struct bit_site *s, struct bit_view view, unsigned depth)
{
    LLVMValueRef vector = LLVMGetOperand(view.v, 0), index = LLVMGetOperand(view.v, 1);
    if (!LLVMIsAConstantInt(index))
        return unknown(s, view);
    view.at = (int)(LLVMConstIntGetZExtValue(index) * bits_of_element(LLVMTypeOf(vector)));
    view.keep &= below((int)bits_of_element(LLVMTypeOf(vector)));
    return real_of(s, of(view, vector), depth);
}

static LLVMValueRef inserted(struct bit_site *s, struct bit_view view, unsigned depth, int i)
{
    LLVMValueRef index = LLVMGetOperand(view.v, 2);
    if (!LLVMIsAConstantInt(index))
        return unknown(s, view);
    bool here = LLVMConstIntGetZExtValue(index) == (unsigned)i;
    view.at = here ? 0 : view.at;
    return real_of(s, of(view, LLVMGetOperand(view.v, here ? 1 : 0)), depth);
}

static LLVMValueRef shuffled(struct bit_site *s, struct bit_view view, unsigned depth, int i)
{
    LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(view.v, 0));
    int n = (int)LLVMGetVectorSize(from), m = LLVMGetMaskValue(view.v, (unsigned)i);
    if (m < 0)
        return NULL;
    view.at = m % n * (int)bits_of_element(from);
    return real_of(s, of(view, LLVMGetOperand(view.v, m >= n)), depth);
}

/* ---- values that come on several ways -------------------------------------------------------- */

static LLVMValueRef or_zero(struct bit_site *s, LLVMValueRef real)
{
    return real ? real : LLVMConstNull(double_type(s));
}

/* One element, or all there is, of x. */
static LLVMValueRef element(struct bit_site *s, LLVMValueRef x, int i)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(s->p->module));
    return LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMVectorTypeKind
               ? LLVMBuildExtractElement(s->b, x, LLVMConstInt(i32, (unsigned)i, 0), "")
               : x;
}

/* a where `condition` holds, or where view.v is its operand 0 (the larger or smaller of two). */
static LLVMValueRef chosen(struct bit_site *s, struct bit_view view, LLVMValueRef condition, int i,
                           LLVMValueRef a, LLVMValueRef b)
{
    if ((!a && !b) || !source_position(s, view.place))
        return NULL;
    if (condition)
        condition = element(s, condition, i);
    else
        condition = LLVMBuildICmp(s->b, LLVMIntEQ, element(s, view.v, i),
                                  element(s, LLVMGetOperand(view.v, 0), i), "");
    return LLVMBuildSelect(s->b, condition, or_zero(s, a), or_zero(s, b), "");
}

/* One of two masks, or all or nothing, by operand 0. */
static bool chosen_mask(LLVMValueRef v, uint64_t *bits, uint64_t *otherwise)
{
    if (bits_elements(LLVMTypeOf(v)) != 1)
        return false;
    *bits = UINT64_MAX, *otherwise = 0;
    if (LLVMIsASExtInst(v))
        return bits_width(LLVMTypeOf(LLVMGetOperand(v, 0))) == 1;
    return LLVMIsASelectInst(v) && bits_constant(LLVMGetOperand(v, 1), 0, bits) &&
           bits_constant(LLVMGetOperand(v, 2), 0, otherwise);
}

static LLVMValueRef masked(struct bit_site *s, struct bit_view view, unsigned depth)
{
    uint64_t bits, otherwise;
    for (unsigned k = 0; k < 2; k++)
        if (bits_constant(LLVMGetOperand(view.v, k), view.at, &bits))
            return real_of(s, kept(view, LLVMGetOperand(view.v, 1 - k), bits), depth);
    for (unsigned k = 0; k < 2; k++)
        if (chosen_mask(LLVMGetOperand(view.v, k), &bits, &otherwise)) {
            LLVMValueRef mask = LLVMGetOperand(view.v, k), x = LLVMGetOperand(view.v, 1 - k);
            LLVMValueRef a = real_of(s, kept(view, x, bits), depth);
            return chosen(s, view, LLVMGetOperand(mask, 0), 0, a,
                          real_of(s, kept(view, x, otherwise), depth));
        }
    if (is_fraction_mask(LLVMGetOperand(view.v, 0)) || is_fraction_mask(LLVMGetOperand(view.v, 1)))
        return s->rounds = true, NULL;
    return unknown(s, view);
}

static LLVMValueRef selected(struct bit_site *s, struct bit_view view, unsigned depth, int i)
{
    view.perhaps = true;
    LLVMValueRef a = real_of(s, of(view, LLVMGetOperand(view.v, 1)), depth);
    return chosen(s, view, LLVMGetOperand(view.v, 0), i, a,
                  real_of(s, of(view, LLVMGetOperand(view.v, 2)), depth));
}

static LLVMValueRef extreme(struct bit_site *s, struct bit_view view, unsigned depth, int i)
{
    LLVMValueRef a = real_of(s, of(view, LLVMGetOperand(view.v, 0)), depth);
    return chosen(s, view, NULL, i, a, real_of(s, of(view, LLVMGetOperand(view.v, 1)), depth));
}

static LLVMValueRef merged(struct bit_site *s, struct bit_view view, unsigned depth,
                           unsigned answer)
{
    LLVMPositionBuilderBefore(s->b, view.v);
    LLVMSetCurrentDebugLocation2(s->b, NULL);
    LLVMValueRef phi = LLVMBuildPhi(s->b, double_type(s), "");
    view.perhaps = true;
    s->answers.items[answer].real = phi;
    for (unsigned k = 0; k < LLVMCountIncoming(view.v); k++) {
        LLVMValueRef real =
            or_zero(s, real_of(s, of(view, LLVMGetIncomingValue(view.v, k)), depth));
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(view.v, k);
        LLVMAddIncoming(phi, &real, &from, 1);
    }
    return phi;
}

static bool is_extreme(LLVMValueRef v)
{
    static const char *const names[] = {"llvm.smax", "llvm.smin", "llvm.umax", "llvm.umin"};
    size_t length = 0;
    unsigned id = LLVMIsAIntrinsicInst(v) ? LLVMGetIntrinsicID(LLVMGetCalledValue(v)) : 0;
    const char *name = id ? LLVMIntrinsicGetName(id, &length) : "";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

/* ---- any integer ----------------------------------------------------------------------------- */

/* Element i of the numbers that v is the bits of, or was converted from. */
static LLVMValueRef of_number(struct bit_site *s, struct bit_view view, unsigned depth, int i)
{
    (void)depth;
    bool converted = !LLVMIsABitCastInst(view.v);
    LLVMValueRef x = converted ? bits_of_conversion(view.v) : bits_of_number(view.v);
    if (!number_is_scalar(LLVMTypeOf(x))) {
        if (!source_position(s, view.place))
            return NULL;
        x = element(s, x, i);
        view.place = LLVMIsAInstruction(x) ? x : view.place;
    }
    return converted ? source_conversion(s, view, x) : source_number(s, view, x);
}

/* v carries numbers from elsewhere: as if it were made by a cast of them. */
static LLVMValueRef of_carried(struct bit_site *s, struct bit_view view, LLVMTypeRef t)
{
    if (!source_position(s, view.v))
        return NULL;
    LLVMValueRef number = LLVMBuildBitCast(s->b, view.v, t, ""),
                 back = LLVMBuildBitCast(s->b, number, LLVMTypeOf(view.v), "");
    view.v = view.place = back;
    LLVMTypeRef e = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
    return by_elements(s, view, (int)number_width(e), of_number, 0);
}

static int element_width(LLVMValueRef v)
{
    return (int)bits_of_element(LLVMTypeOf(v));
}

static LLVMValueRef of_instruction(struct bit_site *s, struct bit_view view, unsigned depth,
                                   unsigned answer)
{
    LLVMValueRef v = view.v, number = bits_of_number(v);
    LLVMTypeRef carried = bits_carried(s, v);
    if (number) {
        LLVMTypeRef t = LLVMTypeOf(number),
                    e = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
        return by_elements(s, view, (int)number_width(e), of_number, depth);
    }
    if (bits_of_conversion(v))
        return by_elements(s, view, element_width(v), of_number, depth);
    if (carried)
        return of_carried(s, view, carried);
    if (!depth || s->answers.count > ANSWERS_MAX || !LLVMIsAInstruction(v))
        return unknown(s, view);
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr: return by_elements(s, view, element_width(v), computed, depth);
    case LLVMAnd: return masked(s, view, depth);
    case LLVMOr:
    case LLVMXor: return joined(s, view, depth);
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt: return by_elements(s, view, element_width(v), resized, depth);
    case LLVMBitCast:
    case LLVMFreeze: return real_of(s, of(view, LLVMGetOperand(v, 0)), depth);
    case LLVMExtractElement: return extracted(s, view, depth);
    case LLVMInsertElement: return by_elements(s, view, element_width(v), inserted, depth);
    case LLVMShuffleVector: return by_elements(s, view, element_width(v), shuffled, depth);
    case LLVMSelect: return by_elements(s, view, element_width(v), selected, depth);
    case LLVMPHI: return merged(s, view, depth, answer);
    case LLVMCall:
        return is_extreme(v) ? by_elements(s, view, element_width(v), extreme, depth)
                             : unknown(s, view);
    default: return unknown(s, view);
    }
}

static bool same_view(struct bit_view a, struct bit_view b)
{
    return a.v == b.v && a.at == b.at && a.keep == b.keep && a.exponent == b.exponent &&
           a.factor == b.factor && a.perhaps == b.perhaps;
}

static LLVMValueRef real_of(struct bit_site *s, struct bit_view view, unsigned depth)
{
    int width = (int)bits_width(LLVMTypeOf(view.v));
    if (s->failed || !width || LLVMIsAConstant(view.v)) {
        s->failed |= !width;
        return NULL;
    }
    view.place = view.v;
    view.keep &= below(width - view.at);
    if (!view.keep || view.exponent <= __builtin_ctzll(view.keep))
        return NULL;
    for (unsigned i = 0; i < s->answers.count; i++)
        if (same_view(s->answers.items[i].view, view))
            return s->answers.items[i].real;
    unsigned answer = s->answers.count;
    VEC_PUSH(s->p->arena, &s->answers, ((struct bit_answer){view, NULL}));
    LLVMValueRef real = of_instruction(s, view, depth ? depth - 1 : 0, answer);
    s->answers.items[answer].real = real;
    return real;
}

LLVMValueRef bits_real(struct bit_site *s, struct bit_view view)
{
    return real_of(s, view, DEPTH);
}
