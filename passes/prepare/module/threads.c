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
 * in the function that a thread runs is a return from it.
 *
 * A function of the program that hands `run` on to pthread_create is inlined where it is called
 * with a function that is known. What std::thread of libstdc++ starts is an object that has a
 * virtual function; which one it is says the table that its constructor puts into it, in the same
 * function. */
#include "base/limits.h"
#include "base/sanitize.h"
#include "base/target.h"
#include "base/team.h"
#include "ir/code.h"
#include "ir/text.h"
#include "prepare/module/module.h"
#include <string.h>

enum { CREATED_POINTER_BYTES = 8 }; /* of a handle, as well: all that the runtime knows */
enum { RESULTS = 1024 };            /* ENZ_RT_THREAD_RESULTS of runtime/thread.h */

/* A function that starts threads. */
struct starter {
    const char *name;
    unsigned operands;
    int handle, attributes, run, operand; /* its parameters; -1: none */
    bool integer;                         /* a thread returns an int, not a pointer */
    const char *native, *status;          /* functions of the runtime */
    const char *exit;                     /* ends a thread; or NULL */
};
static const struct starter starters[] = {
    {"pthread_create", 4, 0, 1, 2, 3, false, "enz_rt_thread_native", "enz_rt_thread_status",
     "pthread_exit"},
    {"thrd_create", 3, 0, -1, 1, 2, true, "enz_rt_thread_native_c11", "enz_rt_thread_status_c11",
     "thrd_exit"},
    /* of libstdc++: what is to run is in an object, to which a pointer is passed by reference */
    {"_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE", 3, 0,
     -1, -1, 1, false, "enz_rt_thread_native", "enz_rt_thread_status", NULL},
};
enum { STARTERS = sizeof starters / sizeof *starters };

struct start {
    struct prepare *p;
    const struct starter *by;
    LLVMValueRef call, run;
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

/* NULL if the program has none, or one of its own. */
static LLVMValueRef library_function(const struct prepare *p, const char *name)
{
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    return fn && LLVMIsDeclaration(fn) ? fn : NULL;
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
    LLVMValueRef defined = target_add_global(p->module, type, THREAD_RESULTS);
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
    } else if (results && s->by->run >= 0) {
        LLVMValueRef place = call(s->p, s->b, "enz_rt_thread_place", i64, NULL, 0);
        LLVMBuildStore(s->b, result, LLVMBuildGEP2(s->b, s->ptr, results, &place, 1, ""));
    }
}

/* ---- the pair -------------------------------------------------------------------------------- */

static LLVMValueRef add_function(const struct start *s, const char *name)
{
    LLVMTypeRef params[] = {s->ptr, s->ptr};
    LLVMContextRef c = context(s->p);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(c), params, s->run_known ? 1 : 2, 0);
    LLVMValueRef fn = LLVMAddFunction(s->p->module, name, type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    unsigned noinline = LLVMGetEnumAttributeKindForName("noinline", strlen("noinline"));
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(c, noinline, 0));
    LLVMPositionBuilderAtEnd(s->b, LLVMAppendBasicBlockInContext(c, fn, ""));
    sanitize_like(fn, LLVMGetBasicBlockParent(LLVMGetInstructionParent(s->call)));
    target_compile_like(fn, LLVMGetBasicBlockParent(LLVMGetInstructionParent(s->call)));
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
    LLVMValueRef end = LLVMGetNamedFunction(s->p->module, THREAD_END);
    if (end)
        LLVMBuildCall2(s->b, LLVMGlobalGetValueType(end), end, NULL, 0, "");
    LLVMBuildRetVoid(s->b);
    team_mark_started(fn);
}

/* ---- objects of libstdc++ -------------------------------------------------------------------- */

enum { DELETE_ENTRY = 3, RUN_ENTRY = 4 }; /* of the table: behind its head, the other destructor */
LIMIT(CONSTRUCTOR_DEPTH, 4);

/* The table of virtual functions that the function, or one that it calls, puts into an object that
 * a thread runs. */
