/* Where integers become numbers: what of it number_bits.c is needed for, and the calls that stand
 * for the results. */
#include "prepare/bytes/bits/number_bits.h"
#include <math.h>
#include <string.h>

#define NUMBER_STEM  "enz.number."
#define INTEGER_STEM "enz.integer."

/* ---- what a result is made of ---------------------------------------------------------------- */

static bool keeps_words(LLVMOpcode op, uint64_t word, unsigned w)
{
    uint64_t sign = UINT64_C(1) << (w - 1);
    return !word || word == sign || (op == LLVMAnd && (word == below(w) || word == below(w - 1)));
}

/* What a mask is that the run chooses: emit/bits.c knows those that are made by masks and shifts.
 */
static bool is_chosen(LLVMValueRef v)
{
    return LLVMIsASelectInst(v) || LLVMIsAPHINode(v) || LLVMIsASExtInst(v) || LLVMIsALoadInst(v) ||
           LLVMIsAArgument(v);
}

/* Masks, shifts and the like that move whole words of w bits or change their signs. */
static bool moves_words(LLVMValueRef v, unsigned w)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    uint64_t c;
    bool shifts = op == LLVMShl || op == LLVMLShr;
    if (rule_reverses_bytes(v))
        return true;
    if (!shifts && op != LLVMAnd && op != LLVMOr && op != LLVMXor)
        return op != LLVMAdd && op != LLVMSub && op != LLVMMul && op != LLVMUDiv &&
               op != LLVMSDiv && op != LLVMAShr && op != LLVMCall;
    unsigned element = bits_of_element(LLVMTypeOf(v));
    for (unsigned at = 0; at < bits_width(LLVMTypeOf(v)); at += shifts ? element : w)
        if (!bits_constant(LLVMGetOperand(v, 1), (int)at, &c))
            return !shifts && (op == LLVMOr || !(is_chosen(LLVMGetOperand(v, 0)) ||
                                                 is_chosen(LLVMGetOperand(v, 1))));
        else if (shifts ? (c & below(element)) % w : !keeps_words(op, c & below(w), w))
            return false;
    return true;
}

struct survey {
    unsigned width;  /* of the words of the result */
    bool arithmetic; /* something is done that emit/bits.c has no derivative for */
    bool number, conversion;
    struct map seen;
    VEC(LLVMValueRef) all; /* of them */
};

static LLVMTypeRef scalar_of(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
}

/* Bits of numbers, from a cast or from elsewhere, or integers converted from numbers: here the
 * survey ends. */
static bool is_source(struct bit_site *s, struct survey *y, LLVMValueRef v)
{
    LLVMValueRef x = bits_of_number(v);
    bool converted = bits_of_conversion(v) != NULL, carried = bits_carried(s, v) != NULL;
    y->number |= x || carried;
    y->conversion |= converted;
    if (x && source_is_shifted(x, &(int){0}))
        y->arithmetic |=
            number_width(scalar_of(LLVMTypeOf(x))) != y->width; /* the low bits of a sum */
    return x || converted || carried;
}

static void look(struct bit_site *s, struct survey *y, LLVMValueRef v)
{
    if (LLVMIsAConstant(v) || !bits_width(LLVMTypeOf(v)) || map_get(&y->seen, v) ||
        map_get(&s->plain, v))
        return;
    map_put(&y->seen, v, v);
    VEC_PUSH(s->p->arena, &y->all, v);
    if (is_source(s, y, v) || !LLVMIsAInstruction(v) || LLVMIsALoadInst(v))
        return;
    y->arithmetic |= !moves_words(v, y->width);
    for (int k = LLVMIsASelectInst(v) ? 1 : 0; k < LLVMGetNumOperands(v); k++) {
        LLVMValueRef o = LLVMGetOperand(v, (unsigned)k);
        if (o && !LLVMValueIsBasicBlock(o))
            look(s, y, o);
    }
}

