/* Vector intrinsics as generic vector code: one lowering here instead of a forward and a reverse
 * rule each.
 *
 * The table is vector_calls.def. Instruction selection finds the machine instructions again where
 * they matter. Scalable vectors stay as they are. */
#include "prepare/vectors/lowering.h"
#include "prepare/vectors/vectors.h"
#include <string.h>

enum reduction { REDUCE_MAXNUM, REDUCE_MINNUM, REDUCE_MAXIMUM, REDUCE_MINIMUM };
enum permutation { PERMUTE_BLOCKS, PERMUTE_ALL };

/* ---- pieces ---------------------------------------------------------------------------------- */

LLVMValueRef vector_argument(struct lowering *l, unsigned i)
{
    return LLVMGetOperand(l->call, i);
}
static LLVMTypeRef argument_type(struct lowering *l, unsigned i)
{
    return LLVMTypeOf(vector_argument(l, i));
}
unsigned vector_lanes(LLVMValueRef v)
{
    return LLVMGetVectorSize(LLVMTypeOf(v));
}
LLVMTypeRef vector_i32(struct lowering *l)
{
    return LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(l->call)));
}

LLVMValueRef vector_flagged(struct lowering *l, LLVMValueRef v)
{
    if (LLVMIsAInstruction(v) && LLVMCanValueUseFastMathFlags(v) &&
        LLVMCanValueUseFastMathFlags(l->call))
        LLVMSetFastMathFlags(v, LLVMGetFastMathFlags(l->call));
    return v;
}

LLVMValueRef vector_arithmetic(struct lowering *l, LLVMOpcode op, LLVMValueRef x, LLVMValueRef y)
{
    return vector_flagged(l, LLVMBuildBinOp(l->b, op, x, y, ""));
}

/* Lane i of the result is lane from[i] of x followed by y; -1 = don't care. */
LLVMValueRef vector_shuffle(struct lowering *l, LLVMValueRef x, LLVMValueRef y, const int *from,
                            unsigned n)
{
    LLVMValueRef mask[MAX_LANES];
    LLVMTypeRef i32 = vector_i32(l);
    for (unsigned i = 0; i < n; i++)
        mask[i] = from[i] < 0 ? LLVMGetPoison(i32) : LLVMConstInt(i32, (unsigned)from[i], false);
    return LLVMBuildShuffleVector(l->b, x, y, LLVMConstVector(mask, n), "");
}

/* Lane 0 of first, the others of rest. */
LLVMValueRef vector_with_first(struct lowering *l, LLVMValueRef first, LLVMValueRef rest)
{
    LLVMValueRef zero = LLVMConstInt(vector_i32(l), 0, false);
    return LLVMBuildInsertElement(l->b, rest, LLVMBuildExtractElement(l->b, first, zero, ""), zero,
                                  "");
}

LLVMValueRef vector_intrinsic(struct lowering *l, const char *name, LLVMTypeRef *overload,
                              LLVMValueRef *args, unsigned count)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name)), overloads = overload ? 1 : 0;
    LLVMModuleRef m =
        LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(l->call)));
    LLVMTypeRef type = LLVMIntrinsicGetType(LLVMGetModuleContext(m), id, overload, overloads);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(m, id, overload, overloads);
    return vector_flagged(l, LLVMBuildCall2(l->b, type, fn, args, count, ""));
}

/* ---- lane by lane ---------------------------------------------------------------------------- */

/* minps: x < y ? x : y, so that a NaN or a tie gives y. */
static LLVMValueRef lower_choice(struct lowering *l)
{
    LLVMValueRef x = vector_argument(l, 0), y = vector_argument(l, 1);
    LLVMValueRef c = LLVMBuildFCmp(l->b, (LLVMRealPredicate)l->variant, x, y, "");
    return LLVMBuildSelect(l->b, c, x, y, "");
}

static LLVMValueRef lower_first_choice(struct lowering *l)
{
    return vector_with_first(l, lower_choice(l), vector_argument(l, 0));
}

