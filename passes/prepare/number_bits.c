/* Numbers made by integer arithmetic on the bits of other numbers (the fast inverse square root, logarithms and exponentials that
 * take exponent and mantissa apart, libm's high and low words) get a derivative.
 *
 * The integer counts as a real number that moves with the numbers it was made of: a bitcast of x has the slope 1 / ulp(x), sums,
 * differences, shifts and products by constants are linear, and a number made of the bits moves by its own ulp. For each result
 * the integers behind it are read backwards, and a sum of doubles with the same slopes is built beside them (enz.bits, ...;
 * number_bits.h), from which on forward mode, reverse mode and all else are those of any other arithmetic. On the way down goes
 * which bits still count, and where the exponent of the result lies: what reaches only sign and exponent has derivative 0.
 * Words that are merely moved, and signs changed by masks, are left to emit/bits.c. */
#include "prepare/number_bits.h"
#include <math.h>
#include <string.h>

#define NUMBER_STEM "enz.number."
#define INTEGER_STEM "enz.integer."
enum { DEPTH = 64, ANSWERS_MAX = 400, PLACES_MAX = 64 };

static LLVMValueRef real_of(struct bit_site *s, struct bit_view view, unsigned depth);

static uint64_t below(int n) { return n >= 64 ? UINT64_MAX : n <= 0 ? 0 : (UINT64_C(1) << n) - 1; }

static uint64_t moved(uint64_t bits, int left)
{
  return left >= 64 || left <= -64 ? 0 : left >= 0 ? bits << left : bits >> -left;
}

static LLVMTypeRef double_type(struct bit_site *s) { return LLVMDoubleTypeInContext(LLVMGetModuleContext(s->p->module)); }

/* ---- steps of the traversal --------------------------------------------------------------------------------------------------- */

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

static LLVMValueRef sum(struct bit_site *s, struct bit_view view, LLVMValueRef a, LLVMValueRef b)
{
  if (!a || !b)
    return a ? a : b;
  if (!source_position(s, view.place))
    return NULL;
  return LLVMBuildFAdd(s->b, a, b, "");
}

/* The numbers behind v, and what v is made of otherwise. */
static LLVMValueRef lost_behind(struct bit_site *s, struct bit_view view, LLVMValueRef v, unsigned depth)
{
  LLVMValueRef x = bits_of_number(v) ? bits_of_number(v) : bits_of_conversion(v), total = NULL;
  if (x)
    return source_lost(s, view, x);
  bool computed = LLVMIsABinaryOperator(v) || LLVMIsACastInst(v) || LLVMIsAIntrinsicInst(v) || LLVMIsASelectInst(v);
  if (!depth || !computed || !bits_made_of_number(v, depth))
    return LLVMIsAConstant(v) || LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind ? NULL : source_lost(s, view, v);
  for (int k = LLVMIsASelectInst(v) ? 1 : 0, n = LLVMGetNumOperands(v) - (LLVMIsACallInst(v) ? 1 : 0); k < n; k++) {
    LLVMValueRef more = sum(s, view, total, lost_behind(s, view, LLVMGetOperand(v, (unsigned)k), depth - 1));
    view.place = more ? more : view.place;
    total = more;
  }
  return total;
}

/* What comes of v in a way that has no derivative; if its bits are those of a number, that is refused. */
static LLVMValueRef unknown(struct bit_site *s, struct bit_view view)
{
  if (view.exponent == NO_EXPONENT)
    return NULL; /* an integer like any other: its conversion has no derivative */
  if (LLVMGetTypeKind(LLVMTypeOf(view.v)) != LLVMIntegerTypeKind) {
    s->failed = true;
    return NULL;
  }
  return lost_behind(s, view, view.v, 6);
}

/* The type of the number whose bits come from elsewhere in v: memory, an argument, a call. */
static LLVMTypeRef carried_by(struct bit_site *s, LLVMValueRef v)
{
  bool from_elsewhere = LLVMIsALoadInst(v) || LLVMIsAArgument(v) || LLVMIsAExtractValueInst(v) ||
                        (LLVMIsACallInst(v) && !LLVMIsAIntrinsicInst(v));
  LLVMTypeRef t = from_elsewhere && bits_width(LLVMTypeOf(v)) ? s->carried(s->types, v) : NULL;
  if (!t)
    return NULL;
  bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
  LLVMTypeRef e = vector ? LLVMGetElementType(t) : t;
  unsigned width = number_is_scalar(e) ? number_width(e) * (vector ? LLVMGetVectorSize(t) : 1) : 0;
  return width == bits_width(LLVMTypeOf(v)) ? t : NULL;
}