static struct survey survey_of(struct bit_site *s, LLVMValueRef v, unsigned width)
{
    struct survey y = {.width = width};
    map_init(&y.seen, s->p->arena);
    look(s, &y, v);
    for (unsigned k = 0; k < y.all.count && !y.number && !y.conversion; k++)
        map_put(&s->plain, y.all.items[k], s);
    return y;
}

/* ---- results --------------------------------------------------------------------------------- */

static LLVMValueRef lane_number(struct bit_site *s, unsigned i)
{
    return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(s->p->module)), i, 0);
}

/* A call for each lane: `first` is the scalar or vector, `reals` how the lanes move. */
static LLVMValueRef result_call(struct bit_site *s, const char *stem, LLVMTypeRef t,
                                LLVMValueRef first, LLVMValueRef const *reals)
{
    LLVMValueRef zero = LLVMConstNull(LLVMDoubleTypeInContext(LLVMGetTypeContext(t))),
                 out = LLVMGetPoison(t);
    bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
    LLVMTypeRef e = scalar_of(t);
    for (unsigned i = 0; i < bits_elements(t); i++) {
        LLVMValueRef x =
            vector ? LLVMBuildExtractElement(s->b, first, lane_number(s, i), "") : first;
        LLVMValueRef args[2] = {x, reals[i] ? reals[i] : zero},
                     one = number_call(s->p, s->b, stem, e, e, args, 2);
        out = vector ? LLVMBuildInsertElement(s->b, out, one, lane_number(s, i), "") : one;
    }
    return out;
}

static LLVMValueRef *lanes(struct bit_site *s, LLVMTypeRef t)
{
    return ARENA_ARRAY(s->p->arena, LLVMValueRef, bits_elements(t));
}

/* How numbers of type t with the bits v move; NULL: v is left alone. */
static LLVMValueRef *numbers_of_bits(struct bit_site *s, LLVMValueRef v, LLVMTypeRef t,
                                     bool perhaps)
{
    LLVMTypeRef e = scalar_of(t);
    int width = (int)number_width(e), m = (int)number_mantissa(e);
    struct survey y = survey_of(s, v, (unsigned)width);
    if (!(y.number && y.arithmetic) && !y.conversion)
        return NULL;
    LLVMValueRef *reals = lanes(s, t);
    for (unsigned i = 0; i < bits_elements(t); i++) {
        s->rounds = false;
        reals[i] = bits_real(s, (struct bit_view){v, v, (int)i * width, below((unsigned)width), m,
                                                  ldexp(1, -m), perhaps});
        if (s->rounds)
            reals[i] = NULL;
    }
    return s->failed ? NULL : reals;
}

/* v in words of the numbers of type t. */
static LLVMValueRef in_words(struct bit_site *s, LLVMValueRef v, LLVMTypeRef t)
{
    LLVMTypeRef word = LLVMIntTypeInContext(LLVMGetTypeContext(t), number_width(scalar_of(t)));
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        word = LLVMVectorType(word, LLVMGetVectorSize(t));
    return LLVMTypeOf(v) == word ? v : LLVMBuildBitCast(s->b, v, word, "");
}

/* The number is one of several: in a union, the bits may be those of an integer whenever another
 * one is chosen. */
static bool is_only_chosen_from(LLVMValueRef number)
{
    for (LLVMUseRef u = LLVMGetFirstUse(number); u; u = LLVMGetNextUse(u))
        if (!LLVMIsASelectInst(LLVMGetUser(u)) && !LLVMIsAPHINode(LLVMGetUser(u)))
            return false;
    return true;
}

/* Numbers made of bits. */
static bool rewrite_number(struct bit_site *s, LLVMValueRef result)
{
    LLVMTypeRef t = LLVMTypeOf(result);
    LLVMValueRef v = LLVMGetOperand(result, 0),
                 *reals = numbers_of_bits(s, v, t, is_only_chosen_from(result));
    if (!reals || !source_position(s, result))
        return false;
    LLVMReplaceAllUsesWith(result, result_call(s, NUMBER_STEM, t, in_words(s, v, t), reals));
    return true;
}

