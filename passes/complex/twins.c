/* Imaginary parts of values: a second register for each, moved as the first one is. */
#include "llvm-c/Target.h"
#include "base/type.h"
#include "complex/clone.h"

void clone_refuse(struct clone *c, const char *why)
{
    if (!c->all->why)
        c->all->why = why;
}

/* ---- types ---- */

static unsigned element_count(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMVectorTypeKind: return LLVMGetVectorSize(t);
    case LLVMArrayTypeKind: return (unsigned)LLVMGetArrayLength2(t);
    case LLVMStructTypeKind: return LLVMCountStructElementTypes(t);
    default: return 0;
    }
}

static LLVMTypeRef element_type(LLVMTypeRef t, unsigned k)
{
    return LLVMGetTypeKind(t) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(t, k)
                                                    : LLVMGetElementType(t);
}

bool twin_exists(LLVMTypeRef t)
{
    unsigned n = element_count(t);
    bool any = type_is_fp(t);
    if (LLVMGetTypeKind(t) != LLVMStructTypeKind && n > 1)
        n = 1;
    for (unsigned k = 0; k < n && !any; k++)
        any = twin_exists(element_type(t, k));
    return any;
}

LLVMTypeRef twin_type(struct clone *c, LLVMTypeRef t)
{
    unsigned n = element_count(t);
    if (type_is_fp(t))
        return c->f64;
    if (!twin_exists(t))
        return LLVMStructTypeInContext(LLVMGetTypeContext(t), NULL, 0, false);
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        return LLVMVectorType(c->f64, n);
    if (LLVMGetTypeKind(t) == LLVMArrayTypeKind)
        return LLVMArrayType2(twin_type(c, LLVMGetElementType(t)), n);
    LLVMTypeRef *parts = ARENA_ARRAY(c->all->arena, LLVMTypeRef, n);
    for (unsigned k = 0; k < n; k++)
        parts[k] = twin_type(c, element_type(t, k));
    return LLVMStructTypeInContext(LLVMGetTypeContext(t), parts, n, false);
}

/* ---- each number of a value ---- */

static LLVMValueRef index_of(LLVMTypeRef t, unsigned k)
{
    return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(t)), k, false);
}

static LLVMValueRef part_of(struct clone *c, LLVMTypeRef t, LLVMValueRef whole, unsigned k)
{
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind
               ? LLVMBuildExtractElement(c->b, whole, index_of(t, k), "")
               : LLVMBuildExtractValue(c->b, whole, k, "");
}

static LLVMValueRef with_part(struct clone *c, LLVMTypeRef t, LLVMValueRef whole, LLVMValueRef part,
                              unsigned k)
{
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind
               ? LLVMBuildInsertElement(c->b, whole, part, index_of(t, k), "")
               : LLVMBuildInsertValue(c->b, whole, part, k, "");
}

static uint64_t offset_of(struct clone *c, LLVMTypeRef t, unsigned k)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(c->all->module);
    return LLVMGetTypeKind(t) == LLVMStructTypeKind
               ? LLVMOffsetOfElement(layout, t, k)
               : k * LLVMABISizeOfType(layout, LLVMGetElementType(t));
}

LLVMValueRef twin_walk(struct clone *c, LLVMTypeRef t, uint64_t offset, LLVMValueRef twin,
                       twin_leaf *leaf, void *user)
{
    if (type_is_fp(t))
        return leaf(c, user, t, offset, twin);
    LLVMValueRef whole = LLVMConstNull(twin_type(c, t));
    for (unsigned k = 0, n = element_count(t); k < n; k++) {
        LLVMTypeRef part = element_type(t, k);
        if (!twin_exists(part))
            continue;
        LLVMValueRef v = twin_walk(c, part, offset + offset_of(c, t, k),
                                   twin ? part_of(c, t, twin, k) : NULL, leaf, user);
        if (v)
            whole = with_part(c, t, whole, v, k);
    }
    return whole;
}

/* ---- memory ---- */

/* As in enum check_number of the runtime; of others nothing is known. */
static uint64_t kind_of_number(struct clone *c, LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMFloatTypeKind: return 0;
    case LLVMDoubleTypeKind: return 1;
    case LLVMX86_FP80TypeKind: return 2;
    default: clone_refuse(c, "it moves numbers of a type that is not followed"); return 0;
    }
}

static LLVMValueRef address(struct clone *c, LLVMValueRef p, uint64_t offset)
{
    LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetTypeContext(c->f64));
    LLVMValueRef by = LLVMConstInt(c->i64, offset, false);
    return offset ? LLVMBuildGEP2(c->b, byte, p, &by, 1, "") : p;
}

static LLVMValueRef load_part(struct clone *c, void *user, LLVMTypeRef number, uint64_t offset,
                              LLVMValueRef part)
{
    LLVMValueRef args[] = {address(c, user, offset),
                           LLVMConstInt(c->i64, kind_of_number(c, number), false)};
    (void)part;
    return clone_runtime(c, "enz_rt_complex_load", c->f64, args, 2);
}

