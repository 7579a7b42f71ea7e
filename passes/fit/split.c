/* Calls of the two halves of split reverse mode, and who owns the tape.
 *
 *   opaque  a heap block, made here before the first half and freed here after the second; null if
 * nothing is kept typed   memory of the user's, or a value that travels through variables
 *
 * Both have the same contents: what the pair keeps in its frame, then, if anything was kept in
 * loops or callees, the runtime's tape. */
#include "base/target.h"
#include "emit/tape.h"
#include "fit/call.h"
#include "fit/result.h"
#include "llvm-c/Target.h"
#include <string.h>

static LLVMTypeRef ptr_type(struct fit *f)
{
    return target_pointer(f->module);
}

static LLVMValueRef bytes_constant(struct fit *f, uint64_t n)
{
    return target_bytes(f->module, n);
}

static LLVMValueRef runtime_call(struct fit *f, const char *name, LLVMTypeRef result,
                                 LLVMValueRef *args, unsigned n)
{
    LLVMTypeRef params[2] = {LLVMTypeOf(args[0]), n > 1 ? LLVMTypeOf(args[1]) : NULL};
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, name);
    LLVMTypeRef type = LLVMFunctionType(result, params, n, 0);
    return LLVMBuildCall2(f->builder, type, fn ? fn : LLVMAddFunction(f->module, name, type), args,
                          n, "");
}

static uint64_t tape_bytes(struct fit *f, const struct emit_pair *pair)
{
    return pair->tape ? LLVMABISizeOfType(LLVMGetModuleDataLayout(f->module), pair->tape) : 0;
}

/* The number behind casts; false if it is known at run time only. */
static bool constant_size(LLVMValueRef v, unsigned long long *out)
{
    while (LLVMIsACastInst(v))
        v = LLVMGetOperand(v, 0);
    if (!LLVMIsAConstantInt(v))
        return false;
    *out = LLVMConstIntGetZExtValue(v);
    return true;
}

/* The size given with enzyme_allocated; 0 if it is not known here. */
static bool check_size(struct fit *f, const struct emit_pair *pair, unsigned long long *have)
{
    unsigned long long need = tape_bytes(f, pair);
    *have = 0;
    if (!f->r->tape.typed ||
        !constant_size(LLVMGetOperand(f->r->call, (unsigned)f->r->tape.size_operand), have))
        return true;
    return *have >= need || diag(f->diags, DIAG_TAPE_SIZE, f->r->call, need, *have);
}

static void check_size_at_run_time(struct fit *f, const struct emit_pair *pair)
{
    unsigned long long known;
    LLVMValueRef size =
        f->r->tape.typed ? LLVMGetOperand(f->r->call, (unsigned)f->r->tape.size_operand) : NULL;
    if (!size || constant_size(size, &known) || !tape_bytes(f, pair))
        return;
    LLVMValueRef args[2] = {bytes_constant(f, tape_bytes(f, pair)),
                            LLVMBuildIntCast2(f->builder, size, target_size(f->module), 0, "")};
    runtime_call(f, "enz_rt_tape_fits", LLVMVoidTypeInContext(f->context), args, 2);
}

static LLVMValueRef entry_slot(struct fit *f, LLVMTypeRef type)
{
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(f->r->call));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
    LLVMValueRef slot = LLVMBuildAlloca(b, type, "tape");
    LLVMDisposeBuilder(b);
    return slot;
}

/* ---- the first half ---- */

struct parts {
    LLVMTypeRef *types;
    LLVMValueRef *values;
    unsigned count;
};

static void add_part(struct parts *p, LLVMTypeRef type, LLVMValueRef value)
{
    p->types[p->count] = type;
    p->values[p->count++] = value;
}

/* A typed tape that travels by value has the size that the user gave. */
static LLVMTypeRef value_tape(struct fit *f, const struct emit_pair *pair, unsigned long long have)
{
    uint64_t need = tape_bytes(f, pair);
    LLVMTypeRef members[2],
        pad = LLVMArrayType2(LLVMInt8TypeInContext(f->context), have > need ? have - need : 0);
    unsigned n = 0;
    if (pair->tape)
        members[n++] = pair->tape;
    if (have > need)
        members[n++] = pad;
    return LLVMStructTypeInContext(f->context, members, n, 1);
}

static bool tape_is_part(const struct request *r)
{
    return !r->tape.at;
}

/* Which parts the result has, without values. */
static void list_parts(struct fit *f, const struct emit_pair *pair, unsigned long long have,
                       struct parts *p)
{
    const struct request *r = f->r;
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(r->fn));
    bool is_void = LLVMGetTypeKind(result) == LLVMVoidTypeKind;
    *p = (struct parts){ARENA_ARRAY(f->arena, LLVMTypeRef, r->width + 2),
                        ARENA_ARRAY(f->arena, LLVMValueRef, r->width + 2), 0};
    if (tape_is_part(r))
        add_part(p, r->tape.typed ? value_tape(f, pair, have) : ptr_type(f), NULL);
    if (r->no_return)
        return;
    if (r->sret_param >= 0)
        add_part(p, r->sret_param_type, NULL);
    else if (!is_void)
        add_part(p, result, NULL);
    for (unsigned v = 0; v < r->width && r->ret == ACT_DUP && !is_void; v++)
        add_part(p, result, NULL);
}

