/* std::call_once of libstdc++.
 *
 * What is to run goes through two variables of the thread: the address of an object, and a function
 * of the headers that calls the object. In between, pthread_once gets a function of the library
 * that calls the latter. In differentiated code an object with active values would be found through
 * a variable that the program does not own. So
 *
 *   callable = &object, call = trampoline, status = pthread_once(flag, __once_proxy)
 *
 * becomes
 *
 *   status = enz_once_run(flag, trampoline', &object)
 *
 * where trampoline' gets the object as its operand, and the variables are not written any more. Of
 * enz_once_run the runtime has a version for code without derivatives (runtime/waits.c), and the
 * bundle a body (runtime/bundle/once.c). What has another form stays, and is refused where it has
 * active values. */
#include "base/limits.h"
#include "base/target.h"
#include "ir/code.h"
#include "prepare/module/module.h"
#include <string.h>

static const char run_name[] = "enz_once_run", native_name[] = "pthread_once",
                  wrapper_name[] = "_ZL14__gthread_once";

LIMIT(INLINED_ONCE, 8);  /* calls, one in the other */
LIMIT(BLOCKS_BEFORE, 8); /* of a call, in which the variables are written */

struct once {
    struct prepare *p;
    LLVMValueRef callable, call; /* the variables */
    LLVMValueRef proxy;
    LLVMBuilderRef b;
};

static LLVMValueRef called(LLVMValueRef v)
{
    LLVMValueRef callee = code_is_call(v) ? LLVMGetCalledValue(v) : NULL;
    return callee && LLVMIsAFunction(callee) ? callee : NULL;
}

/* The address of the calling thread's variable. */
static bool is_address_of(LLVMValueRef v, LLVMValueRef variable)
{
    static const char intrinsic[] = "llvm.threadlocal.address";
    LLVMValueRef callee = called(v);
    return v == variable ||
           (callee && !strncmp(LLVMGetValueName(callee), intrinsic, sizeof intrinsic - 1) &&
            LLVMGetOperand(v, 0) == variable);
}

static bool is_store_to(LLVMValueRef v, LLVMValueRef variable)
{
    return LLVMIsAStoreInst(v) && is_address_of(LLVMGetOperand(v, 1), variable);
}

static LLVMValueRef first_in(LLVMValueRef fn, bool (*wanted)(const struct once *, LLVMValueRef),
                             const struct once *o)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (wanted(o, v))
                return v;
    return NULL;
}

/* ---- what comes together --------------------------------------------------------------------- */

static bool is_use(const struct once *o, LLVMValueRef v)
{
    return is_address_of(v, o->callable) || is_address_of(v, o->call);
}

/* A call of a function of the headers that reads or writes the variables itself, or through another
 * one that does nothing else. */
static bool leads_to_use(const struct once *o, LLVMValueRef v, unsigned depth)
{
    LLVMValueRef callee = called(v);
    if (!callee || LLVMIsDeclaration(callee) || !depth)
        return false;
    if (first_in(callee, is_use, o))
        return true;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(callee); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (leads_to_use(o, i, depth - 1))
                return true;
    return false;
}

static bool is_inner(const struct once *o, LLVMValueRef v)
{
    enum { CONSTRUCTORS = 2 }; /* that of the complete object calls the other one */
    return leads_to_use(o, v, CONSTRUCTORS);
}

/* Inlines calls until the function itself has all uses of the variables, or no more can be. */
static void inline_inner(const struct once *o, LLVMValueRef fn)
{
    for (unsigned n = 0; n < INLINED_ONCE; n++) {
        LLVMValueRef inner = first_in(fn, is_inner, o);
        if (!inner || called(inner) == fn || ezb_inline_call(o->p->cx, inner))
            return;
    }
}

/* The last store to the variable in front of the instruction. */
static LLVMValueRef store_before(LLVMValueRef inst, LLVMValueRef variable)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(inst);
    LLVMValueRef v = LLVMGetPreviousInstruction(inst);
    for (unsigned n = 0; block && n < BLOCKS_BEFORE; n++) {
        for (; v; v = LLVMGetPreviousInstruction(v))
            if (is_store_to(v, variable))
                return v;
        block = code_single_predecessor(block);
        v = block ? LLVMGetLastInstruction(block) : NULL;
    }
    return NULL;
}

/* A function that is stored: at -O0 a lambda is asked for it. */
static LLVMValueRef stored_function(const struct once *o, LLVMValueRef store)
{
    LLVMValueRef callee = store ? called(LLVMGetOperand(store, 0)) : NULL;
    if (callee && !LLVMIsDeclaration(callee))
        ezb_inline_call(o->p->cx, LLVMGetOperand(store, 0));
    LLVMValueRef fn = store ? LLVMGetOperand(store, 0) : NULL;
    return fn && LLVMIsAFunction(fn) && !LLVMIsDeclaration(fn) && !LLVMCountParams(fn) ? fn : NULL;
}

/* ---- the trampoline -------------------------------------------------------------------------- */