static LLVMValueRef store_part(struct clone *c, void *user, LLVMTypeRef number, uint64_t offset,
                               LLVMValueRef part)
{
    LLVMValueRef args[] = {address(c, user, offset),
                           LLVMConstInt(c->i64, kind_of_number(c, number), false), part};
    clone_runtime(c, "enz_rt_complex_store", c->none, args, 3);
    return NULL;
}

static void touch_bytes(struct clone *c, const char *name, LLVMValueRef p, LLVMTypeRef t)
{
    uint64_t n = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(c->all->module), t);
    LLVMValueRef args[] = {p, LLVMConstInt(c->i64, n, false)};
    if (LLVMGetTypeKind(t) != LLVMPointerTypeKind)
        clone_runtime(c, name, c->none, args, 2);
}

static LLVMValueRef load(struct clone *c, LLVMValueRef inst)
{
    LLVMTypeRef t = LLVMTypeOf(inst);
    LLVMPositionBuilderBefore(c->b, LLVMGetNextInstruction(inst));
    if (twin_exists(t))
        return twin_walk(c, t, 0, NULL, load_part, LLVMGetOperand(inst, 0));
    touch_bytes(c, "enz_rt_complex_lost", LLVMGetOperand(inst, 0), t);
    return NULL;
}

/* Behind the store: the entry has the number as it is in memory. */
static void store(struct clone *c, LLVMValueRef inst)
{
    LLVMValueRef v = LLVMGetOperand(inst, 0), p = LLVMGetOperand(inst, 1);
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMValueRef twin = twin_exists(t) ? twin_of(c, v) : NULL;
    LLVMPositionBuilderBefore(c->b, LLVMGetNextInstruction(inst));
    if (twin)
        twin_walk(c, t, 0, twin, store_part, p);
    else
        touch_bytes(c, "enz_rt_complex_clear", p, t);
}

/* ---- phis ---- */

void twin_begin_phis(struct clone *c)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(c->fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && LLVMIsAPHINode(i);
             i = LLVMGetNextInstruction(i)) {
            if (!twin_exists(LLVMTypeOf(i)) || map_get(&c->twins, i))
                continue;
            LLVMPositionBuilderBefore(c->b, i);
            LLVMValueRef twin = LLVMBuildPhi(c->b, twin_type(c, LLVMTypeOf(i)), "");
            map_put(&c->twins, i, twin);
            map_put(&c->twins, twin, twin); /* not one of the function's own */
        }
}

static void finish_phi(struct clone *c, LLVMValueRef phi, LLVMValueRef twin)
{
    for (unsigned k = 0, n = LLVMCountIncoming(phi); k < n; k++) {
        LLVMValueRef part = twin_of(c, LLVMGetIncomingValue(phi, k));
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
        LLVMAddIncoming(twin, &part, &from, 1);
    }
}

void twin_finish_phis(struct clone *c)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(c->fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && LLVMIsAPHINode(i);
             i = LLVMGetNextInstruction(i)) {
            LLVMValueRef twin = map_get(&c->twins, i);
            if (twin && twin != i)
                finish_phi(c, i, twin);
        }
}

/* ---- instructions ---- */

/* Moves numbers: the same with the twins of its operands. */
static LLVMValueRef moved(struct clone *c, LLVMValueRef inst)
{
    LLVMValueRef x[3] = {NULL, NULL, NULL};
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    unsigned first = op == LLVMSelect ? 1 : 0, n = (unsigned)LLVMGetNumOperands(inst);
    for (unsigned k = first; k < n && k < 3; k++)
        x[k] = twin_exists(LLVMTypeOf(LLVMGetOperand(inst, k)))
                   ? twin_of(c, LLVMGetOperand(inst, k))
                   : LLVMGetOperand(inst, k);
    LLVMPositionBuilderBefore(c->b, LLVMGetNextInstruction(inst));
    switch (op) {
    case LLVMFNeg: return LLVMBuildFNeg(c->b, x[0], "");
    case LLVMFreeze: return x[0];
    case LLVMSelect: return LLVMBuildSelect(c->b, LLVMGetOperand(inst, 0), x[1], x[2], "");
    case LLVMExtractElement: return LLVMBuildExtractElement(c->b, x[0], x[1], "");
    case LLVMInsertElement: return LLVMBuildInsertElement(c->b, x[0], x[1], x[2], "");
    default: return x[0];
    }
}

static LLVMValueRef shuffled(struct clone *c, LLVMValueRef inst)
{
    LLVMValueRef x = twin_of(c, LLVMGetOperand(inst, 0)), y = twin_of(c, LLVMGetOperand(inst, 1));
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(c->f64));
    unsigned n = LLVMGetNumMaskElements(inst);
    LLVMValueRef *mask = ARENA_ARRAY(c->all->arena, LLVMValueRef, n);
    for (unsigned k = 0; k < n; k++) {
        int from = LLVMGetMaskValue(inst, k);
        mask[k] = from < 0 ? LLVMConstNull(i32) : LLVMConstInt(i32, (unsigned)from, false);
    }
    LLVMPositionBuilderBefore(c->b, LLVMGetNextInstruction(inst));
    return LLVMBuildShuffleVector(c->b, x, y, LLVMConstVector(mask, n), "");
}