static LLVMValueRef sum_of_operands(struct bit_site *s, struct bit_view view, unsigned depth)
{
  LLVMValueRef a = real_of(s, of(view, LLVMGetOperand(view.v, 0)), depth);
  return sum(s, view, a, real_of(s, of(view, LLVMGetOperand(view.v, 1)), depth));
}

/* Times a constant, or divided by it. */
static LLVMValueRef scaled(struct bit_site *s, struct bit_view view, bool divided, unsigned depth)
{
  LLVMValueRef x = LLVMGetOperand(view.v, 0), c = LLVMGetOperand(view.v, 1);
  if (!LLVMIsAConstantInt(c) || LLVMGetIntTypeWidth(LLVMTypeOf(c)) > 64 || LLVMIsNull(c))
    return unknown(s, view);
  double by = (double)LLVMConstIntGetSExtValue(c);
  int exponent;
  frexp(by, &exponent);
  struct bit_view next = shifted(view, x, divided ? 1 - exponent : exponent - 1);
  next.factor = divided ? view.factor / by : view.factor * by;
  return real_of(s, next, depth);
}

static LLVMValueRef shift(struct bit_site *s, struct bit_view view, int sign, unsigned depth)
{
  uint64_t by;
  if (LLVMIsAConstant(LLVMGetOperand(view.v, 0)))
    return NULL;
  if (!bits_constant(LLVMGetOperand(view.v, 1), &by) || LLVMGetTypeKind(LLVMTypeOf(view.v)) != LLVMIntegerTypeKind || by > 63)
    return unknown(s, view);
  return real_of(s, shifted(view, LLVMGetOperand(view.v, 0), sign * (int)by), depth);
}

/* A constant shifted by what was made of a number: the mask that floor and its like cut off the fraction with. */
static bool is_fraction_mask(LLVMValueRef v)
{
  for (unsigned depth = 0; depth < 6 && LLVMIsAInstruction(v); depth++) {
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    uint64_t bits;
    if ((op == LLVMShl || op == LLVMLShr || op == LLVMAShr) && bits_constant(LLVMGetOperand(v, 0), &bits))
      return bits_made_of_number(LLVMGetOperand(v, 1), 16);
    if (op != LLVMXor && op != LLVMZExt && op != LLVMSExt && op != LLVMAdd)
      return false;
    v = LLVMGetOperand(v, op == LLVMAdd && LLVMIsAConstant(LLVMGetOperand(v, 0)) ? 1 : 0);
  }
  return false;
}

static LLVMValueRef masked(struct bit_site *s, struct bit_view view, unsigned depth)
{
  uint64_t bits;
  for (unsigned k = 0; k < 2; k++)
    if (bits_constant(LLVMGetOperand(view.v, k), &bits))
      return real_of(s, kept(view, LLVMGetOperand(view.v, 1 - k), bits), depth);
  if (is_fraction_mask(LLVMGetOperand(view.v, 0)) || is_fraction_mask(LLVMGetOperand(view.v, 1)))
    return s->rounds = true, NULL;
  return unknown(s, view);
}

/* or, xor: with a constant, or of words that have no bit of the mantissa in common. */
static LLVMValueRef joined(struct bit_site *s, struct bit_view view, unsigned depth)
{
  LLVMValueRef a = LLVMGetOperand(view.v, 0), b = LLVMGetOperand(view.v, 1);
  bool either = LLVMGetInstructionOpcode(view.v) == LLVMXor;
  uint64_t counts = view.keep & below(view.exponent), all = below((int)bits_width(LLVMTypeOf(view.v))), bits;
  if (view.exponent == NO_EXPONENT)
    counts &= all >> 1;
  if (bits_constant(b, &bits) || bits_constant(a, &bits)) {
    LLVMValueRef x = bits_constant(b, &(uint64_t){0}) ? a : b;
    if (!either)
      return real_of(s, kept(view, x, ~bits), depth);
    if ((bits & counts) == counts)
      return real_of(s, negated(view, x), depth);
    return bits & counts ? unknown(s, view) : real_of(s, of(view, x), depth);
  }
  bool apart = !either && LLVMGetIsDisjoint(view.v);
  if (!apart && (bits_live(a, DEPTH) & bits_live(b, DEPTH) & counts))
    return unknown(s, view);
  return sum_of_operands(s, view, depth);
}