static LLVMValueRef lower_first_approximation(struct lowering *l)
{
    LLVMValueRef x = vector_argument(l, 0);
    const char *name =
        l->variant == APPROXIMATE_RCP ? "llvm.x86.sse.rcp.ps" : "llvm.x86.sse.rsqrt.ps";
    return vector_with_first(l, vector_intrinsic(l, name, NULL, &x, 1), x);
}

/* cmpss: a mask in the first lane; the predicate in bits 0-2. */
static LLVMValueRef lower_first_compare(struct lowering *l)
{
    static const LLVMRealPredicate predicates[] = {LLVMRealOEQ, LLVMRealOLT, LLVMRealOLE,
                                                   LLVMRealUNO, LLVMRealUNE, LLVMRealUGE,
                                                   LLVMRealUGT, LLVMRealORD};
    LLVMTypeRef fp = LLVMGetElementType(LLVMTypeOf(l->call));
    LLVMContextRef c = LLVMGetTypeContext(fp);
    LLVMTypeRef integer = LLVMGetTypeKind(fp) == LLVMFloatTypeKind ? LLVMInt32TypeInContext(c)
                                                                   : LLVMInt64TypeInContext(c);
    LLVMValueRef zero = LLVMConstInt(vector_i32(l), 0, false);
    LLVMValueRef x = LLVMBuildExtractElement(l->b, vector_argument(l, 0), zero, ""),
                 y = LLVMBuildExtractElement(l->b, vector_argument(l, 1), zero, "");
    LLVMValueRef holds = LLVMBuildFCmp(
        l->b, predicates[LLVMConstIntGetZExtValue(vector_argument(l, 2)) & 7], x, y, "");
    LLVMValueRef mask = LLVMBuildBitCast(l->b, LLVMBuildSExt(l->b, holds, integer, ""), fp, "");
    return LLVMBuildInsertElement(l->b, vector_argument(l, 0), mask, zero, "");
}

/* blendv: the second operand where the mask's sign bit is set. */
static LLVMValueRef lower_blend(struct lowering *l)
{
    LLVMTypeRef fp = LLVMGetElementType(argument_type(l, 2));
    LLVMContextRef c = LLVMGetTypeContext(fp);
    LLVMTypeRef integer = LLVMGetTypeKind(fp) == LLVMFloatTypeKind ? LLVMInt32TypeInContext(c)
                                                                   : LLVMInt64TypeInContext(c);
    LLVMTypeRef bits = LLVMVectorType(integer, vector_lanes(vector_argument(l, 2)));
    LLVMValueRef mask = LLVMBuildBitCast(l->b, vector_argument(l, 2), bits, "");
    LLVMValueRef negative = LLVMBuildICmp(l->b, LLVMIntSLT, mask, LLVMConstNull(bits), "");
    return LLVMBuildSelect(l->b, negative, vector_argument(l, 1), vector_argument(l, 0), "");
}

/* roundps: bit 2 = current mode, else bits 0-1. */
LLVMValueRef vector_rounded(struct lowering *l, LLVMValueRef x, LLVMValueRef mode)
{
    static const char *const names[] = {"llvm.roundeven", "llvm.floor", "llvm.ceil", "llvm.trunc"};
    unsigned long long m = LLVMConstIntGetZExtValue(mode);
    LLVMTypeRef t = LLVMTypeOf(x);
    return vector_intrinsic(l, m & 4 ? "llvm.rint" : names[m & 3], &t, &x, 1);
}

static LLVMValueRef lower_round(struct lowering *l)
{
    return vector_rounded(l, vector_argument(l, 0), vector_argument(l, 1));
}

static LLVMValueRef lower_first_round(struct lowering *l)
{
    return vector_with_first(l, vector_rounded(l, vector_argument(l, 1), vector_argument(l, 2)),
                             vector_argument(l, 0));
}

