/* Writes the function for several lanes at once: the control flow of the function for one, and its
 * instructions in the forms that together.c says. */
#include "batch/widen.h"
#include "batch/masks.h"
#include "ir/in_place.h"

/* A value for all lanes: `once` if it is the same, else one or both of the others. */
struct form {
    LLVMValueRef once, vector, *each;
};

struct widening {
    const struct together *t;
    LLVMValueRef fn;
    unsigned lanes;
    struct form *forms; /* per number */
    struct map blocks;
    LLVMBuilderRef builder;
};

static LLVMTypeRef lane_index(const struct widening *w)
{
    return LLVMInt32TypeInContext(LLVMGetModuleContext(w->t->module));
}

static LLVMValueRef lane_number(const struct widening *w, unsigned lane)
{
    return LLVMConstInt(lane_index(w), lane, 0);
}

static struct form *form_of(const struct widening *w, LLVMValueRef v)
{
    unsigned n = map_get_id(&w->t->numbers, v);
    return n == MAP_NO_ID ? NULL : &w->forms[n];
}

/* ---- values ---------------------------------------------------------------------------------- */

static LLVMValueRef once(const struct widening *w, LLVMValueRef v)
{
    struct form *f = form_of(w, v);
    return f ? f->once : v;
}

static LLVMValueRef in_lane(const struct widening *w, LLVMValueRef v, unsigned lane)
{
    if (!together_varies(w->t, v))
        return once(w, v);
    struct form *f = form_of(w, v);
    return f->each ? f->each[lane]
                   : LLVMBuildExtractElement(w->builder, f->vector, lane_number(w, lane), "");
}

static LLVMValueRef gather(const struct widening *w, LLVMTypeRef element, LLVMValueRef *each)
{
    LLVMValueRef vector = LLVMGetPoison(LLVMVectorType(element, w->lanes));
    for (unsigned v = 0; v < w->lanes; v++)
        vector = LLVMBuildInsertElement(w->builder, vector, each[v], lane_number(w, v), "");
    return vector;
}

static LLVMValueRef splat(const struct widening *w, LLVMValueRef v)
{
    LLVMValueRef *copies = ARENA_ARRAY(w->t->arena, LLVMValueRef, w->lanes);
    LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(v), w->lanes);
    for (unsigned i = 0; i < w->lanes; i++)
        copies[i] = v;
    if (LLVMIsConstant(v))
        return LLVMConstVector(copies, w->lanes);
    LLVMValueRef one =
        LLVMBuildInsertElement(w->builder, LLVMGetPoison(type), v, lane_number(w, 0), "");
    LLVMValueRef zeros = LLVMConstNull(LLVMVectorType(lane_index(w), w->lanes));
    return LLVMBuildShuffleVector(w->builder, one, LLVMGetPoison(type), zeros, "");
}

static LLVMValueRef as_vector(const struct widening *w, LLVMValueRef v)
{
    if (!together_varies(w->t, v))
        return splat(w, once(w, v));
    struct form *f = form_of(w, v);
    return f->vector ? f->vector : gather(w, LLVMTypeOf(v), f->each);
}

/* ---- instructions ---------------------------------------------------------------------------- */

/* What is said of a loop names places in the other function. */
static void drop_loop_hints(LLVMValueRef inst)
{
    static const char kind[] = "llvm.loop";
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(inst));
    LLVMSetMetadata(inst, LLVMGetMDKindIDInContext(context, kind, sizeof kind - 1), NULL);
}

/* The instruction for one lane, or for all of them. */
static LLVMValueRef copy(const struct widening *w, LLVMValueRef inst, unsigned lane)
{
    LLVMValueRef c = LLVMInstructionClone(inst);
    for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(inst); k < n; k++) {
        LLVMValueRef v = LLVMGetOperand(inst, k);
        if (LLVMValueIsBasicBlock(v))
            LLVMSetOperand(c, k, map_get(&w->blocks, LLVMValueAsBasicBlock(v)));
        else if (form_of(w, v))
            LLVMSetOperand(c, k, in_lane(w, v, lane));
    }
    LLVMInsertIntoBuilder(w->builder, c);
    ezb_set_debug_loc(c, inst);
    if (LLVMIsATerminatorInst(c))
        drop_loop_hints(c);
    return c;
}

