/* What can be said of integers without following them far: their width, constants, bits that can be set, numbers they come from. */
#include "prepare/number_bits.h"
#include <string.h>

static uint64_t below(unsigned n) { return n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1; }

unsigned bits_width(LLVMTypeRef t)
{
  bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
  LLVMTypeRef e = vector ? LLVMGetElementType(t) : t;
  if (LLVMGetTypeKind(e) != LLVMIntegerTypeKind)
    return 0;
  unsigned width = LLVMGetIntTypeWidth(e) * (vector ? LLVMGetVectorSize(t) : 1);
  return width > 64 ? 0 : width;
}

bool bits_constant(LLVMValueRef v, uint64_t *bits)
{
  LLVMTypeRef t = LLVMTypeOf(v);
  if (!LLVMIsAConstant(v) || !bits_width(t))
    return false;
  bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
  unsigned n = vector ? LLVMGetVectorSize(t) : 1, width = bits_width(t) / n;
  *bits = 0;
  for (unsigned i = 0; i < n; i++) {
    LLVMValueRef e = vector ? LLVMGetAggregateElement(v, i) : v;
    if (!e || !LLVMIsAConstantInt(e))
      return false;
    *bits |= (LLVMConstIntGetZExtValue(e) & below(width)) << (i * width);
  }
  return true;
}

static uint64_t live_of_phi(LLVMValueRef v, unsigned depth)
{
  uint64_t live = 0;
  for (unsigned k = 0, n = LLVMCountIncoming(v); k < n; k++)
    live |= bits_live(LLVMGetIncomingValue(v, k), depth / n);
  return live;
}

uint64_t bits_live(LLVMValueRef v, unsigned depth)
{
  uint64_t all = below(bits_width(LLVMTypeOf(v))), c;
  if (bits_constant(v, &c))
    return c;
  if (!depth-- || !LLVMIsAInstruction(v))
    return all;
  LLVMValueRef a = LLVMGetNumOperands(v) ? LLVMGetOperand(v, 0) : NULL;
  bool shifts = LLVMGetNumOperands(v) == 2 && bits_constant(LLVMGetOperand(v, 1), &c) && c < 64;
  switch (LLVMGetInstructionOpcode(v)) {
  case LLVMAnd: return bits_live(a, depth) & bits_live(LLVMGetOperand(v, 1), depth);
  case LLVMOr:
  case LLVMXor: return bits_live(a, depth) | bits_live(LLVMGetOperand(v, 1), depth);
  case LLVMShl: return shifts ? bits_live(a, depth) << c & all : all;
  case LLVMLShr: return shifts ? bits_live(a, depth) >> c : all;
  case LLVMZExt: return bits_width(LLVMTypeOf(a)) ? bits_live(a, depth) : all;
  case LLVMTrunc: return bits_width(LLVMTypeOf(a)) ? bits_live(a, depth) & all : all;
  case LLVMSelect: return bits_live(LLVMGetOperand(v, 1), depth / 2) | bits_live(LLVMGetOperand(v, 2), depth / 2);
  case LLVMPHI: return live_of_phi(v, depth);
  default: return all;
  }
}

static bool is_number(LLVMTypeRef t)
{
  return number_is_scalar(LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t);
}

LLVMValueRef bits_of_number(LLVMValueRef v)
{
  return LLVMIsABitCastInst(v) && is_number(LLVMTypeOf(LLVMGetOperand(v, 0))) ? LLVMGetOperand(v, 0) : NULL;
}

/* The name of the intrinsic that v calls, or "". */
static const char *intrinsic_name(LLVMValueRef v)
{
  size_t length;
  unsigned id = LLVMIsAIntrinsicInst(v) ? LLVMGetIntrinsicID(LLVMGetCalledValue(v)) : 0;
  return id ? LLVMIntrinsicGetName(id, &length) : "";
}

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!strcmp(name, names[i]))
      return true;
  return false;
}

bool number_is_product_sum(LLVMValueRef v)
{
  static const char *const names[] = {"llvm.fma", "llvm.fmuladd"};
  return is_one_of(intrinsic_name(v), names, sizeof names / sizeof *names);
}

LLVMValueRef bits_of_conversion(LLVMValueRef v)
{
  static const char *const converting[] = {"llvm.fptosi.sat", "llvm.fptoui.sat", "llvm.lrint", "llvm.llrint",
                                           "llvm.lround", "llvm.llround"};
  static const char *const rounding[] = {"llvm.ceil", "llvm.floor", "llvm.nearbyint", "llvm.rint", "llvm.round",
                                         "llvm.roundeven", "llvm.trunc"};
  if (!LLVMIsAInstruction(v) || LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind)
    return NULL;
  if (!LLVMIsAFPToSIInst(v) && !LLVMIsAFPToUIInst(v) &&
      !is_one_of(intrinsic_name(v), converting, sizeof converting / sizeof *converting))
    return NULL;
  LLVMValueRef x = LLVMGetOperand(v, 0);
  while (is_one_of(intrinsic_name(x), rounding, sizeof rounding / sizeof *rounding))
    x = LLVMGetOperand(x, 0);
  return number_is_scalar(LLVMTypeOf(x)) ? x : NULL;
}

bool bits_made_of_number(LLVMValueRef v, unsigned depth)
{
  if (bits_of_number(v) || bits_of_conversion(v))
    return true;
  if (!depth || !LLVMIsAInstruction(v) || LLVMIsALoadInst(v) || LLVMIsAPHINode(v) || !bits_width(LLVMTypeOf(v)))
    return false;
  for (int k = 0; k < LLVMGetNumOperands(v); k++)
    if (bits_made_of_number(LLVMGetOperand(v, (unsigned)k), depth - 1))
      return true;
  return false;
}