static LLVMTypeRef parts_struct(struct fit *f, const struct parts *p)
{
    return p->count ? LLVMStructTypeInContext(f->context, p->types, p->count, 0)
                    : LLVMVoidTypeInContext(f->context);
}

/* The memory that the first half fills. */
static LLVMValueRef make_tape(struct fit *f, const struct emit_pair *pair, LLVMTypeRef by_value)
{
    const struct request *r = f->r;
    uint64_t bytes = tape_bytes(f, pair);
    LLVMPositionBuilderBefore(f->builder, r->call);
    if (r->tape.typed) {
        check_size_at_run_time(f, pair);
        return r->tape.at ? r->tape.at : entry_slot(f, by_value);
    }
    if (!bytes)
        return LLVMConstNull(ptr_type(f));
    LLVMValueRef size = bytes_constant(f, bytes);
    return runtime_call(f, "malloc", ptr_type(f), &size, 1);
}

static void fill_parts(struct fit *f, LLVMValueRef call, LLVMValueRef tape, struct parts *p)
{
    const struct request *r = f->r;
    unsigned n = 0, part = 0;
    if (tape_is_part(r)) {
        p->values[n] = r->tape.typed ? LLVMBuildLoad2(f->builder, p->types[n], tape, "") : tape;
        n++;
    }
    if (n < p->count && r->sret_param >= 0) {
        p->values[n] = LLVMBuildLoad2(f->builder, p->types[n], r->params[r->sret_param].primal, "");
        n++;
    }
    unsigned have = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind
                        ? 0
                        : LLVMCountStructElementTypes(LLVMTypeOf(call));
    LLVMValueRef result = have ? LLVMBuildExtractValue(f->builder, call, part++, "") : NULL;
    for (unsigned first = n; n < p->count; n++) /* a result without shadow is its own */
        p->values[n] = n == first || part >= have
                           ? result
                           : LLVMBuildExtractValue(f->builder, call, part++, "");
}

static LLVMValueRef pack_parts(struct fit *f, LLVMValueRef call, const struct parts *p)
{
    if (!p->count)
        return call;
    LLVMValueRef whole = LLVMGetPoison(parts_struct(f, p));
    for (unsigned i = 0; i < p->count; i++)
        whole = LLVMBuildInsertValue(f->builder, whole, p->values[i], i, "");
    return whole;
}

static bool first_half(struct fit *f, const struct emit_pair *pair, unsigned long long have)
{
    const struct request *r = f->r;
    struct call_args args = {0};
    struct parts parts;
    uint64_t need = tape_bytes(f, pair);
    list_parts(f, pair, have, &parts);
    LLVMTypeRef by_value = value_tape(f, pair, have);
    if (!fit_result_possible(f->arena, LLVMGetModuleDataLayout(f->module), f->diags, r,
                             parts_struct(f, &parts)))
        return false;
    LLVMValueRef tape = make_tape(f, pair, by_value);
    fit_collect_args(f, &args);
    VEC_PUSH(f->arena, &args, need ? tape : LLVMConstNull(ptr_type(f)));
    if (!fit_check_args(f, LLVMGlobalGetValueType(pair->augmented), &args))
        return false;
    LLVMValueRef call = fit_build_call(f, r->tape.typed ? pair->augmented : pair->owned, &args);
    if (r->tape.at && !r->tape.typed)
        LLVMBuildStore(f->builder, tape, r->tape.at);
    fill_parts(f, call, tape, &parts);
    LLVMValueRef whole = pack_parts(f, call, &parts);
    fit_finish(f, fit_result(f->arena, LLVMGetModuleDataLayout(f->module), f->builder, r, whole));
    return true;
}

/* ---- the second half ---- */

static LLVMValueRef given_tape(struct fit *f, uint64_t bytes)
{
    const struct request_tape *t = &f->r->tape;
    LLVMPositionBuilderBefore(f->builder, f->r->call);
    if (!bytes)
        return LLVMConstNull(ptr_type(f));
    if (!t->at)
        return t->opaque;
    return t->typed ? t->at : LLVMBuildLoad2(f->builder, ptr_type(f), t->at, "");
}

static void give_up_tape(struct fit *f, const struct emit_pair *pair, LLVMValueRef tape)
{
    if (pair->arena)
        tape_drop_kept(f->module, f->builder, pair, tape);
    if (!f->r->tape.typed)
        runtime_call(f, "free", LLVMVoidTypeInContext(f->context), &tape, 1);
}

