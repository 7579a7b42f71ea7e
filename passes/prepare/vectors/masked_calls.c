/* Accesses of chosen lanes: see the header.
 *
 * The branches are built in a function of their own, which is inlined at the call: the inliner
 * knows how to split a block. */
#include "base/target.h"
#include "bridge/compat.h"
#include "prepare/vectors/vectors.h"
#include <string.h>

enum { MAX_LANES = 64, MAX_OPERANDS = 8 };
enum access { LOAD, STORE, LOAD_PACKED, STORE_PACKED };
#define NONE (-1)

struct masked_row {
    const char *name;
    enum access access;
    int mask, pointer, value, rest, index;
};
static const struct masked_row table[] = {
#define ALIGNED(operand) ((operand) + EZB_MASKED_ALIGNMENTS)
#define MASKED(name, access, mask, pointer, value, rest, index)                                    \
    {name, access, mask, pointer, value, rest, index},
#include "prepare/vectors/masked_calls.def"
#undef MASKED
#undef ALIGNED
};

/* The function with the branches while it is built. */
struct lanes {
    const struct masked_row *row;
    LLVMContextRef c;
    LLVMBuilderRef b;
    LLVMValueRef fn;
    LLVMTypeRef vector; /* what is loaded or stored */
    LLVMValueRef where; /* packed: address of the next element */
};

/* ---- pieces ---------------------------------------------------------------------------------- */

static LLVMValueRef operand(struct lanes *l, int k)
{
    return LLVMGetParam(l->fn, (unsigned)k);
}
static LLVMTypeRef element(struct lanes *l)
{
    return LLVMGetElementType(l->vector);
}
static LLVMValueRef number(struct lanes *l, unsigned i)
{
    return LLVMConstInt(LLVMInt32TypeInContext(l->c), i, 0);
}
static bool is_vector(LLVMValueRef v)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
}
static bool is_load(const struct masked_row *r)
{
    return r->access == LOAD || r->access == LOAD_PACKED;
}
static bool is_packed(const struct masked_row *r)
{
    return r->access == LOAD_PACKED || r->access == STORE_PACKED;
}

static LLVMValueRef lane_of(struct lanes *l, LLVMValueRef v, unsigned i)
{
    return LLVMBuildExtractElement(l->b, v, number(l, i), "");
}

/* A lane is chosen by its bit, or by the sign of its element. */
static LLVMValueRef is_chosen(struct lanes *l, unsigned i)
{
    LLVMValueRef mask = operand(l, l->row->mask);
    LLVMTypeRef t = LLVMGetElementType(LLVMTypeOf(mask));
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(mask));
    if (LLVMGetTypeKind(t) == LLVMFloatTypeKind || LLVMGetTypeKind(t) == LLVMDoubleTypeKind) {
        t = LLVMIntTypeInContext(l->c, LLVMGetTypeKind(t) == LLVMFloatTypeKind ? 32 : 64);
        mask = LLVMBuildBitCast(l->b, mask, LLVMVectorType(t, n), "");
    }
    LLVMValueRef lane = lane_of(l, mask, i);
    return LLVMGetIntTypeWidth(t) == 1
               ? lane
               : LLVMBuildICmp(l->b, LLVMIntSLT, lane, LLVMConstNull(t), "");
}

/* Base plus index times scale (the last operand), one address per lane, or consecutive elements. */
static LLVMValueRef address(struct lanes *l, unsigned i)
{
    LLVMValueRef p = operand(l, l->row->pointer), at = target_bytes(target_module(l->b), i);
    if (is_packed(l->row))
        return l->where;
    if (is_vector(p))
        return lane_of(l, p, i);
    if (l->row->index == NONE)
        return LLVMBuildInBoundsGEP2(l->b, element(l), p, &at, 1, "");
    LLVMTypeRef word = target_size(target_module(l->b));
    LLVMValueRef scale = LLVMBuildZExt(l->b, operand(l, (int)LLVMCountParams(l->fn) - 1), word, "");
    at = LLVMBuildIntCast2(l->b, lane_of(l, operand(l, l->row->index), i), word, 1, "");
    at = LLVMBuildMul(l->b, at, scale, "");
    return LLVMBuildGEP2(l->b, LLVMInt8TypeInContext(l->c), p, &at, 1, "");
}

/* ---- the function ---------------------------------------------------------------------------- */

static LLVMValueRef joined(struct lanes *l, LLVMValueRef skipped, LLVMBasicBlockRef from,
                           LLVMValueRef done, LLVMBasicBlockRef body)
{
    LLVMValueRef phi = LLVMBuildPhi(l->b, LLVMTypeOf(done), ""), values[] = {skipped, done};
    LLVMBasicBlockRef blocks[] = {from, body};
    LLVMAddIncoming(phi, values, blocks, 2);
    return phi;
}