/* ---- vectors of two or more integers as one ------------------------------------------------------------------------------------- */

static LLVMValueRef element(struct bit_site *s, struct bit_view view, unsigned depth)
{
  LLVMValueRef index = LLVMGetOperand(view.v, LLVMIsAExtractElementInst(view.v) ? 1 : 2);
  LLVMValueRef vector = LLVMGetOperand(view.v, 0);
  if (!LLVMIsAConstantInt(index) || !bits_width(LLVMTypeOf(vector)))
    return unknown(s, view);
  int width = (int)bits_width(LLVMGetElementType(LLVMTypeOf(vector)));
  int at = (int)LLVMConstIntGetZExtValue(index) * width;
  if (LLVMIsAExtractElementInst(view.v))
    return real_of(s, shifted(view, vector, -at), depth);
  struct bit_view part = shifted(kept(view, NULL, moved(below(width), at)), LLVMGetOperand(view.v, 1), at);
  LLVMValueRef a = real_of(s, kept(view, vector, ~moved(below(width), at)), depth);
  return sum(s, view, a, real_of(s, part, depth));
}

static LLVMValueRef shuffled(struct bit_site *s, struct bit_view view, unsigned depth)
{
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(view.v, 0));
  if (!bits_width(from))
    return unknown(s, view);
  int width = (int)bits_width(LLVMGetElementType(from)), n = (int)LLVMGetVectorSize(from);
  LLVMValueRef total = NULL;
  for (int i = 0; i < (int)LLVMGetNumMaskElements(view.v); i++) {
    int m = LLVMGetMaskValue(view.v, (unsigned)i);
    if (m < 0)
      continue;
    struct bit_view lane = kept(view, NULL, moved(below(width), i * width));
    lane = shifted(lane, LLVMGetOperand(view.v, m >= n), (i - m % n) * width);
    LLVMValueRef real = real_of(s, lane, depth), more = sum(s, view, total, real);
    if (more && more != total && more != real)
      view.place = more;
    total = more;
  }
  return total;
}

/* ---- values that come on several ways --------------------------------------------------------------------------------------------- */

static LLVMValueRef or_zero(struct bit_site *s, LLVMValueRef real) { return real ? real : LLVMConstNull(double_type(s)); }

static LLVMValueRef chosen(struct bit_site *s, struct bit_view view, LLVMValueRef condition, LLVMValueRef a, LLVMValueRef b)
{
  if (!a && !b)
    return NULL;
  if (!source_position(s, view.place))
    return NULL;
  if (!condition) /* the larger or smaller of two */
    condition = LLVMBuildICmp(s->b, LLVMIntEQ, view.v, LLVMGetOperand(view.v, 0), "");
  return LLVMBuildSelect(s->b, condition, or_zero(s, a), or_zero(s, b), "");
}

static LLVMValueRef selected(struct bit_site *s, struct bit_view view, unsigned depth)
{
  LLVMValueRef condition = LLVMGetOperand(view.v, 0);
  if (LLVMGetTypeKind(LLVMTypeOf(condition)) != LLVMIntegerTypeKind)
    return unknown(s, view);
  view.perhaps = true;
  LLVMValueRef a = real_of(s, of(view, LLVMGetOperand(view.v, 1)), depth);
  return chosen(s, view, condition, a, real_of(s, of(view, LLVMGetOperand(view.v, 2)), depth));
}

static LLVMValueRef merged(struct bit_site *s, struct bit_view view, unsigned depth, unsigned answer)
{
  LLVMPositionBuilderBefore(s->b, view.v);
  LLVMSetCurrentDebugLocation2(s->b, NULL);
  LLVMValueRef phi = LLVMBuildPhi(s->b, double_type(s), "");
  view.perhaps = true;
  s->answers.items[answer].real = phi;
  for (unsigned k = 0; k < LLVMCountIncoming(view.v); k++) {
    LLVMValueRef real = or_zero(s, real_of(s, of(view, LLVMGetIncomingValue(view.v, k)), depth));
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(view.v, k);
    LLVMAddIncoming(phi, &real, &from, 1);
  }
  return phi;
}