static bool is_load_of_callable(const struct once *o, LLVMValueRef v)
{
    return LLVMIsALoadInst(v) && is_address_of(LLVMGetOperand(v, 0), o->callable);
}

/* A function that does the same with the object that it gets. NULL: that is not all it does. */
static LLVMValueRef with_operand(const struct once *o, LLVMValueRef trampoline)
{
    LLVMContextRef c = LLVMGetModuleContext(o->p->module);
    LLVMTypeRef ptr = target_pointer(o->p->module),
                type = LLVMFunctionType(LLVMVoidTypeInContext(c), &ptr, 1, 0);
    if (LLVMGetReturnType(LLVMGlobalGetValueType(trampoline)) != LLVMVoidTypeInContext(c))
        return NULL;
    LLVMValueRef fn = ezb_clone_with_type(o->p->cx, trampoline, type, "once.run"), load;
    inline_inner(o, fn);
    if (first_in(fn, is_inner, o))
        return NULL; /* the variable would be read there, still */
    while ((load = first_in(fn, is_load_of_callable, o))) {
        LLVMReplaceAllUsesWith(load, LLVMGetParam(fn, 0));
        LLVMInstructionEraseFromParent(load);
    }
    return fn;
}

/* ---- the call -------------------------------------------------------------------------------- */

static bool is_once(const struct once *o, LLVMValueRef user)
{
    LLVMValueRef callee = called(user);
    return callee && LLVMGetNumArgOperands(user) == 2 && LLVMGetOperand(user, 1) == o->proxy &&
           (!strcmp(LLVMGetValueName(callee), native_name) ||
            !strncmp(LLVMGetValueName(callee), wrapper_name, sizeof wrapper_name - 1));
}

static LLVMValueRef run_function(const struct once *o, LLVMTypeRef *type)
{
    LLVMTypeRef ptr = target_pointer(o->p->module), params[] = {ptr, ptr, ptr};
    LLVMValueRef fn = LLVMGetNamedFunction(o->p->module, run_name);
    *type =
        LLVMFunctionType(LLVMInt32TypeInContext(LLVMGetModuleContext(o->p->module)), params, 3, 0);
    return fn ? fn : LLVMAddFunction(o->p->module, run_name, *type);
}

/* Nobody reads the variables now. */
static void erase_stores(const struct once *o, LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b), next; v; v = next) {
            next = LLVMGetNextInstruction(v);
            if (is_store_to(v, o->callable) || is_store_to(v, o->call))
                LLVMInstructionEraseFromParent(v);
        }
}

static bool replace(const struct once *o, LLVMValueRef call)
{
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    inline_inner(o, fn);
    LLVMValueRef object = store_before(call, o->callable),
                 trampoline = stored_function(o, store_before(call, o->call)),
                 run = object && trampoline ? with_operand(o, trampoline) : NULL;
    if (!run)
        return false;
    LLVMTypeRef type;
    LLVMValueRef replacement = run_function(o, &type),
                 args[] = {LLVMGetOperand(call, 0), run, LLVMGetOperand(object, 0)};
    LLVMPositionBuilderBefore(o->b, call);
    LLVMValueRef status =
        LLVMIsAInvokeInst(call)
            ? LLVMBuildInvoke2(o->b, type, replacement, args, 3, LLVMGetNormalDest(call),
                               LLVMGetUnwindDest(call), "")
            : LLVMBuildCall2(o->b, type, replacement, args, 3, "");
    ezb_set_debug_loc(status, call);
    LLVMReplaceAllUsesWith(call, status);
    LLVMInstructionEraseFromParent(call);
    return true;
}

/* The variables stay as they are in functions of which a call has another form. */
static unsigned replace_all(const struct once *o)
{
    VEC(LLVMValueRef) calls = {0}, functions = {0};
    for (LLVMUseRef u = LLVMGetFirstUse(o->proxy); u; u = LLVMGetNextUse(u))
        if (is_once(o, LLVMGetUser(u)))
            VEC_PUSH(o->p->arena, &calls, LLVMGetUser(u));
    for (unsigned i = 0; i < calls.count; i++) {
        LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(calls.items[i]));
        if (replace(o, calls.items[i]))
            VEC_PUSH(o->p->arena, &functions, fn);
    }
    for (unsigned i = 0; i < functions.count; i++)
        if (!first_in(functions.items[i], is_once, o))
            erase_stores(o, functions.items[i]);
    return functions.count;
}

unsigned prepare_once(struct prepare *p)
{
    struct once o = {.p = p,
                     .callable = LLVMGetNamedGlobal(p->module, "_ZSt15__once_callable"),
                     .call = LLVMGetNamedGlobal(p->module, "_ZSt11__once_call"),
                     .proxy = LLVMGetNamedFunction(p->module, "__once_proxy")};
    if (!o.callable || !o.call || !o.proxy)
        return 0;
    o.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    unsigned changes = replace_all(&o);
    LLVMDisposeBuilder(o.b);
    return changes;
}