/* if (chosen) access; returns the loaded vector so far. */
static LLVMValueRef build_lane(struct lanes *l, unsigned i, LLVMValueRef so_far)
{
    LLVMValueRef one = target_bytes(target_module(l->b), 1), chosen = is_chosen(l, i),
                 next = so_far, after = NULL;
    LLVMBasicBlockRef from = LLVMGetInsertBlock(l->b),
                      body = LLVMAppendBasicBlockInContext(l->c, l->fn, "");
    LLVMBasicBlockRef rest = LLVMAppendBasicBlockInContext(l->c, l->fn, "");
    LLVMBuildCondBr(l->b, chosen, body, rest);
    LLVMPositionBuilderAtEnd(l->b, body);
    LLVMValueRef p = address(l, i);
    if (is_load(l->row))
        next = LLVMBuildInsertElement(l->b, so_far, LLVMBuildLoad2(l->b, element(l), p, ""),
                                      number(l, i), "");
    else
        LLVMBuildStore(l->b, lane_of(l, operand(l, l->row->value), i), p);
    if (is_packed(l->row))
        after = LLVMBuildInBoundsGEP2(l->b, element(l), l->where, &one, 1, "");
    LLVMBuildBr(l->b, rest);
    LLVMPositionBuilderAtEnd(l->b, rest);
    if (is_load(l->row))
        next = joined(l, so_far, from, next, body);
    if (after)
        l->where = joined(l, l->where, from, after, body);
    return next;
}

static unsigned index_lanes(struct lanes *l)
{
    return l->row->index == NONE ? LLVMGetVectorSize(l->vector)
                                 : LLVMGetVectorSize(LLVMTypeOf(operand(l, l->row->index)));
}

static void build_function(struct lanes *l)
{
    LLVMPositionBuilderAtEnd(l->b, LLVMAppendBasicBlockInContext(l->c, l->fn, ""));
    LLVMValueRef v = l->row->rest == NONE ? LLVMConstNull(l->vector) : operand(l, l->row->rest);
    l->where = operand(l, l->row->pointer);
    for (unsigned i = 0, n = LLVMGetVectorSize(l->vector); i < n; i++) {
        if (i < index_lanes(l))
            v = build_lane(l, i, v);
        else /* more lanes than indices: zero */
            v = LLVMBuildInsertElement(l->b, v, LLVMConstNull(element(l)), number(l, i), "");
    }
    if (is_load(l->row))
        LLVMBuildRet(l->b, v);
    else
        LLVMBuildRetVoid(l->b);
}

/* ---- the call -------------------------------------------------------------------------------- */

static const struct masked_row *find(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strlen(table[i].name) == length && !memcmp(table[i].name, name, length))
            return &table[i];
    return NULL;
}

/* The vector that is loaded or stored. */
static LLVMTypeRef moved(const struct masked_row *row, LLVMValueRef call)
{
    return is_load(row) ? LLVMTypeOf(call) : LLVMTypeOf(LLVMGetOperand(call, (unsigned)row->value));
}

/* The row of a call that can be replaced, or NULL: vectors of run-time length stay. */
static const struct masked_row *row_of(LLVMValueRef call)
{
    size_t length;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    unsigned id = LLVMIsAFunction(callee) ? LLVMGetIntrinsicID(callee) : 0;
    const char *name = id ? LLVMIntrinsicGetName(id, &length) : NULL;
    const struct masked_row *row = name ? find(name, length) : NULL;
    if (!row || LLVMGetNumArgOperands(call) > MAX_OPERANDS)
        return NULL;
    LLVMTypeRef vector = moved(row, call);
    bool fits =
        LLVMGetTypeKind(vector) == LLVMVectorTypeKind && LLVMGetVectorSize(vector) <= MAX_LANES;
    return fits ? row : NULL;
}

bool prepare_is_masked_call(LLVMValueRef call)
{
    return row_of(call) != NULL;
}

bool prepare_masked_call(EzbCtx *cx, LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call)
{
    const struct masked_row *row = row_of(call);
    unsigned n = LLVMGetNumArgOperands(call);
    if (!row)
        return false;
    struct lanes l = {.row = row, .c = LLVMGetModuleContext(m), .vector = moved(row, call)};
    l.fn = LLVMAddFunction(m, "enz.lanes", LLVMGetCalledFunctionType(call));
    LLVMSetLinkage(l.fn, LLVMInternalLinkage);
    l.b = LLVMCreateBuilderInContext(l.c);
    build_function(&l);
    LLVMDisposeBuilder(l.b);
    LLVMValueRef args[MAX_OPERANDS];
    for (unsigned i = 0; i < n; i++)
        args[i] = LLVMGetOperand(call, i);
    LLVMValueRef branches = LLVMBuildCall2(b, LLVMGlobalGetValueType(l.fn), l.fn, args, n, "");
    if (is_load(row))
        LLVMReplaceAllUsesWith(call, branches);
    LLVMInstructionEraseFromParent(call);
    bool inlined = !ezb_inline_call(cx, branches);
    ezb_forget_function(cx, l.fn);
    if (inlined)
        LLVMDeleteFunction(l.fn);
    return true;
}