/* fptrunc; missing upper lanes are zero. */
static LLVMValueRef lower_narrow(struct lowering *l)
{
    LLVMTypeRef result = LLVMTypeOf(l->call);
    unsigned n = vector_lanes(vector_argument(l, 0));
    LLVMValueRef v = LLVMBuildFPTrunc(l->b, vector_argument(l, 0),
                                      LLVMVectorType(LLVMGetElementType(result), n), "");
    int from[MAX_LANES] = {0};
    for (unsigned i = 0; i < LLVMGetVectorSize(result); i++)
        from[i] = (int)i;
    return n == LLVMGetVectorSize(result) ? v
                                          : vector_shuffle(l, v, LLVMConstNull(LLVMTypeOf(v)), from,
                                                           LLVMGetVectorSize(result));
}

static LLVMValueRef lower_narrow_first(struct lowering *l)
{
    LLVMValueRef zero = LLVMConstInt(vector_i32(l), 0, false),
                 x = LLVMBuildExtractElement(l->b, vector_argument(l, 1), zero, "");
    x = LLVMBuildFPTrunc(l->b, x, LLVMGetElementType(LLVMTypeOf(l->call)), "");
    return LLVMBuildInsertElement(l->b, vector_argument(l, 0), x, zero, "");
}

/* Half precision kept as 16 bits. */
static LLVMValueRef lower_to_half(struct lowering *l)
{
    LLVMTypeRef half = LLVMHalfTypeInContext(LLVMGetTypeContext(LLVMTypeOf(l->call)));
    return LLVMBuildBitCast(l->b, LLVMBuildFPTrunc(l->b, vector_argument(l, 0), half, ""),
                            LLVMTypeOf(l->call), "");
}

static LLVMValueRef lower_from_half(struct lowering *l)
{
    LLVMTypeRef half = LLVMHalfTypeInContext(LLVMGetTypeContext(LLVMTypeOf(l->call)));
    return LLVMBuildFPExt(l->b, LLVMBuildBitCast(l->b, vector_argument(l, 0), half, ""),
                          LLVMTypeOf(l->call), "");
}

/* vcvtps2ph, rounding to nearest (0) or as the environment has it (4); missing upper lanes are
 * zero. */
static LLVMValueRef lower_pack_half(struct lowering *l)
{
    LLVMTypeRef result = LLVMTypeOf(l->call),
                half = LLVMHalfTypeInContext(LLVMGetTypeContext(result));
    unsigned n = vector_lanes(vector_argument(l, 0)),
             rounding = (unsigned)LLVMConstIntGetZExtValue(vector_argument(l, 1)) & 7;
    if (rounding != 0 && rounding != 4)
        return NULL;
    LLVMValueRef v = LLVMBuildFPTrunc(l->b, vector_argument(l, 0), LLVMVectorType(half, n), "");
    int from[MAX_LANES] = {0};
    for (unsigned i = 0; i < LLVMGetVectorSize(result); i++)
        from[i] = (int)i;
    v = LLVMBuildBitCast(l->b, v, LLVMVectorType(LLVMGetElementType(result), n), "");
    return n == LLVMGetVectorSize(result) ? v
                                          : vector_shuffle(l, v, LLVMConstNull(LLVMTypeOf(v)), from,
                                                           LLVMGetVectorSize(result));
}

/* Even lanes subtract, odd lanes add. */
static LLVMValueRef lower_addsub(struct lowering *l)
{
    LLVMValueRef x = vector_argument(l, 0), y = vector_argument(l, 1);
    int n = (int)vector_lanes(x), from[MAX_LANES] = {0};
    for (int i = 0; i < n; i++)
        from[i] = i % 2 ? n + i : i;
    return vector_shuffle(l, vector_arithmetic(l, LLVMFSub, x, y),
                          vector_arithmetic(l, LLVMFAdd, x, y), from, (unsigned)n);
}

