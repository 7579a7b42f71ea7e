/* The functions that prepared code calls where exceptions are concerned. They unwind inside and
 * return. */
#include "base/target.h"
#include "ir/text.h"
#include "prepare/exceptions/exceptions.h"
#include <string.h>

struct helper {
    struct prepare *p;
    LLVMContextRef c;
    LLVMTypeRef ptr, i32, word, none;
    LLVMValueRef fn;
    LLVMBuilderRef b;
};

static void add_enum(LLVMContextRef c, LLVMValueRef fn, const char *name)
{
    LLVMAddAttributeAtIndex(
        fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName(name, strlen(name)), 0));
}

static struct helper open_context(struct prepare *p)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    return (struct helper){.p = p,
                           .c = c,
                           .ptr = target_pointer(p->module),
                           .i32 = LLVMInt32TypeInContext(c),
                           .word = target_size(p->module),
                           .none = LLVMVoidTypeInContext(c)};
}

/* Inactive; no number of the program is behind an exception of a library. */
static void add_note(LLVMContextRef c, LLVMValueRef fn)
{
    static const char note[] = "enzyme_inactive", opaque[] = "opaque";
    LLVMAddAttributeAtIndex(
        fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(c, note, sizeof note - 1, opaque, sizeof opaque - 1));
}

LLVMValueRef exceptions_declare(struct prepare *p, const char *name, LLVMTypeRef type)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    LLVMValueRef fn = LLVMAddFunction(p->module, name, type);
    add_enum(c, fn, "nounwind");
    add_enum(c, fn, "willreturn");
    add_note(c, fn);
    return fn;
}

/* A new inactive function, the builder at its first block. */
static struct helper open_helper(struct prepare *p, const char *name, LLVMTypeRef result,
                                 LLVMTypeRef *params, unsigned n)
{
    struct helper h = open_context(p);
    h.fn = LLVMAddFunction(p->module, name, LLVMFunctionType(result, params, n, 0));
    LLVMSetLinkage(h.fn, LLVMInternalLinkage);
    add_enum(h.c, h.fn, "noinline");
    add_note(h.c, h.fn);
    h.b = LLVMCreateBuilderInContext(h.c);
    LLVMPositionBuilderAtEnd(h.b, LLVMAppendBasicBlockInContext(h.c, h.fn, ""));
    return h;
}

static LLVMValueRef close_helper(struct helper *h)
{
    LLVMDisposeBuilder(h->b);
    return h->fn;
}

static LLVMValueRef runtime_function(struct helper *h, const char *name, LLVMTypeRef result,
                                     LLVMTypeRef *params, unsigned n, bool variadic)
{
    LLVMValueRef fn = LLVMGetNamedFunction(h->p->module, name);
    return fn ? fn
              : LLVMAddFunction(h->p->module, name, LLVMFunctionType(result, params, n, variadic));
}

/* That of C cleans up but catches nothing. */
static void set_personality(struct helper *h, LLVMValueRef like)
{
    LLVMValueRef its = like && LLVMHasPersonalityFn(like) ? LLVMGetPersonalityFn(like) : NULL;
    if (!its || !strcmp(LLVMGetValueName(its), "__gcc_personality_v0"))
        its = runtime_function(h, target_personality, h->i32, NULL, 0, true);
    LLVMSetPersonalityFn(h->fn, its);
}

static LLVMTypeRef pad_type(struct helper *h)
{
    LLVMTypeRef parts[] = {h->ptr, h->i32};
    return LLVMStructTypeInContext(h->c, parts, 2, 0);
}

LLVMValueRef exceptions_variable(struct prepare *p, const char *name)
{
    LLVMValueRef g = LLVMGetNamedGlobal(p->module, name);
    if (g)
        return g;
    struct helper h = open_context(p);
    g = LLVMAddGlobal(p->module, h.ptr, name);
    LLVMSetInitializer(g, LLVMConstNull(h.ptr));
    LLVMSetLinkage(g, LLVMInternalLinkage);
    LLVMSetThreadLocal(g, 1);
    return g;
}