static LLVMValueRef find_table(LLVMValueRef fn, unsigned depth)
{
    static const char prefix[] = "_ZTVNSt6thread11_State_impl";
    LLVMValueRef found = NULL;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b && !found;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v && !found;
             v = LLVMGetNextInstruction(v)) {
            LLVMValueRef stored = LLVMIsAStoreInst(v) ? LLVMGetOperand(v, 0) : NULL,
                         callee = code_is_call(v) ? LLVMGetCalledValue(v) : NULL,
                         table = stored && LLVMIsConstant(stored)
                                     ? ezb_underlying_object(stored, CONSTRUCTOR_DEPTH)
                                     : NULL;
            if (table && !strncmp(LLVMGetValueName(table), prefix, sizeof prefix - 1))
                found = table;
            else if (callee && LLVMIsAFunction(callee) && depth)
                found = find_table(callee, depth - 1);
        }
    return found;
}

static LLVMValueRef table_entry(LLVMValueRef table, unsigned k)
{
    LLVMValueRef init = LLVMIsAGlobalVariable(table) && !LLVMIsDeclaration(table)
                            ? LLVMGetInitializer(table)
                            : NULL,
                 entries = init && LLVMGetNumOperands(init) == 1 ? LLVMGetOperand(init, 0) : NULL,
                 entry = entries && LLVMGetNumOperands(entries) > (int)k
                             ? LLVMGetOperand(entries, k)
                             : NULL;
    return entry && LLVMIsAFunction(entry) ? entry : NULL;
}

/* What a thread does with such an object: it runs it, then deletes it. */
static LLVMValueRef run_of_object(const struct start *s, const char *name)
{
    LLVMContextRef c = context(s->p);
    LLVMValueRef table = find_table(LLVMGetBasicBlockParent(LLVMGetInstructionParent(s->call)),
                                    CONSTRUCTOR_DEPTH),
                 run = table ? table_entry(table, RUN_ENTRY) : NULL,
                 end = table ? table_entry(table, DELETE_ENTRY) : NULL;
    if (!run || !end)
        return NULL;
    LLVMValueRef fn = LLVMAddFunction(s->p->module, name, s->run_type),
                 object = LLVMGetParam(fn, 0);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    sanitize_like(fn, run);
    target_compile_like(fn, run);
    LLVMPositionBuilderAtEnd(s->b, LLVMAppendBasicBlockInContext(c, fn, ""));
    LLVMBuildCall2(s->b, LLVMGlobalGetValueType(run), run, &object, 1, "");
    LLVMBuildCall2(s->b, LLVMGlobalGetValueType(end), end, &object, 1, "");
    LLVMBuildRet(s->b, LLVMConstNull(s->ptr));
    return fn;
}

/* A function that throws if a thread could not be started. */
static LLVMValueRef check_of_status(struct prepare *p)
{
    static const char name[] = "enz.thread_status";
    LLVMContextRef c = context(p);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(c),
                type = LLVMFunctionType(LLVMVoidTypeInContext(c), &i32, 1, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    if (fn)
        return fn;
    fn = LLVMAddFunction(p->module, name, type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(c, fn, ""),
                      failed = LLVMAppendBasicBlockInContext(c, fn, ""),
                      started = LLVMAppendBasicBlockInContext(c, fn, "");
    LLVMValueRef status = LLVMGetParam(fn, 0);
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, status, LLVMConstNull(i32), ""), failed,
                    started);
    LLVMPositionBuilderAtEnd(b, failed);
    call(p, b, "_ZSt20__throw_system_errori", LLVMVoidTypeInContext(c), &status, 1);
    LLVMBuildUnreachable(b);
    LLVMPositionBuilderAtEnd(b, started);
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
    return fn;
}

/* ---- the call -------------------------------------------------------------------------------- */

static LLVMValueRef operand_of(const struct start *s, int k)
{
    return LLVMGetOperand(s->call, (unsigned)k);
}

/* The pointer that is passed by reference: the thread has it from now on. */
static LLVMValueRef take_object(const struct start *s)
{
    LLVMValueRef place = operand_of(s, s->by->operand),
                 object = LLVMBuildLoad2(s->b, s->ptr, place, "");
    LLVMBuildStore(s->b, LLVMConstNull(s->ptr), place);
    return object;
}

/* In the place of the call: what it returns, or the exception that it throws. */
static void build_status(const struct start *s)
{
    LLVMContextRef c = context(s->p);
    LLVMValueRef status = call(s->p, s->b, s->by->status, LLVMInt32TypeInContext(c), NULL, 0);
    bool invoke = LLVMIsAInvokeInst(s->call) != NULL;
    if (s->by->run >= 0) {
        LLVMReplaceAllUsesWith(s->call, status);
        if (invoke)
            LLVMBuildBr(s->b, LLVMGetNormalDest(s->call));
        return;
    }
    LLVMValueRef check = check_of_status(s->p);
    LLVMTypeRef type = LLVMGlobalGetValueType(check);
    if (invoke)
        LLVMBuildInvoke2(s->b, type, check, &status, 1, LLVMGetNormalDest(s->call),
                         LLVMGetUnwindDest(s->call), "");
    else
        LLVMBuildCall2(s->b, type, check, &status, 1, "");
}

