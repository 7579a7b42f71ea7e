/* Tape allocation: the inline fast path, and what the runtime does (runtime/enz_rt.h). */
#include "base/options.h"
#include "base/target.h"
#include "emit/derivative.h"
#include <string.h>

enum { TAPE_LIMIT = 5, TAPE_FIELDS };

LLVMTypeRef gen_tape_type(LLVMModuleRef m)
{
    LLVMTypeRef p = target_pointer(m), fields[TAPE_FIELDS] = {p, p, p, p, p, p};
    return LLVMStructTypeInContext(LLVMGetModuleContext(m), fields, TAPE_FIELDS, 0);
}

LLVMValueRef gen_tape_slot(struct gen *g, bool empty)
{
    LLVMTypeRef t = gen_tape_type(g->module);
    LLVMValueRef tape = target_generic(g->module, g->entry, gen_stack_slot(g, t, false));
    if (empty)
        LLVMBuildStore(g->entry, LLVMConstNull(t), tape);
    return tape;
}

static void return_block(struct gen *g, LLVMBuilderRef b, LLVMValueRef block, LLVMValueRef bytes)
{
    enum { ALIGNMENT = 16 };
    LLVMValueRef zero = LLVMConstNull(LLVMInt8TypeInContext(g->context));
    if (g->emission->options->tape_zero)
        LLVMBuildMemSet(b, block, zero, bytes, ALIGNMENT);
    LLVMBuildRet(b, block);
}

/* internal ptr enz_rt_tape_alloc(ptr tape, i64 bytes): bump, or call the runtime. */
LLVMValueRef gen_tape_alloc_function(struct gen *g)
{
    LLVMTypeRef ptr = gen_ptr_type(g), i64 = gen_i64(g), params[2] = {ptr, i64};
    LLVMValueRef fn = LLVMGetNamedFunction(g->module, "enz_rt_tape_alloc");
    if (fn && !LLVMIsDeclaration(fn))
        return fn;
    LLVMValueRef grow = gen_declare(g, "enz_rt_tape_grow", ptr, params, 2);
    if (!fn) /* rules that allocate on the tape declare it */
        fn = LLVMAddFunction(g->module, "enz_rt_tape_alloc", LLVMFunctionType(ptr, params, 2, 0));
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMAddAttributeAtIndex(
        fn, 0,
        LLVMCreateEnumAttribute(g->context, LLVMGetEnumAttributeKindForName("noalias", 7), 0));
    LLVMAddAttributeAtIndex(
        fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(g->context, LLVMGetEnumAttributeKindForName("alwaysinline", 12),
                                0));
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(g->context, fn, ""),
                      fast = LLVMAppendBasicBlockInContext(g->context, fn, ""),
                      slow = LLVMAppendBasicBlockInContext(g->context, fn, "");
    LLVMBuilderRef b = LLVMCreateBuilderInContext(g->context);
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMValueRef tape = LLVMGetParam(fn, 0), size = LLVMGetParam(fn, 1);
    LLVMValueRef padded = LLVMBuildAnd(b, LLVMBuildAdd(b, size, gen_const_i64(g, 15), ""),
                                       LLVMConstInt(i64, ~UINT64_C(15), 0), "");
    LLVMValueRef end_at = LLVMBuildStructGEP2(b, gen_tape_type(g->module), tape, 1, "");
    LLVMValueRef cur = LLVMBuildLoad2(b, ptr, tape, ""), end = LLVMBuildLoad2(b, ptr, end_at, "");
    LLVMValueRef room =
        LLVMBuildSub(b, LLVMBuildPtrToInt(b, end, i64, ""), LLVMBuildPtrToInt(b, cur, i64, ""), "");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntUGE, room, padded, ""), fast, slow);
    LLVMPositionBuilderAtEnd(b, fast);
    LLVMBuildStore(
        b, LLVMBuildInBoundsGEP2(b, LLVMInt8TypeInContext(g->context), cur, &padded, 1, ""), tape);
    return_block(g, b, cur, padded);
    LLVMPositionBuilderAtEnd(b, slow);
    LLVMValueRef args[2] = {tape, size};
    LLVMValueRef grown = LLVMBuildCall2(b, LLVMGlobalGetValueType(grow), grow, args, 2, "");
    return_block(g, b, grown, padded);
    LLVMDisposeBuilder(b);
    return fn;
}

