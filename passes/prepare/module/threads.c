/* Threads that the program starts, as calls.
 *
 *   status = pthread_create(&handle, attributes, run, operand)
 *
 * That becomes a call of a function enz.start.i(operand), which does the same, and of functions of
 * the runtime that say what came of it. Beside it there is a function enz.thread.i, which is what
 * the thread does: a call of run(operand). As with parallel regions (teams.c), it is the latter
 * that is prepared and differentiated, as a function that is called once, where the thread is
 * started; its derivatives are run by threads again (emit/team.c). Where `run` is known only when
 * the program runs it is an operand, too.
 *
 * What the thread does, it does at any time until it is joined. To a compiler it may do so after
 * the call as well, since it begins with a call of a function that it does not know. What it
 * returns goes through memory, if some thread is asked for it: to the place of a variable that has
 * one for each thread that was not joined yet (runtime/bundle/threads.c). A call of pthread_exit
 * in the function that a thread runs is a return from it. */
#include "base/target.h"
#include "base/team.h"
#include "ir/text.h"
#include "prepare/module/module.h"
#include <string.h>

enum { CREATED_POINTER_BYTES = 8 }; /* of a handle, as well: all that the runtime knows */
enum { RESULTS = 1024 };            /* ENZ_RT_THREAD_RESULTS of runtime/thread.h */

/* A function that starts threads. */
struct starter {
    const char *name;
    int handle, attributes, run, operand; /* its parameters; -1: none */
    bool integer;                         /* a thread returns an int, not a pointer */
    const char *native, *status;          /* functions of the runtime */
};
static const struct starter starters[] = {
    {"pthread_create", 0, 1, 2, 3, false, "enz_rt_thread_native", "enz_rt_thread_status"},
    {"thrd_create", 0, -1, 1, 2, true, "enz_rt_thread_native_c11", "enz_rt_thread_status_c11"},
};
enum { STARTERS = sizeof starters / sizeof *starters };

struct start {
    struct prepare *p;
    const struct starter *by;
    LLVMValueRef call, run, operand;
    LLVMTypeRef ptr, run_type;
    bool run_known;
    LLVMBuilderRef b;
};

static LLVMContextRef context(const struct prepare *p)
{
    return LLVMGetModuleContext(p->module);
}

static LLVMValueRef call(const struct prepare *p, LLVMBuilderRef b, const char *name,
                         LLVMTypeRef result, LLVMValueRef *args, unsigned n)
{
    LLVMTypeRef params[2];
    for (unsigned k = 0; k < n; k++)
        params[k] = LLVMTypeOf(args[k]);
    LLVMTypeRef type = LLVMFunctionType(result, params, n, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    return LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(p->module, name, type), args, n, "");
}

/* ---- results --------------------------------------------------------------------------------- */

static bool asks_for_result(LLVMValueRef use, LLVMValueRef join)
{
    return !LLVMIsACallInst(use) || LLVMGetCalledValue(use) != join ||
           LLVMGetNumArgOperands(use) != 2 || !LLVMIsConstant(LLVMGetOperand(use, 1)) ||
           !LLVMIsNull(LLVMGetOperand(use, 1));
}

/* The variable with what threads return, if somebody asks for that; else it holds nothing. */
static LLVMValueRef find_results(struct prepare *p)
{
    LLVMValueRef results = LLVMGetNamedGlobal(p->module, "enz_thread_results"),
                 join = LLVMGetNamedFunction(p->module, "pthread_join");
    bool any = false;
    if (!results || !LLVMIsDeclaration(results))
        return results;
    LLVMTypeRef type = LLVMArrayType2(target_pointer(p->module), RESULTS);
    LLVMValueRef defined = target_add_global(p->module, type, "enz.thread.results");
    LLVMSetInitializer(defined, LLVMConstNull(type));
    LLVMSetLinkage(defined, LLVMInternalLinkage);
    LLVMReplaceAllUsesWith(results, defined);
    LLVMDeleteGlobal(results);
    for (LLVMUseRef u = join ? LLVMGetFirstUse(join) : NULL; u && !any; u = LLVMGetNextUse(u))
        any = asks_for_result(LLVMGetUser(u), join);
    return any ? defined : NULL;
}