static void replace(struct start *s, LLVMValueRef results, unsigned number)
{
    LLVMContextRef c = context(s->p);
    LLVMTypeRef none = LLVMVoidTypeInContext(c), i64 = LLVMInt64TypeInContext(c);
    LLVMValueRef start = build_start(s, arena_printf(s->p->arena, THREAD_STARTER "%u", number));
    build_thread(s, arena_printf(s->p->arena, THREAD_STARTED "%u", number), results);
    LLVMPositionBuilderBefore(s->b, s->call);
    LLVMValueRef attributes = s->by->attributes < 0 ? NULL : operand_of(s, s->by->attributes);
    if (attributes && !(LLVMIsConstant(attributes) && LLVMIsNull(attributes)))
        call(s->p, s->b, "enz_rt_thread_attributes", none, &attributes, 1);
    LLVMValueRef args[] = {s->by->run < 0 ? take_object(s) : operand_of(s, s->by->operand), s->run};
    ezb_set_debug_loc(
        LLVMBuildCall2(s->b, LLVMGlobalGetValueType(start), start, args, s->run_known ? 1 : 2, ""),
        s->call);
    LLVMBuildStore(s->b, call(s->p, s->b, "enz_rt_thread_handle", i64, NULL, 0),
                   operand_of(s, s->by->handle));
    build_status(s);
    LLVMInstructionEraseFromParent(s->call);
}

/* That no pair has: what is linked may have come from such a link. */
unsigned prepare_thread_number(struct prepare *p)
{
    unsigned n = 0;
    while (LLVMGetNamedFunction(p->module, arena_printf(p->arena, THREAD_STARTER "%u", n)) ||
           LLVMGetNamedFunction(p->module, arena_printf(p->arena, THREAD_STARTED "%u", n)))
        n++;
    return n;
}

/* A block that is not reached any more may not be named by phis. */
static bool has_phi(LLVMBasicBlockRef block)
{
    return LLVMIsAPHINode(LLVMGetFirstInstruction(block)) != NULL;
}

static bool has_prototype(const struct prepare *p, const struct starter *by, LLVMValueRef call)
{
    LLVMContextRef c = context(p);
    LLVMTypeRef result = by->run < 0 ? LLVMVoidTypeInContext(c) : LLVMInt32TypeInContext(c);
    if (LLVMGetNumArgOperands(call) != by->operands || LLVMTypeOf(call) != result ||
        target_pointer_bytes(p->module) != CREATED_POINTER_BYTES ||
        (by->run >= 0 && LLVMIsAInvokeInst(call) && has_phi(LLVMGetUnwindDest(call))))
        return false;
    for (unsigned k = 0; k < by->operands; k++)
        if (!code_is_pointer(LLVMGetOperand(call, k)))
            return false;
    return true;
}

/* What the variable holds that the value is loaded from, if that is stored once; else the value. */
static LLVMValueRef stored_value(LLVMValueRef v)
{
    LLVMValueRef slot = LLVMIsALoadInst(v) ? LLVMGetOperand(v, 0) : NULL, stored = NULL;
    for (LLVMUseRef u = slot && LLVMIsAAllocaInst(slot) ? LLVMGetFirstUse(slot) : NULL; u;
         u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user) || LLVMIsAIntrinsicInst(user))
            continue;
        if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != slot || stored)
            return v;
        stored = LLVMGetOperand(user, 0);
    }
    return stored ? stored : v;
}

static void replace_call(struct prepare *p, const struct starter *by, LLVMValueRef call,
                         LLVMValueRef results)
{
    LLVMContextRef c = context(p);
    LLVMTypeRef ptr = target_pointer(p->module);
    struct start s = {.p = p, .by = by, .call = call, .ptr = ptr};
    unsigned number = prepare_thread_number(p);
    s.b = LLVMCreateBuilderInContext(c);
    s.run_type = LLVMFunctionType(by->integer ? LLVMInt32TypeInContext(c) : ptr, &ptr, 1, 0);
    s.run = by->run < 0 ? run_of_object(&s, arena_printf(p->arena, "enz.object.%u", number))
                        : stored_value(operand_of(&s, by->run));
    if (s.run) {
        s.run_known = LLVMIsAFunction(s.run) && LLVMGlobalGetValueType(s.run) == s.run_type;
        replace(&s, results, number);
    }
    LLVMDisposeBuilder(s.b);
}