static LLVMValueRef wide_call(const struct widening *w, LLVMValueRef inst, LLVMTypeRef type)
{
    unsigned n = LLVMGetNumArgOperands(inst), id = LLVMGetIntrinsicID(LLVMGetCalledValue(inst));
    LLVMValueRef args[3], fn = LLVMGetIntrinsicDeclaration(w->t->module, id, &type, 1);
    for (unsigned k = 0; k < n; k++)
        args[k] = as_vector(w, LLVMGetOperand(inst, k));
    return LLVMBuildCall2(w->builder, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

static LLVMValueRef wide_select(const struct widening *w, LLVMValueRef inst)
{
    LLVMValueRef condition = LLVMGetOperand(inst, 0);
    LLVMValueRef c =
        together_varies(w->t, condition) ? as_vector(w, condition) : once(w, condition);
    LLVMValueRef yes = as_vector(w, LLVMGetOperand(inst, 1));
    return LLVMBuildSelect(w->builder, c, yes, as_vector(w, LLVMGetOperand(inst, 2)), "");
}

static LLVMValueRef wide_operation(const struct widening *w, LLVMValueRef inst)
{
    LLVMBuilderRef b = w->builder;
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(inst), w->lanes);
    if (op == LLVMCall)
        return wide_call(w, inst, type);
    if (op == LLVMSelect)
        return wide_select(w, inst);
    LLVMValueRef x = as_vector(w, LLVMGetOperand(inst, 0));
    switch (op) {
    case LLVMFNeg: return LLVMBuildFNeg(b, x, "");
    case LLVMFreeze: return LLVMBuildFreeze(b, x, "");
    case LLVMICmp:
        return LLVMBuildICmp(b, LLVMGetICmpPredicate(inst), x,
                             as_vector(w, LLVMGetOperand(inst, 1)), "");
    case LLVMFCmp:
        return LLVMBuildFCmp(b, LLVMGetFCmpPredicate(inst), x,
                             as_vector(w, LLVMGetOperand(inst, 1)), "");
    default: break;
    }
    return LLVMIsACastInst(inst)
               ? LLVMBuildCast(b, op, x, type, "")
               : LLVMBuildBinOp(b, op, x, as_vector(w, LLVMGetOperand(inst, 1)), "");
}

static void keep_notes(LLVMValueRef from, LLVMValueRef to)
{
    if (!LLVMIsAInstruction(to))
        return;
    if (LLVMCanValueUseFastMathFlags(from) && LLVMCanValueUseFastMathFlags(to))
        LLVMSetFastMathFlags(to, LLVMGetFastMathFlags(from));
    if (!in_place_lost(from))
        in_place_mark_operation(to);
    ezb_set_debug_loc(to, from);
}

static void write_each(const struct widening *w, LLVMValueRef inst, struct form *f)
{
    bool element = together_is_element(LLVMTypeOf(inst));
    f->each = ARENA_ARRAY(w->t->arena, LLVMValueRef, w->lanes);
    for (unsigned v = 0; v < w->lanes; v++)
        f->each[v] = copy(w, inst, v);
    if (element)
        f->vector = gather(w, LLVMTypeOf(inst), f->each);
}

static void write_phi(const struct widening *w, LLVMValueRef phi, struct form *f,
                      enum lane_form form)
{
    LLVMTypeRef type = LLVMTypeOf(phi);
    if (form == LANE_ONCE)
        f->once = LLVMBuildPhi(w->builder, type, "");
    if (form == LANE_WIDE)
        f->vector = LLVMBuildPhi(w->builder, LLVMVectorType(type, w->lanes), "");
    if (form == LANE_EACH)
        f->each = ARENA_ARRAY(w->t->arena, LLVMValueRef, w->lanes);
    for (unsigned v = 0; form == LANE_EACH && v < w->lanes; v++)
        f->each[v] = LLVMBuildPhi(w->builder, type, "");
    if (form != LANE_EACH)
        keep_notes(phi, form == LANE_ONCE ? f->once : f->vector);
}

static void write_return(const struct widening *w, LLVMValueRef inst)
{
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(w->fn));
    if (!LLVMGetNumOperands(inst)) {
        LLVMBuildRetVoid(w->builder);
        return;
    }
    LLVMValueRef result = LLVMGetPoison(type);
    for (unsigned v = 0; v < w->lanes; v++)
        result =
            LLVMBuildInsertValue(w->builder, result, in_lane(w, LLVMGetOperand(inst, 0), v), v, "");
    LLVMBuildRet(w->builder, result);
}

/* Whether any lane has the condition. */
static LLVMValueRef write_any(const struct widening *w, LLVMValueRef inst)
{
    LLVMValueRef condition = as_vector(w, LLVMGetOperand(inst, 0));
    static const char name[] = "llvm.vector.reduce.or";
    LLVMTypeRef type = LLVMTypeOf(condition);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(
        w->t->module, LLVMLookupIntrinsicID(name, sizeof name - 1), &type, 1);
    return LLVMBuildCall2(w->builder, LLVMGlobalGetValueType(fn), fn, &condition, 1, "");
}