LLVMValueRef gen_tape_alloc(struct gen *g, LLVMValueRef bytes)
{
    LLVMValueRef args[2] = {g->tape, bytes};
    return gen_call(g, gen_tape_alloc_function(g), args, 2);
}

LLVMValueRef gen_tape_alloc_aligned(struct gen *g, LLVMValueRef bytes, unsigned alignment)
{
    enum { BLOCK = 16 };
    if (alignment <= BLOCK)
        return gen_tape_alloc(g, bytes);
    LLVMTypeRef types[] = {gen_ptr_type(g), gen_i64(g)};
    unsigned id = LLVMLookupIntrinsicID("llvm.ptrmask", strlen("llvm.ptrmask"));
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(g->module, id, types, 2),
                 more = gen_const_i64(g, alignment - BLOCK),
                 block = gen_tape_alloc(g, LLVMBuildAdd(g->b, bytes, more, "")),
                 args[] = {gen_offset(g, block, more),
                           LLVMConstInt(gen_i64(g), ~(uint64_t)(alignment - 1), 0)};
    return gen_call(g, fn, args, 2);
}

void gen_defer_free(struct gen *g, LLVMValueRef p, LLVMValueRef free_fn)
{
    LLVMTypeRef ptr = gen_ptr_type(g), params[3] = {ptr, ptr, ptr};
    LLVMValueRef args[3] = {g->tape, p, free_fn};
    gen_call(g, gen_declare(g, "enz_rt_defer_free", LLVMVoidTypeInContext(g->context), params, 3),
             args, 3);
}

void gen_defer_call(struct gen *g, LLVMValueRef block, LLVMValueRef operands, LLVMValueRef fn)
{
    LLVMTypeRef ptr = gen_ptr_type(g), params[] = {ptr, ptr, ptr, ptr};
    LLVMValueRef args[] = {g->tape, block, operands, fn};
    gen_call(g, gen_declare(g, "enz_rt_defer_call", LLVMVoidTypeInContext(g->context), params, 4),
             args, 4);
}

/* struct enz_rt_limit: {bytes, function}. */
static LLVMValueRef limit_constant(struct gen *g)
{
    const char *name =
        diag_name(g->diags, prepare_original(g->emission->prepare, g->deriv->key.fn));
    LLVMValueRef text = LLVMConstStringInContext2(g->context, name, strlen(name), 0),
                 named = target_add_global(g->module, LLVMTypeOf(text), "enz.name"),
                 fields[2] = {gen_const_i64(g, g->emission->options->tape_limit),
                              target_generic_constant(g->module, named)},
                 value = LLVMConstStructInContext(g->context, fields, 2, 0),
                 limit = target_add_global(g->module, LLVMTypeOf(value), "enz.tape.limit");
    LLVMSetInitializer(named, text);
    LLVMSetInitializer(limit, value);
    LLVMSetLinkage(named, LLVMPrivateLinkage);
    LLVMSetLinkage(limit, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(named, 1);
    LLVMSetGlobalConstant(limit, 1);
    return target_generic_constant(g->module, limit);
}

void gen_limit_tape(struct gen *g)
{
    if (!g->emission->options->tape_limit || g->deriv->key.nested)
        return;
    LLVMValueRef at =
        LLVMBuildStructGEP2(g->entry, gen_tape_type(g->module), g->tape, TAPE_LIMIT, "");
    LLVMBuildStore(g->entry, limit_constant(g), at);
}