/* ---- leaving --------------------------------------------------------------------------------- */

/* The function does nothing but to be run by threads. */
static bool is_only_started(LLVMValueRef fn, const struct starter *by)
{
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u),
                     callee = code_is_call(user) ? LLVMGetCalledValue(user) : NULL;
        if (!callee || !LLVMIsAFunction(callee) || strcmp(LLVMGetValueName(callee), by->name) ||
            LLVMGetOperand(user, (unsigned)by->run) != fn)
            return false;
    }
    return LLVMGetFirstUse(fn) != NULL;
}

/* A call of pthread_exit that ends its block becomes a return of what it gets. */
static unsigned leave_by_return(struct prepare *p, const char *exit, const struct starter *by)
{
    LLVMValueRef fn = library_function(p, exit);
    VEC(LLVMValueRef) calls = {0};
    for (LLVMUseRef u = fn ? LLVMGetFirstUse(fn) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u),
                     next = LLVMIsACallInst(user) ? LLVMGetNextInstruction(user) : NULL;
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

/* ---- functions that hand on what is to run --------------------------------------------------- */

LIMIT(HANDING_ON, 64); /* functions, one after the other */

static bool is_direct_call(LLVMValueRef user, LLVMValueRef fn)
{
    return code_is_call(user) && LLVMGetCalledValue(user) == fn;
}

/* Inlines the function around the call where it is called with a function for the thread; or with a
 * parameter, so that this comes next. True if it was. */
static bool inline_around(struct prepare *p, LLVMValueRef call, const struct starter *by)
{
    LLVMValueRef run = stored_value(LLVMGetOperand(call, (unsigned)by->run)),
                 fn = LLVMIsAArgument(run) ? LLVMGetParamParent(run) : NULL;
    VEC(LLVMValueRef) calls = {0};
    unsigned k = 0;
    while (fn && LLVMGetParam(fn, k) != run)
        k++;
    for (LLVMUseRef u = fn ? LLVMGetFirstUse(fn) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (is_direct_call(user, fn) && LLVMGetNumArgOperands(user) > k &&
            LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) != fn) {
            LLVMValueRef handed = stored_value(LLVMGetOperand(user, k));
            if (LLVMIsAFunction(handed) || LLVMIsAArgument(handed))
                VEC_PUSH(p->arena, &calls, user);
        }
    }
    bool any = false;
    for (unsigned i = 0; i < calls.count; i++)
        any |= !ezb_inline_call(p->cx, calls.items[i]);
    return any;
}

static void inline_all_around(struct prepare *p, const struct starter *by)
{
    LLVMValueRef fn = library_function(p, by->name);
    struct map seen;
    map_init(&seen, p->arena);
    for (unsigned rounds = 0; fn && rounds < HANDING_ON; rounds++) {
        LLVMValueRef next = NULL;
        for (LLVMUseRef u = LLVMGetFirstUse(fn); u && !next; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (is_direct_call(user, fn) && has_prototype(p, by, user) && !map_get(&seen, user))
                next = user;
        }
        if (!next)
            return;
        map_put(&seen, next, next);
        inline_around(p, next, by);
    }
}

static unsigned replace_calls(struct prepare *p, const struct starter *by, LLVMValueRef results)
{
    LLVMValueRef fn = library_function(p, by->name);
    VEC(LLVMValueRef) calls = {0};
    for (LLVMUseRef u = fn ? LLVMGetFirstUse(fn) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (code_is_call(user) && LLVMGetCalledValue(user) == fn && has_prototype(p, by, user))
            VEC_PUSH(p->arena, &calls, user);
    }
    for (unsigned i = calls.count; i-- > 0;)
        replace_call(p, by, calls.items[i], results);
    return calls.count;
}

unsigned prepare_threads(struct prepare *p)
{
    LLVMValueRef results = find_results(p);
    unsigned changes = 0;
    for (unsigned i = 0; i < STARTERS; i++) {
        if (starters[i].run >= 0)
            inline_all_around(p, &starters[i]);
        if (starters[i].exit)
            changes += leave_by_return(p, starters[i].exit, &starters[i]);
        changes += replace_calls(p, &starters[i], results);
    }
    return changes;
}