static void build_result(const struct start *s, LLVMValueRef result, LLVMValueRef results)
{
    LLVMContextRef c = context(s->p);
    LLVMTypeRef none = LLVMVoidTypeInContext(c), i64 = LLVMInt64TypeInContext(c);
    if (s->by->integer) {
        call(s->p, s->b, "enz_rt_thread_returns", none, &result, 1);
    } else if (results) {
        LLVMValueRef place = call(s->p, s->b, "enz_rt_thread_place", i64, NULL, 0);
        LLVMBuildStore(s->b, result, LLVMBuildGEP2(s->b, s->ptr, results, &place, 1, ""));
    }
}

/* ---- the pair -------------------------------------------------------------------------------- */

static LLVMValueRef add_function(const struct start *s, const char *name)
{
    LLVMTypeRef params[] = {s->ptr, s->ptr};
    LLVMContextRef c = context(s->p);
    LLVMTypeRef type =
        LLVMFunctionType(LLVMVoidTypeInContext(c), params, s->run_known ? 1 : 2, 0);
    LLVMValueRef fn = LLVMAddFunction(s->p->module, name, type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    unsigned noinline = LLVMGetEnumAttributeKindForName("noinline", strlen("noinline"));
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(c, noinline, 0));
    LLVMPositionBuilderAtEnd(s->b, LLVMAppendBasicBlockInContext(c, fn, ""));
    return fn;
}

static LLVMValueRef run_in(const struct start *s, LLVMValueRef fn)
{
    return s->run_known ? s->run : LLVMGetParam(fn, 1);
}

static LLVMValueRef build_start(const struct start *s, const char *name)
{
    LLVMValueRef fn = add_function(s, name), args[] = {run_in(s, fn), LLVMGetParam(fn, 0)};
    call(s->p, s->b, s->by->native, LLVMVoidTypeInContext(context(s->p)), args, 2);
    LLVMBuildRetVoid(s->b);
    return fn;
}

static void build_thread(const struct start *s, const char *name, LLVMValueRef results)
{
    LLVMValueRef fn = add_function(s, name), operand = LLVMGetParam(fn, 0);
    call(s->p, s->b, "enz_rt_thread_begin", LLVMVoidTypeInContext(context(s->p)), &operand, 1);
    build_result(s, LLVMBuildCall2(s->b, s->run_type, run_in(s, fn), &operand, 1, ""), results);
    LLVMBuildRetVoid(s->b);
    team_mark_started(fn);
}

/* ---- the call -------------------------------------------------------------------------------- */

static LLVMValueRef operand_of(const struct start *s, int k)
{
    return LLVMGetOperand(s->call, (unsigned)k);
}

static void replace(struct start *s, LLVMValueRef results, unsigned number)
{
    LLVMContextRef c = context(s->p);
    LLVMTypeRef none = LLVMVoidTypeInContext(c), i32 = LLVMInt32TypeInContext(c),
                i64 = LLVMInt64TypeInContext(c);
    LLVMValueRef start = build_start(s, arena_printf(s->p->arena, THREAD_STARTER "%u", number)),
                 args[] = {s->operand, s->run};
    build_thread(s, arena_printf(s->p->arena, THREAD_STARTED "%u", number), results);
    LLVMPositionBuilderBefore(s->b, s->call);
    LLVMValueRef attributes = s->by->attributes < 0 ? NULL : operand_of(s, s->by->attributes);
    if (attributes && !(LLVMIsConstant(attributes) && LLVMIsNull(attributes)))
        call(s->p, s->b, "enz_rt_thread_attributes", none, &attributes, 1);
    ezb_set_debug_loc(
        LLVMBuildCall2(s->b, LLVMGlobalGetValueType(start), start, args, s->run_known ? 1 : 2, ""),
        s->call);
    LLVMBuildStore(s->b, call(s->p, s->b, "enz_rt_thread_handle", i64, NULL, 0),
                   operand_of(s, s->by->handle));
    LLVMReplaceAllUsesWith(s->call, call(s->p, s->b, s->by->status, i32, NULL, 0));
    if (LLVMIsAInvokeInst(s->call)) /* pthread_create throws nothing */
        LLVMBuildBr(s->b, LLVMGetNormalDest(s->call));
    LLVMInstructionEraseFromParent(s->call);
}

/* That no pair has: what is linked may have come from such a link. */
static unsigned new_number(struct prepare *p)
{
    unsigned n = 0;
    while (LLVMGetNamedFunction(p->module, arena_printf(p->arena, THREAD_STARTER "%u", n)) ||
           LLVMGetNamedFunction(p->module, arena_printf(p->arena, THREAD_STARTED "%u", n)))
        n++;
    return n;
}

static bool is_pointer(LLVMValueRef v)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
}