static LLVMValueRef extracted(struct clone *c, LLVMValueRef inst)
{
    LLVMValueRef twin = twin_of(c, LLVMGetOperand(inst, 0));
    const unsigned *path = LLVMGetIndices(inst);
    LLVMPositionBuilderBefore(c->b, LLVMGetNextInstruction(inst));
    for (unsigned k = 0, n = LLVMGetNumIndices(inst); k < n; k++)
        twin = LLVMBuildExtractValue(c->b, twin, path[k], "");
    return twin;
}

/* Parts that hold no numbers have empty twins. */
static LLVMValueRef inserted_at(struct clone *c, LLVMValueRef whole, LLVMValueRef part,
                                const unsigned *path, unsigned n)
{
    if (n == 0)
        return part;
    LLVMValueRef inner = LLVMBuildExtractValue(c->b, whole, *path, "");
    return LLVMBuildInsertValue(c->b, whole, inserted_at(c, inner, part, path + 1, n - 1), *path,
                                "");
}

static LLVMValueRef inserted(struct clone *c, LLVMValueRef inst)
{
    LLVMValueRef v = LLVMGetOperand(inst, 1);
    LLVMValueRef whole = twin_of(c, LLVMGetOperand(inst, 0)),
                 part = twin_exists(LLVMTypeOf(v)) ? twin_of(c, v) : NULL;
    LLVMPositionBuilderBefore(c->b, LLVMGetNextInstruction(inst));
    return part ? inserted_at(c, whole, part, LLVMGetIndices(inst), LLVMGetNumIndices(inst))
                : whole;
}

static LLVMValueRef reinterpreted(struct clone *c, LLVMValueRef inst)
{
    LLVMValueRef x = LLVMGetOperand(inst, 0);
    LLVMTypeRef from = LLVMTypeOf(x), to = LLVMTypeOf(inst);
    if (from == to)
        return twin_of(c, x);
    if (twin_exists(from))
        operation_lose(c, inst, x);
    return NULL;
}

/* NULL: zero. */
static LLVMValueRef build(struct clone *c, LLVMValueRef inst)
{
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMFAdd: return operation_twin(c, inst, "fadd", 2);
    case LLVMFSub: return operation_twin(c, inst, "fsub", 2);
    case LLVMFMul: return operation_twin(c, inst, "fmul", 2);
    case LLVMFDiv: return operation_twin(c, inst, "fdiv", 2);
    case LLVMFRem: return operation_twin(c, inst, "fmod", 2);
    case LLVMFPExt:
    case LLVMFPTrunc: return twin_of(c, LLVMGetOperand(inst, 0));
    case LLVMSIToFP:
    case LLVMUIToFP: return NULL;
    case LLVMLoad: return load(c, inst);
    case LLVMBitCast: return reinterpreted(c, inst);
    case LLVMFNeg:
    case LLVMFreeze:
    case LLVMSelect:
    case LLVMExtractElement:
    case LLVMInsertElement: return moved(c, inst);
    case LLVMShuffleVector: return shuffled(c, inst);
    case LLVMExtractValue: return extracted(c, inst);
    case LLVMInsertValue: return inserted(c, inst);
    default: clone_refuse(c, "it computes numbers in a way that is not followed"); return NULL;
    }
}

/* What has no number as its value. */
static void note(struct clone *c, LLVMValueRef inst)
{
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMStore: store(c, inst); break;
    case LLVMLoad: load(c, inst); break;
    case LLVMRet: call_give_result(c, inst); break;
    case LLVMBitCast: reinterpreted(c, inst); break;
    case LLVMInvoke:
    case LLVMCallBr:
    case LLVMResume: clone_refuse(c, "it may throw an exception"); break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: clone_refuse(c, "it writes volatile or atomic memory"); break;
    default: break; /* comparisons and conversions see the real part */
    }
}

void twin_build(struct clone *c, LLVMValueRef inst)
{
    if (map_get(&c->twins, inst) || LLVMIsAPHINode(inst))
        return;
    if (LLVMIsACallInst(inst))
        call_build(c, inst);
    else if (!twin_exists(LLVMTypeOf(inst)) || LLVMIsAInvokeInst(inst))
        note(c, inst);
    else {
        LLVMValueRef twin = build(c, inst);
        map_put(&c->twins, inst, twin ? twin : LLVMConstNull(twin_type(c, LLVMTypeOf(inst))));
    }
}

LLVMValueRef twin_of(struct clone *c, LLVMValueRef v)
{
    LLVMValueRef twin = map_get(&c->twins, v);
    if (!twin && LLVMIsAInstruction(v)) {
        twin_build(c, v);
        twin = map_get(&c->twins, v);
    }
    return twin ? twin : LLVMConstNull(twin_type(c, LLVMTypeOf(v)));
}

bool twin_is_zero(LLVMValueRef twin)
{
    return LLVMIsConstant(twin) && LLVMIsNull(twin);
}