/* x*y - z in even lanes, x*y + z in odd lanes. */
LLVMValueRef lower_fused_addsub(struct lowering *l)
{
    LLVMValueRef z = vector_argument(l, 2),
                 args[3] = {vector_argument(l, 0), vector_argument(l, 1), NULL};
    int n = (int)vector_lanes(z), from[MAX_LANES] = {0};
    for (int i = 0; i < n; i++)
        from[i] = i % 2 ? i : n + i;
    args[2] =
        vector_shuffle(l, z, vector_flagged(l, LLVMBuildFNeg(l->b, z, "")), from, (unsigned)n);
    LLVMTypeRef t = LLVMTypeOf(z);
    return vector_intrinsic(l, "llvm.fma", &t, args, 3);
}

/* insertps: lane 6-7 of y goes to lane 4-5 of x; lanes of bits 0-3 become zero. */
static LLVMValueRef lower_insert_lane(struct lowering *l)
{
    unsigned m = (unsigned)LLVMConstIntGetZExtValue(vector_argument(l, 2));
    int from[4] = {0, 1, 2, 3}, cleared[4];
    from[m >> 4 & 3] = 4 + (int)(m >> 6 & 3);
    LLVMValueRef v = vector_shuffle(l, vector_argument(l, 0), vector_argument(l, 1), from, 4);
    for (int i = 0; i < 4; i++)
        cleared[i] = m >> i & 1 ? 4 + i : i;
    return vector_shuffle(l, v, LLVMConstNull(LLVMTypeOf(v)), cleared, 4);
}

/* Lanes chosen by a vector of integers: within blocks of 128 bits (vpermilvar; of doubles by bit
 * 1), or of all (vpermps). */
static LLVMValueRef lower_permutation(struct lowering *l)
{
    LLVMValueRef x = vector_argument(l, 0), which = vector_argument(l, 1),
                 out = LLVMGetPoison(LLVMTypeOf(x));
    LLVMTypeRef i32 = vector_i32(l), index = LLVMGetElementType(LLVMTypeOf(which));
    unsigned n = vector_lanes(x), block = l->variant == PERMUTE_ALL          ? n
                                          : LLVMGetIntTypeWidth(index) == 32 ? 4
                                                                             : 2;
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef k = LLVMBuildExtractElement(l->b, which, LLVMConstInt(i32, i, false), "");
        if (block == 2)
            k = LLVMBuildLShr(l->b, k, LLVMConstInt(index, 1, false), "");
        k = LLVMBuildAnd(l->b, k, LLVMConstInt(index, block - 1, false), "");
        k = LLVMBuildOr(l->b, k, LLVMConstInt(index, i / block * block, false), "");
        out = LLVMBuildInsertElement(l->b, out, LLVMBuildExtractElement(l->b, x, k, ""),
                                     LLVMConstInt(i32, i, false), "");
    }
    return out;
}

/* ---- across lanes ---------------------------------------------------------------------------- */

/* Lanes of 128 bits, in elements. */
static int block_size(LLVMValueRef v)
{
    return LLVMGetTypeKind(LLVMGetElementType(LLVMTypeOf(v))) == LLVMFloatTypeKind ? 4 : 2;
}

/* Neighbours of x, then of y, within blocks of 128 bits. */
static LLVMValueRef lower_horizontal(struct lowering *l)
{
    LLVMValueRef x = vector_argument(l, 0), y = vector_argument(l, 1);
    int n = (int)vector_lanes(x), block = block_size(x), even[MAX_LANES] = {0},
        odd[MAX_LANES] = {0};
    for (int i = 0; i < n; i++) {
        int at = i % block, base = i / block * block;
        even[i] = at < block / 2 ? base + 2 * at : n + base + 2 * (at - block / 2);
        odd[i] = even[i] + 1;
    }
    LLVMValueRef left = vector_shuffle(l, x, y, even, (unsigned)n),
                 right = vector_shuffle(l, x, y, odd, (unsigned)n);
    return vector_arithmetic(l, (LLVMOpcode)l->variant, left, right);
}