/* What the landing pad caught; it catches everything. The builder goes there. */
static LLVMValueRef catch_all(struct helper *h, LLVMBasicBlockRef pad)
{
    LLVMPositionBuilderAtEnd(h->b, pad);
    LLVMValueRef caught = LLVMBuildLandingPad(h->b, pad_type(h), NULL, 1, "");
    LLVMAddClause(caught, LLVMConstNull(h->ptr));
    return caught;
}

static LLVMTypeRef catching_type(struct helper *h, LLVMTypeRef result)
{
    LLVMTypeRef parts[] = {result, h->ptr};
    return LLVMGetTypeKind(result) == LLVMVoidTypeKind ? h->ptr
                                                       : LLVMStructTypeInContext(h->c, parts, 2, 0);
}

static void build_catching_ret(struct helper *h, LLVMValueRef result, LLVMValueRef exception)
{
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(h->fn));
    if (type == h->ptr) {
        LLVMBuildRet(h->b, exception);
        return;
    }
    LLVMValueRef both = LLVMConstNull(type);
    if (result)
        both = LLVMBuildInsertValue(h->b, both, result, 0, "");
    LLVMBuildRet(h->b, LLVMBuildInsertValue(h->b, both, exception, 1, ""));
}

LLVMValueRef exceptions_catching_call(struct prepare *p, LLVMValueRef call)
{
    unsigned n = LLVMGetNumArgOperands(call);
    LLVMTypeRef *params = ARENA_ARRAY(p->arena, LLVMTypeRef, n);
    for (unsigned k = 0; k < n; k++)
        params[k] = LLVMTypeOf(LLVMGetOperand(call, k));
    struct helper h = open_context(p);
    LLVMTypeRef result = LLVMTypeOf(call);
    const char *name = arena_printf(p->arena, RULE_CATCHING_PREFIX "%s",
                                    text_function_name(p->arena, LLVMGetCalledValue(call)));
    h = open_helper(p, name, catching_type(&h, result), params, n);
    add_enum(h.c, h.fn, "nounwind");
    set_personality(&h, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    LLVMValueRef copy = LLVMInstructionClone(call);
    LLVMInsertIntoBuilder(h.b, copy);
    LLVMInstructionSetDebugLoc(copy, NULL);
    for (unsigned k = 0; k < n; k++)
        LLVMSetOperand(copy, k, LLVMGetParam(h.fn, k));
    build_catching_ret(&h, LLVMGetTypeKind(result) == LLVMVoidTypeKind ? NULL : copy,
                       LLVMConstNull(h.ptr));
    LLVMBasicBlockRef pad = LLVMAppendBasicBlockInContext(h.c, h.fn, "");
    ezb_call_to_invoke(copy, pad);
    build_catching_ret(&h, NULL, LLVMBuildExtractValue(h.b, catch_all(&h, pad), 0, ""));
    return close_helper(&h);
}

LLVMValueRef exceptions_bad_alloc(struct prepare *p)
{
    struct helper h = open_context(p);
    return runtime_function(&h, "_ZSt17__throw_bad_allocv", h.none, NULL, 0, false);
}

unsigned exceptions_type_number(struct prepare *p, LLVMValueRef type_info)
{
    enum { FIRST = 1 << 20 }; /* far from the selectors of the machine */
    unsigned n = map_get_id(&p->type_numbers, type_info);
    if (n == MAP_NO_ID)
        map_put_id(&p->type_numbers, type_info, n = p->type_numbers.count + FIRST);
    return n;
}

static bool is_catch(LLVMValueRef clause)
{
    return LLVMGetTypeKind(LLVMTypeOf(clause)) == LLVMPointerTypeKind;
}

/* selector -> number of the clause it means, or `other`. */
static LLVMValueRef number_of_selector(struct helper *h, LLVMValueRef landing_pad,
                                       LLVMValueRef selector, LLVMValueRef other)
{
    unsigned id = LLVMLookupIntrinsicID("llvm.eh.typeid.for", strlen("llvm.eh.typeid.for"));
    LLVMValueRef typeid_for = LLVMGetIntrinsicDeclaration(h->p->module, id, &h->ptr, 1),
                 zero = LLVMConstInt(h->i32, 0, 0);
    LLVMTypeRef type = LLVMIntrinsicGetType(h->c, id, &h->ptr, 1);
    LLVMValueRef filter = LLVMBuildICmp(h->b, LLVMIntSLT, selector, zero, "");
    LLVMValueRef number = LLVMBuildSelect(h->b, filter, selector, other, "");
    for (unsigned k = LLVMGetNumClauses(landing_pad); k-- > 0;) {
        LLVMValueRef clause = LLVMGetClause(landing_pad, k);
        if (!is_catch(clause))
            continue;
        LLVMValueRef same = LLVMBuildICmp(
            h->b, LLVMIntEQ, selector, LLVMBuildCall2(h->b, type, typeid_for, &clause, 1, ""), "");
        LLVMValueRef its = LLVMConstInt(h->i32, exceptions_type_number(h->p, clause), 0);
        number = LLVMBuildSelect(h->b, same, its, number, "");
    }
    return number;
}

static void throw_on(struct helper *h, LLVMValueRef exception, LLVMBasicBlockRef next,
                     LLVMBasicBlockRef pad)
{
    LLVMValueRef fn = runtime_function(h, "_Unwind_Resume_or_Rethrow", h->i32, &h->ptr, 1, false);
    if (pad)
        LLVMBuildInvoke2(h->b, LLVMGlobalGetValueType(fn), fn, &exception, 1, next, pad, "");
    else
        LLVMBuildCall2(h->b, LLVMGlobalGetValueType(fn), fn, &exception, 1, "");
}

/* Nobody takes the exception: what the C++ runtime does then. */
static void terminate(struct helper *h, LLVMValueRef exception)
{
    LLVMValueRef begin = runtime_function(h, "__cxa_begin_catch", h->ptr, &h->ptr, 1, false);
    LLVMValueRef end = runtime_function(h, "_ZSt9terminatev", h->none, NULL, 0, false);
    LLVMBuildCall2(h->b, LLVMGlobalGetValueType(begin), begin, &exception, 1, "");
    LLVMBuildCall2(h->b, LLVMGlobalGetValueType(end), end, NULL, 0, "");
    LLVMBuildUnreachable(h->b);
}

LLVMValueRef exceptions_selector(struct prepare *p, LLVMValueRef landing_pad)
{
    struct helper h = open_context(p);
    h = open_helper(p, "enz.selector", h.i32, &h.ptr, 1);
    add_enum(h.c, h.fn, "nounwind");
    set_personality(&h, LLVMGetBasicBlockParent(LLVMGetInstructionParent(landing_pad)));
    LLVMValueRef exception = LLVMGetParam(h.fn, 0);
    LLVMBasicBlockRef next = LLVMAppendBasicBlockInContext(h.c, h.fn, ""),
                      pad = LLVMAppendBasicBlockInContext(h.c, h.fn, "");
    throw_on(&h, exception, next, pad);
    LLVMPositionBuilderAtEnd(h.b, next);
    terminate(&h, exception);
    LLVMPositionBuilderAtEnd(h.b, pad);
    unsigned clauses = LLVMGetNumClauses(landing_pad);
    LLVMValueRef caught = LLVMBuildLandingPad(h.b, pad_type(&h), NULL, clauses + 1, "");
    for (unsigned k = 0; k < clauses; k++)
        LLVMAddClause(caught, LLVMGetClause(landing_pad, k));
    LLVMAddClause(caught, LLVMConstNull(h.ptr));
    LLVMValueRef selector = LLVMBuildExtractValue(h.b, caught, 1, "");
    LLVMBuildRet(h.b, number_of_selector(&h, landing_pad, selector, LLVMConstInt(h.i32, 0, 0)));
    return close_helper(&h);
}

/* A selector of another clause stays: inlining adds the clauses of landing pads around, which look
 * at it next. */
void exceptions_number_selector(struct prepare *p, LLVMValueRef landing_pad)
{
    struct helper h = open_context(p);
    h.b = LLVMCreateBuilderInContext(h.c);
    LLVMPositionBuilderBefore(h.b, LLVMGetNextInstruction(landing_pad));
    LLVMValueRef selector = LLVMBuildExtractValue(h.b, landing_pad, 1, "");
    LLVMValueRef number = number_of_selector(&h, landing_pad, selector, selector);
    LLVMValueRef caught = LLVMBuildInsertValue(h.b, landing_pad, number, 1, "");
    LLVMReplaceAllUsesWith(landing_pad, caught);
    LLVMSetOperand(selector, 0, landing_pad);
    LLVMSetOperand(caught, 0, landing_pad);
    LLVMDisposeBuilder(h.b);
}

LLVMValueRef exceptions_current(struct prepare *p, LLVMValueRef current_exception)
{
    static const char name[] = "enz.current_exception";
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    if (fn)
        return fn;
    struct helper h = open_context(p);
    h = open_helper(p, name, h.ptr, NULL, 0);
    add_enum(h.c, h.fn, "nounwind");
    LLVMValueRef made = LLVMBuildAlloca(h.b, h.ptr, "");
    LLVMBuildCall2(h.b, LLVMGlobalGetValueType(current_exception), current_exception, &made, 1, "");
    LLVMBuildRet(h.b, LLVMBuildLoad2(h.b, h.ptr, made, ""));
    return close_helper(&h);
}

/* The name of the type of the handled exception says it: names of pointer types begin with P, after
 * a * where the name is local. */
static LLVMValueRef is_pointer_type(struct helper *h)
{
    LLVMTypeRef i8 = LLVMInt8TypeInContext(h->c);
    LLVMValueRef current =
        runtime_function(h, "__cxa_current_exception_type", h->ptr, NULL, 0, false);
    LLVMValueRef type = LLVMBuildCall2(h->b, LLVMGlobalGetValueType(current), current, NULL, 0, "");
    LLVMValueRef behind_table = target_bytes(h->p->module, target_pointer_bytes(h->p->module)),
                 star = LLVMConstInt(i8, '*', 0);
    LLVMValueRef name =
        LLVMBuildLoad2(h->b, h->ptr, LLVMBuildGEP2(h->b, i8, type, &behind_table, 1, ""), "");
    LLVMValueRef local =
        LLVMBuildICmp(h->b, LLVMIntEQ, LLVMBuildLoad2(h->b, i8, name, ""), star, "");
    LLVMValueRef skip = LLVMBuildZExt(h->b, local, h->word, "");
    name = LLVMBuildGEP2(h->b, i8, name, &skip, 1, "");
    return LLVMBuildICmp(h->b, LLVMIntEQ, LLVMBuildLoad2(h->b, i8, name, ""),
                         LLVMConstInt(i8, 'P', 0), "");
}

/* The exception class, with which the exception begins, ends in 1 where the exception only refers
 * to another one. */
static LLVMValueRef is_dependent(struct helper *h, LLVMValueRef exception)
{
    LLVMTypeRef i8 = LLVMInt8TypeInContext(h->c);
    LLVMValueRef last = LLVMBuildTrunc(
        h->b, LLVMBuildLoad2(h->b, LLVMInt64TypeInContext(h->c), exception, ""), i8, "");
    return LLVMBuildICmp(h->b, LLVMIntEQ, last, LLVMConstInt(i8, 1, 0), "");
}

LLVMValueRef exceptions_is_pointer(struct prepare *p)
{
    static const char name[] = "enz.is_pointer";
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    if (fn)
        return fn;
    struct helper h = open_context(p);
    LLVMTypeRef params[] = {h.ptr, h.ptr};
    h = open_helper(p, name, LLVMInt1TypeInContext(h.c), params, 2);
    add_enum(h.c, h.fn, "nounwind");
    LLVMBasicBlockRef lost = LLVMAppendBasicBlockInContext(h.c, h.fn, ""),
                      known = LLVMAppendBasicBlockInContext(h.c, h.fn, "");
    LLVMValueRef pointer = is_pointer_type(&h);
    LLVMBuildCondBr(h.b, LLVMBuildAnd(h.b, pointer, is_dependent(&h, LLVMGetParam(h.fn, 0)), ""),
                    lost, known);
    LLVMPositionBuilderAtEnd(h.b, lost);
    LLVMValueRef end = runtime_function(&h, "enz_rt_no_shadow", h.none, params, 2, false);
    LLVMValueRef args[] = {
        LLVMGetParam(h.fn, 1),
        LLVMBuildGlobalStringPtr(h.b, "a pointer thrown by way of std::exception_ptr", "")};
    LLVMBuildCall2(h.b, LLVMGlobalGetValueType(end), end, args, 2, "");
    LLVMBuildUnreachable(h.b);
    LLVMPositionBuilderAtEnd(h.b, known);
    LLVMBuildRet(h.b, pointer);
    return close_helper(&h);
}

LLVMValueRef exceptions_place(struct prepare *p, LLVMValueRef inst)
{
    const char *file = "unknown place";
    unsigned line = 0, col = 0;
    ezb_debug_loc(inst, &file, &line, &col);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    LLVMPositionBuilderBefore(b, inst);
    LLVMValueRef place =
        LLVMBuildGlobalStringPtr(b, arena_printf(p->arena, "%s:%u:%u", file, line, col), "");
    LLVMDisposeBuilder(b);
    return place;
}

LLVMValueRef exceptions_raise(struct prepare *p)
{
    static const char name[] = "enz.raise";
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    if (fn)
        return fn;
    struct helper h = open_context(p);
    h = open_helper(p, name, h.none, &h.ptr, 1);
    add_enum(h.c, h.fn, "noreturn");
    LLVMValueRef exception = LLVMGetParam(h.fn, 0);
    throw_on(&h, exception, NULL, NULL);
    terminate(&h, exception);
    return close_helper(&h);
}

LLVMValueRef exceptions_is_same(struct prepare *p)
{
    static const char name[] = "enz.same.exception";
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    if (fn)
        return fn;
    struct helper h = open_context(p);
    LLVMTypeRef params[] = {h.ptr, h.ptr};
    h = open_helper(p, name, LLVMInt1TypeInContext(h.c), params, 2);
    add_enum(h.c, h.fn, "nounwind");
    LLVMBuildRet(h.b,
                 LLVMBuildICmp(h.b, LLVMIntEQ, LLVMGetParam(h.fn, 0), LLVMGetParam(h.fn, 1), ""));
    return close_helper(&h);
}

LLVMValueRef exceptions_object_offset(struct prepare *p, LLVMValueRef fn)
{
    const char *name = arena_printf(p->arena, "enz.offset.%s", text_function_name(p->arena, fn));
    LLVMValueRef helper = LLVMGetNamedFunction(p->module, name);
    if (helper)
        return helper;
    struct helper h = open_context(p);
    h = open_helper(p, name, h.word, &h.ptr, 1);
    add_enum(h.c, h.fn, "nounwind");
    LLVMValueRef exception = LLVMGetParam(h.fn, 0);
    LLVMValueRef object = LLVMBuildCall2(h.b, LLVMGlobalGetValueType(fn), fn, &exception, 1, "");
    LLVMBuildRet(h.b, LLVMBuildSub(h.b, LLVMBuildPtrToInt(h.b, object, h.word, ""),
                                   LLVMBuildPtrToInt(h.b, exception, h.word, ""), ""));
    return close_helper(&h);
}