static LLVMValueRef of_call(struct bit_site *s, struct bit_view view, unsigned depth)
{
  static const char *const extremes[] = {"llvm.smax", "llvm.smin", "llvm.umax", "llvm.umin"};
  size_t length = 0;
  unsigned id = LLVMIsAIntrinsicInst(view.v) ? LLVMGetIntrinsicID(LLVMGetCalledValue(view.v)) : 0;
  const char *name = id ? LLVMIntrinsicGetName(id, &length) : "";
  for (size_t i = 0; i < sizeof extremes / sizeof *extremes; i++)
    if (!strcmp(name, extremes[i]) && LLVMGetTypeKind(LLVMTypeOf(view.v)) == LLVMIntegerTypeKind) {
      LLVMValueRef a = real_of(s, of(view, LLVMGetOperand(view.v, 0)), depth);
      return chosen(s, view, NULL, a, real_of(s, of(view, LLVMGetOperand(view.v, 1)), depth));
    }
  return unknown(s, view);
}

/* ---- any integer --------------------------------------------------------------------------------------------------------------------- */

/* A vector of numbers as one integer: the numbers one by one. */
static LLVMValueRef of_numbers(struct bit_site *s, struct bit_view view, LLVMValueRef x)
{
  LLVMTypeRef t = LLVMTypeOf(x);
  if (number_is_scalar(t))
    return source_number(s, view, x);
  LLVMValueRef total = NULL;
  int width = (int)number_width(LLVMGetElementType(t));
  for (int i = 0; i < (int)LLVMGetVectorSize(t) && !s->failed; i++) {
    struct bit_view part = shifted(kept(view, NULL, moved(below(width), i * width)), view.v, i * width);
    if (!part.keep)
      continue;
    if (!source_position(s, view.place))
      return NULL;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(t));
    LLVMValueRef one = LLVMBuildExtractElement(s->b, x, LLVMConstInt(i32, (unsigned)i, 0), "");
    if (LLVMIsAInstruction(one))
      part.place = view.place = one;
    LLVMValueRef real = source_number(s, part, one);
    view.place = real ? real : view.place;
    total = sum(s, view, total, real);
    view.place = total ? total : view.place;
  }
  return total;
}

static LLVMValueRef of_instruction(struct bit_site *s, struct bit_view view, unsigned depth, unsigned answer)
{
  LLVMValueRef v = view.v, number = bits_of_number(v), converted = bits_of_conversion(v);
  if (number)
    return of_numbers(s, view, number);
  if (converted)
    return source_conversion(s, view, converted);
  LLVMTypeRef carried = carried_by(s, v);
  if (carried && source_position(s, v)) {
    view.place = LLVMBuildBitCast(s->b, v, carried, "");
    return of_numbers(s, view, view.place);
  }
  if (!depth || s->answers.count > ANSWERS_MAX || !LLVMIsAInstruction(v))
    return unknown(s, view);
  switch (LLVMGetInstructionOpcode(v)) {
  case LLVMAdd: return sum_of_operands(s, view, depth);
  case LLVMSub: {
    LLVMValueRef a = real_of(s, of(view, LLVMGetOperand(v, 0)), depth);
    return sum(s, view, a, real_of(s, negated(view, LLVMGetOperand(v, 1)), depth));
  }
  case LLVMMul: return scaled(s, view, false, depth);
  case LLVMUDiv:
  case LLVMSDiv: return scaled(s, view, true, depth);
  case LLVMShl: return shift(s, view, 1, depth);
  case LLVMLShr:
  case LLVMAShr: return shift(s, view, -1, depth);
  case LLVMAnd: return masked(s, view, depth);
  case LLVMOr:
  case LLVMXor: return joined(s, view, depth);
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMBitCast:
  case LLVMFreeze: return real_of(s, of(view, LLVMGetOperand(v, 0)), depth);
  case LLVMExtractElement:
  case LLVMInsertElement: return element(s, view, depth);
  case LLVMShuffleVector: return shuffled(s, view, depth);
  case LLVMSelect: return selected(s, view, depth);
  case LLVMPHI: return merged(s, view, depth, answer);
  case LLVMCall: return of_call(s, view, depth);
  default: return unknown(s, view);
  }
}

