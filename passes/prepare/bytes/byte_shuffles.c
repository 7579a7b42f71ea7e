/* Shuffles of bytes and short words that move whole numbers, written with wider elements: then it
 * can be seen that they do. A byte put beside numbers, into vectors that hold a struct, is put into
 * a wider element, too. */
#include "prepare/bytes/bytes.h"

enum { ELEMENTS_MAX = 64, DEPTH = 8 };

/* Element i of the wide mask if `group` narrow ones move together from an aligned place; -1 = don't
 * care; -2 = they do not. */
static int wide_element(LLVMValueRef inst, unsigned i, unsigned group)
{
    int first = -1;
    for (unsigned k = 0; k < group; k++) {
        int m = LLVMGetMaskValue(inst, i * group + k);
        if (m < 0)
            continue;
        if (first < 0)
            first = m - (int)k;
        if (m != first + (int)k || first < 0 || first % (int)group)
            return -2;
    }
    return first < 0 ? -1 : first / (int)group;
}

/* The elements of x and y, which may be one each, that the mask names: element by element, as no
 * vector has one element only. */
static LLVMValueRef pick(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y, const int *mask,
                         unsigned n)
{
    LLVMTypeRef t = LLVMTypeOf(x), i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(t));
    bool single = LLVMGetTypeKind(t) != LLVMVectorTypeKind;
    int width = single ? 1 : (int)LLVMGetVectorSize(t);
    LLVMValueRef whole = n > 1
                             ? LLVMGetPoison(LLVMVectorType(single ? t : LLVMGetElementType(t), n))
                             : NULL,
                 part = NULL;
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef from = mask[i] < width ? x : y;
        if (mask[i] < 0)
            continue;
        part = single ? from
                      : LLVMBuildExtractElement(
                            b, from, LLVMConstInt(i32, (unsigned)(mask[i] % width), 0), "");
        whole = whole ? LLVMBuildInsertElement(b, whole, part, LLVMConstInt(i32, i, 0), "") : NULL;
    }
    return whole ? whole : part;
}

static LLVMValueRef shuffle(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y, const int *mask,
                            unsigned n)
{
    LLVMValueRef indices[ELEMENTS_MAX];
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(x)));
    if (n == 1 || LLVMGetTypeKind(LLVMTypeOf(x)) != LLVMVectorTypeKind)
        return pick(b, x, y, mask, n);
    for (unsigned i = 0; i < n; i++)
        indices[i] = mask[i] < 0 ? LLVMGetPoison(i32) : LLVMConstInt(i32, (unsigned)mask[i], 0);
    return LLVMBuildShuffleVector(b, x, y, LLVMConstVector(indices, n), "");
}

static bool widen(LLVMBuilderRef b, LLVMValueRef inst, unsigned group)
{
    LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(inst, 0)), e = LLVMGetElementType(from);
    LLVMContextRef c = LLVMGetTypeContext(from);
    unsigned n = LLVMGetNumMaskElements(inst), width = LLVMGetVectorSize(from);
    int mask[ELEMENTS_MAX], any = -1;
    LLVMTypeRef wide = LLVMIntTypeInContext(c, LLVMGetIntTypeWidth(e) * group);
    if (n % group || width % group || n > ELEMENTS_MAX)
        return false;
    for (unsigned i = 0; i < n / group; i++) {
        mask[i] = wide_element(inst, i, group);
        if (mask[i] < -1)
            return false;
        any = mask[i] > any ? mask[i] : any;
    }
    if (any < 0)
        return false;
    LLVMPositionBuilderBefore(b, inst);
    LLVMTypeRef t = width == group ? wide : LLVMVectorType(wide, width / group);
    LLVMValueRef x = LLVMBuildBitCast(b, LLVMGetOperand(inst, 0), t, ""),
                 y = LLVMBuildBitCast(b, LLVMGetOperand(inst, 1), t, "");
    LLVMValueRef v = shuffle(b, x, y, mask, n / group);
    LLVMReplaceAllUsesWith(inst, LLVMBuildBitCast(b, v, LLVMTypeOf(inst), ""));
    LLVMInstructionEraseFromParent(inst);
    return true;
}