/* Lanes of v whose bit in mask is clear become zero; bits repeat per block. */
static LLVMValueRef masked(struct lowering *l, LLVMValueRef v, unsigned mask)
{
    int n = (int)vector_lanes(v), block = block_size(v), from[MAX_LANES] = {0};
    for (int i = 0; i < n; i++)
        from[i] = mask >> (i % block) & 1 ? i : n + i;
    return vector_shuffle(l, v, LLVMConstNull(LLVMTypeOf(v)), from, (unsigned)n);
}

/* Every lane plus its neighbour at the given distance, within blocks. */
static LLVMValueRef add_rotated(struct lowering *l, LLVMValueRef v, int distance)
{
    int n = (int)vector_lanes(v), block = block_size(v), from[MAX_LANES] = {0};
    for (int i = 0; i < n; i++)
        from[i] = i / block * block + ((i % block) ^ distance);
    return vector_arithmetic(l, LLVMFAdd, v, vector_shuffle(l, v, v, from, (unsigned)n));
}

/* dpps: products chosen by bits 4.., summed, written to the lanes chosen by bits 0... */
static LLVMValueRef lower_dot(struct lowering *l)
{
    unsigned mask = (unsigned)LLVMConstIntGetZExtValue(vector_argument(l, 2));
    LLVMValueRef v = masked(
        l, vector_arithmetic(l, LLVMFMul, vector_argument(l, 0), vector_argument(l, 1)), mask >> 4);
    v = add_rotated(l, v, 1);
    if (block_size(v) == 4)
        v = add_rotated(l, v, 2);
    return masked(l, v, mask);
}

/* Halves are combined until one lane is left; odd counts are combined one by one. */
static LLVMValueRef lower_reduction(struct lowering *l)
{
    static const char *const names[] = {"llvm.maxnum", "llvm.minnum", "llvm.maximum",
                                        "llvm.minimum"};
    LLVMValueRef v = vector_argument(l, 0);
    unsigned n = vector_lanes(v);
    for (; n % 2 == 0; n /= 2) {
        int low[MAX_LANES] = {0}, high[MAX_LANES] = {0};
        for (unsigned i = 0; i < n / 2; i++)
            low[i] = (int)i, high[i] = (int)(i + n / 2);
        LLVMValueRef halves[] = {vector_shuffle(l, v, v, low, n / 2),
                                 vector_shuffle(l, v, v, high, n / 2)};
        LLVMTypeRef t = LLVMTypeOf(halves[0]);
        v = vector_intrinsic(l, names[l->variant], &t, halves, 2);
    }
    LLVMValueRef out = NULL;
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef pair[] = {
            out, LLVMBuildExtractElement(l->b, v, LLVMConstInt(vector_i32(l), i, false), "")};
        LLVMTypeRef t = LLVMTypeOf(pair[1]);
        out = out ? vector_intrinsic(l, names[l->variant], &t, pair, 2) : pair[1];
    }
    return out;
}

/* ---- moving lanes ---------------------------------------------------------------------------- */

static LLVMValueRef lower_reverse(struct lowering *l)
{
    LLVMValueRef v = vector_argument(l, 0);
    int n = (int)vector_lanes(v), from[MAX_LANES] = {0};
    for (int i = 0; i < n; i++)
        from[i] = n - 1 - i;
    return vector_shuffle(l, v, v, from, (unsigned)n);
}

/* Consecutive lanes of both operands: from `offset` (left) or ending `offset` before the end of the
 * first (right). */
static LLVMValueRef lower_splice(struct lowering *l)
{
    LLVMValueRef x = vector_argument(l, 0), offset = vector_argument(l, 2);
    int n = (int)vector_lanes(x), from[MAX_LANES] = {0};
    if (!LLVMIsAConstantInt(offset) || LLVMConstIntGetZExtValue(offset) > (unsigned)n)
        return NULL;
    int shift = (int)LLVMConstIntGetZExtValue(offset);
    for (int i = 0; i < n; i++)
        from[i] = l->variant ? n - shift + i : shift + i;
    return vector_shuffle(l, x, vector_argument(l, 1), from, (unsigned)n);
}