static void write_instruction(const struct widening *w, LLVMValueRef inst)
{
    struct form *f = form_of(w, inst);
    enum lane_form form = together_form(w->t, inst);
    if (LLVMIsAReturnInst(inst)) {
        write_return(w, inst);
    } else if (LLVMIsAPHINode(inst)) {
        write_phi(w, inst, f, form);
    } else if (masks_is_any(inst)) {
        f->once = write_any(w, inst);
    } else if (form == LANE_ONCE) {
        f->once = copy(w, inst, 0);
    } else if (form == LANE_EACH) {
        write_each(w, inst, f);
    } else if (form == LANE_WIDE) {
        f->vector = wide_operation(w, inst);
        keep_notes(inst, f->vector);
    }
}

/* A switch may lead here several times: the entry of the same block before entry i, or i. */
static unsigned same_entry(LLVMValueRef phi, unsigned i)
{
    for (unsigned k = 0; k < i; k++)
        if (LLVMGetIncomingBlock(phi, k) == LLVMGetIncomingBlock(phi, i))
            return k;
    return i;
}

static void add_incoming(LLVMValueRef phi, LLVMValueRef v, LLVMBasicBlockRef from, unsigned same)
{
    if (same < LLVMCountIncoming(phi))
        v = LLVMGetIncomingValue(phi, same);
    LLVMAddIncoming(phi, &v, &from, 1);
}

/* The values that come along an edge, once all are there. */
static void finish_phi(const struct widening *w, LLVMValueRef phi)
{
    struct form *f = form_of(w, phi);
    for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i),
                     block = map_get(&w->blocks, LLVMGetIncomingBlock(phi, i));
        LLVMBasicBlockRef from = LLVMValueAsBasicBlock(block);
        LLVMPositionBuilderBefore(w->builder, LLVMGetBasicBlockTerminator(from));
        unsigned same = same_entry(phi, i);
        if (f->once)
            add_incoming(f->once, once(w, value), from, same);
        else if (f->vector)
            add_incoming(f->vector, as_vector(w, value), from, same);
        for (unsigned lane = 0; f->each && lane < w->lanes; lane++)
            add_incoming(f->each[lane], in_lane(w, value, lane), from, same);
    }
}

/* ---- the function ---------------------------------------------------------------------------- */

static void write_params(const struct widening *w, const unsigned *first)
{
    for (unsigned k = 0, n = LLVMCountParams(w->t->fn); k < n; k++) {
        struct form *f = &w->forms[k];
        if (!w->t->varies[k]) {
            f->once = LLVMGetParam(w->fn, first[k]);
            continue;
        }
        f->each = ARENA_ARRAY(w->t->arena, LLVMValueRef, w->lanes);
        for (unsigned v = 0; v < w->lanes; v++)
            f->each[v] = LLVMGetParam(w->fn, first[k] + v);
        LLVMTypeRef type = LLVMTypeOf(f->each[0]);
        if (together_is_element(type))
            f->vector = gather(w, type, f->each);
    }
}

static void write_blocks(struct widening *w, const unsigned *first)
{
    LLVMContextRef context = LLVMGetModuleContext(w->t->module);
    for (unsigned i = 0; i < w->t->blocks.count; i++)
        map_put(&w->blocks, w->t->blocks.items[i],
                LLVMBasicBlockAsValue(LLVMAppendBasicBlockInContext(context, w->fn, "")));
    for (unsigned i = 0; i < w->t->blocks.count; i++) {
        LLVMBasicBlockRef block = w->t->blocks.items[i];
        LLVMPositionBuilderAtEnd(w->builder, LLVMValueAsBasicBlock(map_get(&w->blocks, block)));
        if (!i)
            write_params(w, first);
        for (LLVMValueRef v = LLVMGetFirstInstruction(block); v; v = LLVMGetNextInstruction(v))
            write_instruction(w, v);
    }
    for (unsigned n = 0; n < w->t->values.count; n++)
        if (LLVMIsAPHINode(w->t->values.items[n]))
            finish_phi(w, w->t->values.items[n]);
}

LLVMValueRef batch_widen(const struct together *t, unsigned lanes, const char *name,
                         LLVMValueRef like)
{
    unsigned *first = ARENA_ARRAY(t->arena, unsigned, LLVMCountParams(t->fn));
    struct widening w = {.t = t, .lanes = lanes};
    w.fn = LLVMAddFunction(t->module, name,
                           batch_function_type(t->arena, t->fn, lanes, t->varies, first));
    w.forms = ARENA_ARRAY(t->arena, struct form, t->values.count);
    w.builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(t->module));
    map_init(&w.blocks, t->arena);
    LLVMSetLinkage(w.fn, LLVMInternalLinkage);
    batch_copy_target(like, w.fn);
    in_place_begin(w.fn);
    ezb_make_subprogram(w.fn, like, name);
    write_blocks(&w, first);
    LLVMDisposeBuilder(w.builder);
    return w.fn;
}