/* To elements of so many bits. */
static bool widen_to(LLVMBuilderRef b, LLVMValueRef inst, unsigned bits)
{
    unsigned group = bits / LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(inst)));
    return group > 1 && widen(b, inst, group);
}

/* How many bits numbers have that the bytes of a vector come from; 0: there are none. */
static unsigned bits_of_numbers(LLVMValueRef v, unsigned depth)
{
    if (LLVMIsABitCastInst(v)) {
        LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(v, 0));
        LLVMTypeKind k =
            LLVMGetTypeKind(LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t);
        if (k == LLVMDoubleTypeKind || k == LLVMFloatTypeKind)
            return k == LLVMDoubleTypeKind ? 64 : 32;
    }
    unsigned bits = 0, count = LLVMIsAShuffleVectorInst(v) || LLVMIsAInsertElementInst(v)
                                   ? 2
                                   : LLVMIsABitCastInst(v) != NULL;
    for (unsigned i = 0; i < count && depth && !bits; i++)
        bits = bits_of_numbers(LLVMGetOperand(v, i), depth - 1);
    return bits;
}

/* A byte put into a vector of bytes beside numbers: the element that it becomes a part of is none
 * of them. */
static bool widen_insertion(LLVMBuilderRef b, LLVMValueRef inst)
{
    LLVMValueRef lane = LLVMGetOperand(inst, 2), from = LLVMGetOperand(inst, 0),
                 byte = LLVMGetOperand(inst, 1);
    unsigned width = LLVMGetVectorSize(LLVMTypeOf(inst)),
             narrow = LLVMGetIntTypeWidth(LLVMTypeOf(byte)), bits = bits_of_numbers(from, DEPTH);
    if (!LLVMIsAConstantInt(lane) || !bits || width * narrow % bits)
        return false;
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(inst));
    LLVMTypeRef wide = LLVMIntTypeInContext(c, bits), i32 = LLVMInt32TypeInContext(c);
    uint64_t at = LLVMConstIntGetZExtValue(lane) * narrow, shift = at % bits,
             mask = ((UINT64_C(1) << narrow) - 1) << shift;
    LLVMValueRef index = LLVMConstInt(i32, at / bits, 0);
    LLVMPositionBuilderBefore(b, inst);
    LLVMValueRef v = LLVMBuildBitCast(b, from, LLVMVectorType(wide, width * narrow / bits), "");
    LLVMValueRef old = LLVMBuildFreeze(b, LLVMBuildExtractElement(b, v, index, ""), "");
    LLVMValueRef part =
        LLVMBuildShl(b, LLVMBuildZExt(b, byte, wide, ""), LLVMConstInt(wide, shift, 0), "");
    LLVMValueRef whole =
        LLVMBuildOr(b, LLVMBuildAnd(b, old, LLVMConstInt(wide, ~mask, 0), ""), part, "");
    v = LLVMBuildInsertElement(b, v, whole, index, "");
    LLVMReplaceAllUsesWith(inst, LLVMBuildBitCast(b, v, LLVMTypeOf(inst), ""));
    LLVMInstructionEraseFromParent(inst);
    return true;
}

static bool is_narrow(LLVMValueRef inst)
{
    if (!(LLVMIsAShuffleVectorInst(inst) || LLVMIsAInsertElementInst(inst)) ||
        LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVectorTypeKind)
        return false;
    LLVMTypeRef e = LLVMGetElementType(LLVMTypeOf(inst));
    return LLVMGetTypeKind(e) == LLVMIntegerTypeKind &&
           (LLVMGetIntTypeWidth(e) == 8 || LLVMGetIntTypeWidth(e) == 16);
}

unsigned prepare_byte_shuffles(struct prepare *p, LLVMValueRef fn)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    unsigned changed = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            bool done = !is_narrow(i);
            if (!done && LLVMIsAInsertElementInst(i))
                done = true, changed += widen_insertion(b, i);
            for (unsigned bits = 64; bits >= 16 && !done; bits /= 2)
                done = widen_to(b, i, bits), changed += done;
        }
    LLVMDisposeBuilder(b);
    return changed;
}