/* The forward sweep returns {result, tangents}; which of them are wanted? */
static LLVMTypeRef wanted_parts(struct fit *f, LLVMTypeRef have, unsigned *first)
{
    const struct request *r = f->r;
    if (r->mode == MODE_SPLIT_REVERSE || LLVMGetTypeKind(have) == LLVMVoidTypeKind)
        return have;
    unsigned n = LLVMCountStructElementTypes(have), end = r->ret == ACT_CONST ? 1 : n;
    *first = r->primal_return ? 0 : 1;
    LLVMTypeRef *types = ARENA_ARRAY(f->arena, LLVMTypeRef, n);
    LLVMGetStructElementTypes(have, types);
    return end > *first ? LLVMStructTypeInContext(f->context, types + *first, end - *first, 0)
                        : LLVMVoidTypeInContext(f->context);
}

static LLVMValueRef take_parts(struct fit *f, LLVMValueRef call, LLVMTypeRef wanted, unsigned first)
{
    if (wanted == LLVMTypeOf(call))
        return call;
    if (LLVMGetTypeKind(wanted) == LLVMVoidTypeKind)
        return LLVMGetUndef(LLVMStructTypeInContext(f->context, NULL, 0, 0));
    LLVMValueRef whole = LLVMGetPoison(wanted);
    for (unsigned i = 0, n = LLVMCountStructElementTypes(wanted); i < n; i++)
        whole = LLVMBuildInsertValue(f->builder, whole,
                                     LLVMBuildExtractValue(f->builder, call, first + i, ""), i, "");
    return whole;
}

static bool second_half(struct fit *f, const struct emit_pair *pair, LLVMValueRef half)
{
    const struct request *r = f->r;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(f->module);
    LLVMTypeRef type = LLVMGlobalGetValueType(half);
    struct call_args args = {0};
    uint64_t need = tape_bytes(f, pair);
    unsigned first = 0;
    LLVMTypeRef wanted = wanted_parts(f, LLVMGetReturnType(type), &first);
    if (r->sret_primal_return && r->mode == MODE_SPLIT_FORWARD)
        return diag(f->diags, DIAG_UNSUPPORTED, r->call,
                    "enzyme_primal_return of a struct in memory with __enzyme_fwdsplit");
    if (!fit_result_possible(f->arena, layout, f->diags, r, wanted))
        return false;
    LLVMValueRef tape = given_tape(f, need);
    fit_collect_args(f, &args);
    for (unsigned v = 0; r->seeds && v < r->width; v++)
        VEC_PUSH(f->arena, &args, r->seeds[v]);
    VEC_PUSH(f->arena, &args, tape);
    if (!fit_check_args(f, type, &args))
        return false;
    check_size_at_run_time(f, pair);
    LLVMValueRef call = fit_build_call(f, half, &args);
    if (need && !r->tape.keep)
        give_up_tape(f, pair, tape);
    call = take_parts(f, call, wanted, first);
    fit_finish(f, fit_result(f->arena, layout, f->builder, r, call));
    return true;
}

/* ---- the size ---- */

static bool tape_size(struct fit *f, const struct emit_pair *pair)
{
    LLVMTypeRef declared = LLVMTypeOf(f->r->call), word = target_size(f->module);
    if (LLVMGetTypeKind(declared) != LLVMIntegerTypeKind)
        return fit_result_possible(f->arena, LLVMGetModuleDataLayout(f->module), f->diags, f->r,
                                   LLVMStructTypeInContext(f->context, &word, 1, 0));
    fit_finish(f, LLVMConstInt(declared, tape_bytes(f, pair), 0));
    return true;
}

static bool function_shadow(struct fit *f, const struct emit_pair *pair)
{
    LLVMTypeRef ptr = ptr_type(f);
    if (LLVMTypeOf(f->r->call) != ptr)
        return fit_result_possible(f->arena, LLVMGetModuleDataLayout(f->module), f->diags, f->r,
                                   LLVMStructTypeInContext(f->context, &ptr, 1, 0));
    fit_finish(f, pair->record);
    return true;
}

bool fit_replace_split(EzbCtx *cx, LLVMModuleRef m, struct arena *a, struct diag_sink *s,
                       const struct request *r, struct request_list *all,
                       const struct emit_pair *pair)
{
    LLVMContextRef context = LLVMGetModuleContext(m);
    struct fit f = {cx, m, a, s, context, LLVMCreateBuilderInContext(context), r, all};
    unsigned long long have;
    if (!check_size(&f, pair, &have))
        return false;
    LLVMPositionBuilderBefore(f.builder, r->call);
    switch (r->mode) {
    case MODE_AUGMENTED: return first_half(&f, pair, have);
    case MODE_SHADOW: return function_shadow(&f, pair);
    case MODE_TAPE_SIZE: return tape_size(&f, pair);
    case MODE_SPLIT_FORWARD: return second_half(&f, pair, pair->forward);
    default: return second_half(&f, pair, pair->reverse);
    }
}
