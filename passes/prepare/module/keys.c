/* Keys of threads: what pthread_setspecific, or tss_set of C, gives to a thread.
 *
 * The C library calls a destructor for what a thread leaves when it ends. In a derivative that is
 * too late: the destructor is part of what the thread does, and what it frees stays until the
 * reverse sweep is done. So the function enz.leave, which threads call at their end
 * (threads.c), calls the destructors; of enz_keys_end the bundle has a body (runtime/bundle/keys.c)
 * that knows which, since
 *
 *   status = pthread_key_create(&key, destructor)
 *
 * is followed by a call that says which one the key has, by its number. The function
 * enz_keys_destroy calls the one of a number. A destructor that is known only when the program runs
 * has none, and is left to the C library. */
#include "base/target.h"
#include "base/team.h"
#include "prepare/module/module.h"

enum { UNKNOWN, PLAIN, DESTRUCTORS }; /* of ENZ_RT_KEY_* in runtime/keys.h */

struct keys {
    struct prepare *p;
    LLVMContextRef c;
    LLVMBuilderRef b;
    LLVMTypeRef ptr, i32, none;
    VEC(LLVMValueRef) destructors;
};

static LLVMValueRef library_function(const struct keys *k, const char *name)
{
    LLVMValueRef fn = LLVMGetNamedFunction(k->p->module, name);
    return fn && LLVMIsDeclaration(fn) && LLVMGetFirstUse(fn) ? fn : NULL;
}

static LLVMValueRef declare(const struct keys *k, const char *name, LLVMTypeRef *params, unsigned n)
{
    LLVMValueRef fn = LLVMGetNamedFunction(k->p->module, name);
    return fn ? fn : LLVMAddFunction(k->p->module, name, LLVMFunctionType(k->none, params, n, 0));
}

/* ---- which destructor a key has -------------------------------------------------------------- */

static unsigned number_of(struct keys *k, LLVMValueRef destructor)
{
    LLVMTypeRef type = LLVMFunctionType(k->none, &k->ptr, 1, 0);
    if (LLVMIsConstant(destructor) && LLVMIsNull(destructor))
        return PLAIN;
    if (!LLVMIsAFunction(destructor) || LLVMGlobalGetValueType(destructor) != type)
        return UNKNOWN;
    for (unsigned i = 0; i < k->destructors.count; i++)
        if (k->destructors.items[i] == destructor)
            return DESTRUCTORS + i;
    VEC_PUSH(k->p->arena, &k->destructors, destructor);
    return DESTRUCTORS + k->destructors.count - 1;
}

static void note_made(struct keys *k, LLVMValueRef call)
{
    LLVMTypeRef params[] = {k->i32, k->ptr, k->i32};
    LLVMValueRef fn = declare(k, "enz_rt_do_key_made", params, 3),
                 number = LLVMConstInt(k->i32, number_of(k, LLVMGetOperand(call, 1)), 0),
                 args[] = {call, LLVMGetOperand(call, 0), number};
    LLVMPositionBuilderBefore(k->b, LLVMGetNextInstruction(call));
    ezb_set_debug_loc(LLVMBuildCall2(k->b, LLVMGlobalGetValueType(fn), fn, args, 3, ""), call);
}

static void note_gone(struct keys *k, LLVMValueRef call)
{
    LLVMValueRef fn = declare(k, "enz_rt_do_key_gone", &k->i32, 1), key = LLVMGetOperand(call, 0);
    LLVMPositionBuilderBefore(k->b, call);
    ezb_set_debug_loc(LLVMBuildCall2(k->b, LLVMGlobalGetValueType(fn), fn, &key, 1, ""), call);
}

/* Calls of the function as the library declares it. */
static void note_calls(struct keys *k, const char *name, LLVMTypeRef type,
                       void (*note)(struct keys *, LLVMValueRef))
{
    LLVMValueRef fn = library_function(k, name);
    for (LLVMUseRef u = fn && LLVMGlobalGetValueType(fn) == type ? LLVMGetFirstUse(fn) : NULL; u;
         u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == fn)
            note(k, user);
    }
}

static void note_all(struct keys *k)
{
    static const char *const makers[] = {"pthread_key_create", "tss_create"};
    LLVMTypeRef params[] = {k->ptr, k->ptr};
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        note_calls(k, makers[i], LLVMFunctionType(k->i32, params, 2, 0), note_made);
    note_calls(k, "pthread_key_delete", LLVMFunctionType(k->i32, &k->i32, 1, 0), note_gone);
    note_calls(k, "tss_delete", LLVMFunctionType(k->none, &k->i32, 1, 0), note_gone);
}

/* ---- the end of a thread --------------------------------------------------------------------- */

/* The bundle names it, which is linked later. */
static void build_destroy(struct keys *k)
{
    LLVMTypeRef params[] = {k->i32, k->ptr}, type = LLVMFunctionType(k->none, &k->ptr, 1, 0);
    LLVMValueRef fn = declare(k, "enz_keys_destroy", params, 2), value = LLVMGetParam(fn, 1);
    LLVMSetLinkage(fn, LLVMLinkOnceODRLinkage);
    LLVMSetVisibility(fn, LLVMHiddenVisibility);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(k->c, fn, ""),
                      done = LLVMAppendBasicBlockInContext(k->c, fn, "");
    LLVMPositionBuilderAtEnd(k->b, entry);
    LLVMValueRef which = LLVMBuildSwitch(k->b, LLVMGetParam(fn, 0), done, k->destructors.count);
    for (unsigned i = 0; i < k->destructors.count; i++) {
        LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(k->c, fn, "");
        LLVMAddCase(which, LLVMConstInt(k->i32, DESTRUCTORS + i, 0), block);
        LLVMPositionBuilderAtEnd(k->b, block);
        LLVMBuildCall2(k->b, type, k->destructors.items[i], &value, 1, "");
        LLVMBuildBr(k->b, done);
    }
    LLVMPositionBuilderAtEnd(k->b, done);
    LLVMBuildRetVoid(k->b);
}

static void build_end(struct keys *k)
{
    LLVMValueRef fn = declare(k, THREAD_END, NULL, 0), end = declare(k, "enz_keys_end", NULL, 0);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(k->b, LLVMAppendBasicBlockInContext(k->c, fn, ""));
    LLVMBuildCall2(k->b, LLVMGlobalGetValueType(end), end, NULL, 0, "");
    LLVMBuildRetVoid(k->b);
}

unsigned prepare_keys(struct prepare *p)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    struct keys k = {.p = p,
                     .c = c,
                     .ptr = target_pointer(p->module),
                     .i32 = LLVMInt32TypeInContext(c),
                     .none = LLVMVoidTypeInContext(c)};
    bool used = library_function(&k, "pthread_setspecific") || library_function(&k, "tss_set");
    if (!used || LLVMGetNamedFunction(p->module, THREAD_END))
        return 0;
    k.b = LLVMCreateBuilderInContext(c);
    note_all(&k);
    build_destroy(&k);
    build_end(&k);
    LLVMDisposeBuilder(k.b);
    return 1;
}