/* Bits stored where numbers lie. */
static bool rewrite_store(struct bit_site *s, LLVMValueRef store)
{
    LLVMValueRef v = LLVMGetOperand(store, 0);
    unsigned width = LLVMIsAConstant(v) ? 0 : bits_width(LLVMTypeOf(v));
    if (width < 16)
        return false;
    struct survey y = survey_of(s, v, bits_of_element(LLVMTypeOf(v)));
    LLVMTypeRef t = y.arithmetic || y.conversion ? s->p->facts->carried(s->p->facts->types, v)
                                                 : NULL,
                e = t ? scalar_of(t) : NULL;
    bool fits = t && number_is_scalar(e) && number_width(e) * bits_elements(t) == width;
    LLVMValueRef *reals = fits ? numbers_of_bits(s, v, t, true) : NULL;
    if (!reals)
        return false;
    LLVMPositionBuilderBefore(s->b, store);
    LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(store));
    LLVMSetOperand(store, 0, result_call(s, NUMBER_STEM, t, in_words(s, v, t), reals));
    return true;
}

/* The integer has been found before. */
static bool has_call(LLVMValueRef result)
{
    for (LLVMUseRef u = LLVMGetFirstUse(result); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u),
                     fn = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
        if ((LLVMIsAExtractElementInst(user) && has_call(user)) ||
            (fn && !strncmp(LLVMGetValueName(fn), INTEGER_STEM, sizeof INTEGER_STEM - 1)))
            return true;
    }
    return false;
}

/* Bits of numbers as integers, converted. */
static bool rewrite_integer(struct bit_site *s, LLVMValueRef result)
{
    LLVMTypeRef t = LLVMTypeOf(result);
    LLVMValueRef v = LLVMGetOperand(result, 0), *reals = lanes(s, t);
    unsigned width = bits_of_element(LLVMTypeOf(v));
    bool moves = false;
    if (has_call(result) || !survey_of(s, v, 64).number)
        return false;
    for (unsigned i = 0; i < bits_elements(t); i++) {
        reals[i] = bits_real(
            s, (struct bit_view){v, v, (int)(i * width), below(width), NO_EXPONENT, 1, false});
        moves |= reals[i] != NULL;
    }
    if (s->failed || !moves || !source_position(s, result))
        return false;
    LLVMValueRef copy = LLVMInstructionClone(result);
    LLVMInsertIntoBuilder(s->b, copy);
    LLVMReplaceAllUsesWith(result, result_call(s, INTEGER_STEM, t, copy, reals));
    return true;
}

static bool rewrite(struct bit_site *s, LLVMValueRef i)
{
    s->answers.count = 0;
    s->failed = s->rounds = false;
    if (LLVMIsAStoreInst(i))
        return rewrite_store(s, i);
    LLVMTypeRef from = LLVMGetNumOperands(i) ? LLVMTypeOf(LLVMGetOperand(i, 0)) : NULL;
    if (!from || !LLVMIsACastInst(i) || !LLVMGetFirstUse(i) ||
        !number_is_scalar(scalar_of(LLVMTypeOf(i))) || !bits_width(from))
        return false;
    return LLVMIsABitCastInst(i) ? rewrite_number(s, i) : rewrite_integer(s, i);
}

unsigned prepare_number_bits(struct prepare *p, LLVMValueRef fn)
{
    struct bit_site s = {.p = p, .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module))};
    unsigned changes = 0;
    map_init(&s.plain, p->arena);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
            changes += rewrite(&s, i);
    LLVMDisposeBuilder(s.b);
    if (changes)
        ezb_invalidate(p->cx, fn);
    return changes;
}
