/* What can be said of integers without following them far: their width, constants, bits that can be
 * set, numbers they come from. */
#include "prepare/bytes/bits/number_bits.h"
#include <string.h>

unsigned bits_elements(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetVectorSize(t) : 1;
}

unsigned bits_of_element(LLVMTypeRef t)
{
    LLVMTypeRef e = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
    unsigned width = LLVMGetTypeKind(e) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(e) : 0;
    return width > 64 ? 0 : width;
}

unsigned bits_width(LLVMTypeRef t)
{
    return bits_of_element(t) * bits_elements(t);
}

bool bits_constant(LLVMValueRef v, int at, uint64_t *bits)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    if (!LLVMIsAConstant(v) || !bits_width(t))
        return false;
    bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
    int width = (int)bits_of_element(t);
    *bits = 0;
    for (int i = at / width; i < (int)bits_elements(t) && i * width < at + 64; i++) {
        LLVMValueRef e = vector ? LLVMGetAggregateElement(v, (unsigned)i) : v;
        if (!e || !LLVMIsAConstantInt(e))
            return false;
        uint64_t word = LLVMConstIntGetZExtValue(e) & below((unsigned)width);
        *bits |= i * width >= at ? word << (i * width - at) : word >> (at - i * width);
    }
    return true;
}

static uint64_t live_of_phi(LLVMValueRef v, int at, unsigned depth)
{
    uint64_t live = 0;
    for (unsigned k = 0, n = LLVMCountIncoming(v); k < n; k++)
        live |= bits_live(LLVMGetIncomingValue(v, k), at, depth / n);
    return live;
}

/* Elements that become wider, narrower or shifted: only of the one at bit `at` something is said.
 */
static uint64_t live_of_element(LLVMValueRef v, int at, unsigned depth)
{
    LLVMValueRef a = LLVMGetOperand(v, 0);
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    int width = (int)bits_of_element(LLVMTypeOf(v)), from = (int)bits_of_element(LLVMTypeOf(a));
    uint64_t here = below((unsigned)width),
             others = below(bits_width(LLVMTypeOf(v)) - (unsigned)at) & ~here, by = 0;
    bool shifts = op == LLVMShl || op == LLVMLShr;
    if (at % width || !from || (shifts && !bits_constant(LLVMGetOperand(v, 1), at, &by)))
        return here | others;
    by &= here;
    uint64_t live = bits_live(a, at / width * from, depth) & below((unsigned)from);
    live = by > 63 ? 0 : op == LLVMShl ? live << by : live >> by;
    return (live & here) | others;
}

uint64_t bits_live(LLVMValueRef v, int at, unsigned depth)
{
    unsigned width = bits_width(LLVMTypeOf(v));
    uint64_t all = below(width - (unsigned)at), c;
    if (bits_constant(v, at, &c))
        return c;
    if (!depth-- || !LLVMIsAInstruction(v))
        return all;
    LLVMValueRef a = LLVMGetNumOperands(v) ? LLVMGetOperand(v, 0) : NULL;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAnd: return bits_live(a, at, depth) & bits_live(LLVMGetOperand(v, 1), at, depth);
    case LLVMOr:
    case LLVMXor: return bits_live(a, at, depth) | bits_live(LLVMGetOperand(v, 1), at, depth);
    case LLVMShl:
    case LLVMLShr:
    case LLVMZExt:
    case LLVMTrunc: return live_of_element(v, at, depth);
    case LLVMBitCast: return bits_width(LLVMTypeOf(a)) ? bits_live(a, at, depth) : all;
    case LLVMSelect:
        return bits_live(LLVMGetOperand(v, 1), at, depth / 2) |
               bits_live(LLVMGetOperand(v, 2), at, depth / 2);
    case LLVMPHI: return live_of_phi(v, at, depth);
    default: return all;
    }
}

static bool is_number(LLVMTypeRef t)
{
    return number_is_scalar(LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t);
}

LLVMValueRef bits_of_number(LLVMValueRef v)
{
    return LLVMIsABitCastInst(v) && is_number(LLVMTypeOf(LLVMGetOperand(v, 0)))
               ? LLVMGetOperand(v, 0)
               : NULL;
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
    static const char *const converting[] = {"llvm.fptosi.sat",
                                             "llvm.fptoui.sat",
                                             "llvm.lrint",
                                             "llvm.llrint",
                                             "llvm.lround",
                                             "llvm.llround",
                                             "llvm.x86.sse2.cvttps2dq",
                                             "llvm.x86.sse2.cvtps2dq",
                                             "llvm.x86.avx.cvtt.ps2dq.256",
                                             "llvm.x86.avx.cvt.ps2dq.256"};
    static const char *const rounding[] = {"llvm.ceil", "llvm.floor", "llvm.nearbyint",
                                           "llvm.rint", "llvm.round", "llvm.roundeven",
                                           "llvm.trunc"};
    if (!LLVMIsAInstruction(v) || !bits_width(LLVMTypeOf(v)))
        return NULL;
    if (!LLVMIsAFPToSIInst(v) && !LLVMIsAFPToUIInst(v) &&
        !is_one_of(intrinsic_name(v), converting, sizeof converting / sizeof *converting))
        return NULL;
    LLVMValueRef x = LLVMGetOperand(v, 0);
    while (is_one_of(intrinsic_name(x), rounding, sizeof rounding / sizeof *rounding))
        x = LLVMGetOperand(x, 0);
    return is_number(LLVMTypeOf(x)) && bits_elements(LLVMTypeOf(x)) == bits_elements(LLVMTypeOf(v))
               ? x
               : NULL;
}

bool bits_made_of_number(LLVMValueRef v, unsigned depth)
{
    if (bits_of_number(v) || bits_of_conversion(v))
        return true;
    if (!depth || !LLVMIsAInstruction(v) || LLVMIsALoadInst(v) || LLVMIsAPHINode(v) ||
        !bits_width(LLVMTypeOf(v)))
        return false;
    for (int k = 0; k < LLVMGetNumOperands(v); k++)
        if (bits_made_of_number(LLVMGetOperand(v, (unsigned)k), depth - 1))
            return true;
    return false;
}