static bool same_view(struct bit_view a, struct bit_view b)
{
  return a.v == b.v && a.keep == b.keep && a.exponent == b.exponent && a.factor == b.factor && a.perhaps == b.perhaps;
}

/* A double that moves as the result does with these bits, NULL where it does not move. */
static LLVMValueRef real_of(struct bit_site *s, struct bit_view view, unsigned depth)
{
  unsigned width = bits_width(LLVMTypeOf(view.v));
  if (s->failed || !width || LLVMIsAConstant(view.v)) {
    s->failed |= !width;
    return NULL;
  }
  view.place = view.v;
  view.keep &= below((int)width);
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

/* ---- results ---------------------------------------------------------------------------------------------------------------------------- */

/* Masks, shifts and the like that move whole words of w bits or change their signs. */
static bool moves_words(LLVMValueRef v, unsigned w)
{
  LLVMOpcode op = LLVMGetInstructionOpcode(v);
  uint64_t c, sign = UINT64_C(1) << (w - 1);
  if (op == LLVMShl || op == LLVMLShr)
    return bits_constant(LLVMGetOperand(v, 1), &c) && c % w == 0;
  if (op != LLVMAnd && op != LLVMOr && op != LLVMXor)
    return op != LLVMAdd && op != LLVMSub && op != LLVMMul && op != LLVMUDiv && op != LLVMSDiv && op != LLVMAShr && op != LLVMCall;
  if (!bits_constant(LLVMGetOperand(v, 1), &c))
    return true;
  for (unsigned at = 0; at < bits_width(LLVMTypeOf(v)); at += w) {
    uint64_t word = c >> at & below((int)w);
    if (word && word != sign && (op != LLVMAnd || (word != below((int)w) && word != below((int)w - 1))))
      return false;
  }
  return true;
}

struct survey {
  unsigned width;  /* of the words of the result */
  bool arithmetic; /* something is done that emit/bits.c has no derivative for */
  bool number, conversion;
  LLVMValueRef seen[PLACES_MAX];
  unsigned count;
};

static void look(struct bit_site *s, struct survey *y, LLVMValueRef v, unsigned depth)
{
  for (unsigned i = 0; i < y->count; i++)
    if (y->seen[i] == v)
      return;
  if (!depth || y->count == PLACES_MAX || LLVMIsAConstant(v) || !bits_width(LLVMTypeOf(v)))
    return;
  y->seen[y->count++] = v;
  bool number = bits_of_number(v) != NULL, converted = bits_of_conversion(v) != NULL, carried = carried_by(s, v) != NULL;
  y->number |= number || carried;
  y->conversion |= converted;
  if (number && source_is_shifted(bits_of_number(v), &(int){0}))
    y->arithmetic |= number_width(LLVMTypeOf(bits_of_number(v))) != y->width; /* the low bits of a sum */
  if (number || converted || carried || !LLVMIsAInstruction(v) || LLVMIsALoadInst(v))
    return;
  y->arithmetic |= !moves_words(v, y->width);
  for (int k = LLVMIsASelectInst(v) ? 1 : 0; k < LLVMGetNumOperands(v); k++)
    if (LLVMGetOperand(v, (unsigned)k) && !LLVMValueIsBasicBlock(LLVMGetOperand(v, (unsigned)k)))
      look(s, y, LLVMGetOperand(v, (unsigned)k), depth - 1);
}

static struct survey survey_of(struct bit_site *s, LLVMValueRef v, unsigned width)
{
  struct survey y = {.width = width};
  look(s, &y, v, DEPTH);
  return y;
}

static LLVMValueRef result_call(struct bit_site *s, const char *stem, LLVMTypeRef t, LLVMValueRef first, LLVMValueRef real)
{
  LLVMValueRef args[2] = {first, or_zero(s, real)};
  return number_call(s->p, s->b, stem, t, t, args, 2);
}

/* How a number of type t with the bits v moves; false: v is left alone. */
static bool number_of_bits(struct bit_site *s, LLVMValueRef v, LLVMTypeRef t, LLVMValueRef *real)
{
  struct survey y = survey_of(s, v, number_width(t));
  if (!(y.number && y.arithmetic) && !y.conversion)
    return false;
  int m = (int)number_mantissa(t);
  *real = real_of(s, (struct bit_view){v, v, UINT64_MAX, m, ldexp(1, -m), false}, DEPTH);
  if (s->rounds)
    *real = NULL;
  return !s->failed;
}

/* A number made of bits. */
static bool rewrite_number(struct bit_site *s, LLVMValueRef result)
{
  LLVMTypeRef t = LLVMTypeOf(result);
  LLVMValueRef v = LLVMGetOperand(result, 0), real;
  if (!number_of_bits(s, v, t, &real) || !source_position(s, result))
    return false;
  LLVMTypeRef word = LLVMIntTypeInContext(LLVMGetTypeContext(t), number_width(t));
  if (LLVMTypeOf(v) != word)
    v = LLVMBuildBitCast(s->b, v, word, "");
  LLVMReplaceAllUsesWith(result, result_call(s, NUMBER_STEM, t, v, real));
  return true;
}

/* Bits stored where a number lies. */
static bool rewrite_store(struct bit_site *s, LLVMValueRef store)
{
  LLVMValueRef v = LLVMGetOperand(store, 0), real;
  unsigned width = LLVMIsAConstant(v) ? 0 : bits_width(LLVMTypeOf(v));
  if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind || (width != 16 && width != 32 && width != 64) ||
      !survey_of(s, v, width).arithmetic)
    return false;
  LLVMTypeRef t = s->carried(s->types, v);
  if (!t || !number_is_scalar(t) || number_width(t) != width || !number_of_bits(s, v, t, &real))
    return false;
  LLVMPositionBuilderBefore(s->b, store);
  LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(store));
  LLVMSetOperand(store, 0, result_call(s, NUMBER_STEM, t, v, real));
  return true;
}