static LLVMValueRef lower_interleave(struct lowering *l)
{
    LLVMValueRef x = vector_argument(l, 0);
    int n = (int)vector_lanes(x), from[MAX_LANES] = {0};
    for (int i = 0; i < 2 * n; i++)
        from[i] = i / 2 + (i % 2 ? n : 0);
    return vector_shuffle(l, x, vector_argument(l, 1), from, 2 * (unsigned)n);
}

static LLVMValueRef lower_deinterleave(struct lowering *l)
{
    LLVMValueRef v = vector_argument(l, 0), out = LLVMGetPoison(LLVMTypeOf(l->call));
    int n = (int)vector_lanes(v) / 2, from[MAX_LANES] = {0};
    for (unsigned part = 0; part < 2; part++) {
        for (int i = 0; i < n; i++)
            from[i] = 2 * i + (int)part;
        out = LLVMBuildInsertValue(l->b, out, vector_shuffle(l, v, v, from, (unsigned)n), part, "");
    }
    return out;
}

static LLVMValueRef lower_extract(struct lowering *l)
{
    LLVMValueRef v = vector_argument(l, 0);
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(l->call)),
             at = (unsigned)LLVMConstIntGetZExtValue(vector_argument(l, 1));
    int from[MAX_LANES] = {0};
    for (unsigned i = 0; i < n; i++)
        from[i] = (int)(at + i);
    return vector_shuffle(l, v, v, from, n);
}

/* The short vector is widened, then its lanes replace those from the index on. */
static LLVMValueRef lower_insert(struct lowering *l)
{
    LLVMValueRef v = vector_argument(l, 0), part = vector_argument(l, 1);
    int n = (int)vector_lanes(v), m = (int)vector_lanes(part),
        at = (int)LLVMConstIntGetZExtValue(vector_argument(l, 2)), from[MAX_LANES] = {0};
    for (int i = 0; i < n; i++)
        from[i] = i < m ? i : -1;
    LLVMValueRef wide = vector_shuffle(l, part, part, from, (unsigned)n);
    for (int i = 0; i < n; i++)
        from[i] = i >= at && i < at + m ? n + i - at : i;
    return vector_shuffle(l, v, wide, from, (unsigned)n);
}

/* ---- the table ------------------------------------------------------------------------------- */

struct vector_row {
    const char *name;
    LLVMValueRef (*lower)(struct lowering *l);
    unsigned variant;
};
static const struct vector_row table[] = {
#define VECTOR(name, lower, variant) {name, lower, variant},
#include "prepare/vectors/vector_calls.def"
#undef VECTOR
};

static const struct vector_row *find(const char *name, size_t length)
{
    size_t low = 0, high = sizeof table / sizeof *table;
    while (low < high) {
        size_t mid = (low + high) / 2;
        int order = strncmp(name, table[mid].name, length);
        if (!order)
            order = table[mid].name[length] ? -1 : 0;
        if (!order)
            return &table[mid];
        if (order < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return NULL;
}

/* Scalars, and vectors of a fixed length that fits our masks (twice, for interleaving). */
static bool fits(LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) == LLVMScalableVectorTypeKind)
        return false;
    return LLVMGetTypeKind(t) != LLVMVectorTypeKind || LLVMGetVectorSize(t) <= MAX_LANES / 2;
}

bool prepare_vector_call(LLVMBuilderRef b, LLVMValueRef call)
{
    size_t length;
    unsigned id = LLVMGetIntrinsicID(LLVMGetCalledValue(call));
    const char *name = id ? LLVMIntrinsicGetName(id, &length) : NULL;
    const struct vector_row *row = name ? find(name, length) : NULL;
    if (!row || !fits(LLVMTypeOf(call)))
        return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (!fits(LLVMTypeOf(LLVMGetOperand(call, i))))
            return false;
    struct lowering l = {b, call, row->variant};
    LLVMValueRef with = row->lower(&l);
    if (!with)
        return false;
    LLVMReplaceAllUsesWith(call, with);
    LLVMInstructionEraseFromParent(call);
    return true;
}