static bool has_prototype(const struct prepare *p, const struct starter *by, LLVMValueRef call)
{
    unsigned n = by->attributes < 0 ? 3 : 4;
    if (LLVMGetNumArgOperands(call) != n ||
        LLVMTypeOf(call) != LLVMInt32TypeInContext(context(p)) ||
        target_pointer_bytes(p->module) != CREATED_POINTER_BYTES)
        return false;
    for (unsigned k = 0; k < n; k++)
        if (!is_pointer(LLVMGetOperand(call, k)))
            return false;
    return true;
}

static void replace_call(struct prepare *p, const struct starter *by, LLVMValueRef call,
                         LLVMValueRef results)
{
    LLVMContextRef c = context(p);
    LLVMTypeRef ptr = target_pointer(p->module);
    struct start s = {.p = p,
                      .by = by,
                      .call = call,
                      .run = LLVMGetOperand(call, (unsigned)by->run),
                      .operand = LLVMGetOperand(call, (unsigned)by->operand),
                      .ptr = ptr,
                      .b = LLVMCreateBuilderInContext(c)};
    s.run_type = LLVMFunctionType(by->integer ? LLVMInt32TypeInContext(c) : ptr, &ptr, 1, 0);
    s.run_known = LLVMIsAFunction(s.run) && LLVMGlobalGetValueType(s.run) == s.run_type;
    replace(&s, results, new_number(p));
    LLVMDisposeBuilder(s.b);
}

/* ---- leaving --------------------------------------------------------------------------------- */

/* The function does nothing but to be run by threads. */
static bool is_only_started(LLVMValueRef fn, const struct starter *by)
{
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u), callee = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)
                                                         ? LLVMGetCalledValue(user)
                                                         : NULL;
        if (!callee || !LLVMIsAFunction(callee) || strcmp(LLVMGetValueName(callee), by->name) ||
            LLVMGetOperand(user, (unsigned)by->run) != fn)
            return false;
    }
    return LLVMGetFirstUse(fn) != NULL;
}

/* A call of pthread_exit that ends its block becomes a return of what it gets. */
static unsigned leave_by_return(struct prepare *p, const char *exit, const struct starter *by)
{
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, exit);
    VEC(LLVMValueRef) calls = {0};
    for (LLVMUseRef u = fn ? LLVMGetFirstUse(fn) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u), next = LLVMIsACallInst(user)
                                                       ? LLVMGetNextInstruction(user)
                                                       : NULL;
        LLVMValueRef in = next ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) : NULL;
        if (next && LLVMGetCalledValue(user) == fn && LLVMIsAUnreachableInst(next) &&
            LLVMGetNumArgOperands(user) == 1 && is_only_started(in, by) &&
            LLVMGetReturnType(LLVMGlobalGetValueType(in)) == LLVMTypeOf(LLVMGetOperand(user, 0)))
            VEC_PUSH(p->arena, &calls, user);
    }
    LLVMBuilderRef b = LLVMCreateBuilderInContext(context(p));
    for (unsigned i = 0; i < calls.count; i++) {
        LLVMInstructionEraseFromParent(LLVMGetNextInstruction(calls.items[i]));
        LLVMPositionBuilderBefore(b, calls.items[i]);
        LLVMValueRef end = LLVMBuildRet(b, LLVMGetOperand(calls.items[i], 0));
        ezb_set_debug_loc(end, calls.items[i]);
        LLVMInstructionEraseFromParent(calls.items[i]);
    }
    LLVMDisposeBuilder(b);
    return calls.count;
}

static unsigned replace_calls(struct prepare *p, const struct starter *by, LLVMValueRef results)
{
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, by->name);
    VEC(LLVMValueRef) calls = {0};
    for (LLVMUseRef u = fn ? LLVMGetFirstUse(fn) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if ((LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) && LLVMGetCalledValue(user) == fn &&
            has_prototype(p, by, user))
            VEC_PUSH(p->arena, &calls, user);
    }
    for (unsigned i = calls.count; i-- > 0;)
        replace_call(p, by, calls.items[i], results);
    return calls.count;
}

unsigned prepare_threads(struct prepare *p)
{
    static const char *const exits[STARTERS] = {"pthread_exit", "thrd_exit"};
    LLVMValueRef results = find_results(p);
    unsigned changes = 0;
    for (unsigned i = 0; i < STARTERS; i++) {
        changes += leave_by_return(p, exits[i], &starters[i]);
        changes += replace_calls(p, &starters[i], results);
    }
    return changes;
}