/* The integer has been found before. */
static bool has_call(LLVMValueRef result)
{
  for (LLVMUseRef u = LLVMGetFirstUse(result); u; u = LLVMGetNextUse(u))
    if (LLVMIsACallInst(LLVMGetUser(u)) && !strncmp(LLVMGetValueName(LLVMGetCalledValue(LLVMGetUser(u))), INTEGER_STEM, sizeof INTEGER_STEM - 1))
      return true;
  return false;
}

/* Bits of a number as an integer, converted. */
static bool rewrite_integer(struct bit_site *s, LLVMValueRef result)
{
  LLVMValueRef v = LLVMGetOperand(result, 0);
  if (has_call(result) || !survey_of(s, v, 64).number)
    return false;
  LLVMValueRef real = real_of(s, (struct bit_view){v, v, UINT64_MAX, NO_EXPONENT, 1, false}, DEPTH);
  if (s->failed || !real || !source_position(s, result))
    return false;
  LLVMTypeRef t = LLVMTypeOf(result);
  LLVMValueRef call = result_call(s, INTEGER_STEM, t, LLVMGetPoison(t), real);
  LLVMReplaceAllUsesWith(result, call);
  LLVMSetOperand(call, 0, result);
  return true;
}

static bool rewrite(struct bit_site *s, LLVMValueRef i)
{
  s->answers.count = 0;
  s->failed = s->rounds = false;
  if (LLVMIsAStoreInst(i))
    return rewrite_store(s, i);
  LLVMTypeRef from = LLVMGetNumOperands(i) ? LLVMTypeOf(LLVMGetOperand(i, 0)) : NULL;
  if (!from || !number_is_scalar(LLVMTypeOf(i)) || !LLVMGetFirstUse(i) || !LLVMIsACastInst(i) || !bits_width(from))
    return false;
  return LLVMIsABitCastInst(i) ? rewrite_number(s, i) : rewrite_integer(s, i);
}

unsigned prepare_number_bits(struct prepare *p, LLVMValueRef fn, prepare_carried_type *carried, void *user)
{
  struct bit_site s = {.p = p, .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module)), .carried = carried, .types = user};
  unsigned changes = 0;
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block; block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
      changes += rewrite(&s, i);
  LLVMDisposeBuilder(s.b);
  if (changes)
    ezb_invalidate(p->cx, fn);
  return changes;
}
