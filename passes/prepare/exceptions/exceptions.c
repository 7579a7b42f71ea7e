/* Landing pads become blocks like others, reached by tests of `enz.exception`. */
#include "prepare/exceptions/exceptions.h"
#include "base/target.h"
#include "ir/code.h"
#include <string.h>

static const char returns_note[] = "enz-returns-exceptions";

/* ---- what a function does with exceptions ---- */

typedef VEC(LLVMBasicBlockRef) block_list;

static void lead_on(struct exception_scope *s, LLVMBasicBlockRef b, block_list *work)
{
    if (map_get(&s->leads_on, b))
        return;
    map_put(&s->leads_on, b, b);
    VEC_PUSH(s->p->arena, work, b);
}

void exceptions_scope(struct exception_scope *s, struct prepare *p, LLVMValueRef fn, bool returning)
{
    *s = (struct exception_scope){.p = p, .fn = fn, .returning = returning};
    map_init(&s->leads_on, p->arena);
    if (!LLVMHasPersonalityFn(fn))
        return;
    block_list work = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(b)))
            lead_on(s, b, &work);
    for (unsigned i = 0; i < work.count; i++)
        for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(work.items[i])); u;
             u = LLVMGetNextUse(u))
            if (LLVMIsATerminatorInst(LLVMGetUser(u)))
                lead_on(s, LLVMGetInstructionParent(LLVMGetUser(u)), &work);
}

bool exceptions_returned_by(struct exception_scope *s, LLVMValueRef call)
{
    bool handled = LLVMIsAInvokeInst(call) && map_get(&s->leads_on, LLVMGetUnwindDest(call));
    return (s->returning || handled) && exceptions_may_leave(s->p, call);
}

/* ---- one function ---- */

struct lowering {
    struct exception_scope scope;
    struct prepare *p;
    LLVMValueRef fn, variable;
    LLVMValueRef handled; /* holds the exception of the innermost handler */
    LLVMContextRef c;
    LLVMTypeRef ptr;
    LLVMBuilderRef b;
    struct map plain;        /* see reach_plainly */
    LLVMBasicBlockRef leave; /* returns with the exception in the variable; NULL until needed */
};

/* An exception that no handler of this function takes: it is in the variable. */
static LLVMBasicBlockRef leave(struct lowering *l)
{
    if (l->leave)
        return l->leave;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(l->b);
    l->leave = LLVMAppendBasicBlockInContext(l->c, l->fn, "");
    LLVMPositionBuilderAtEnd(l->b, l->leave);
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(l->fn));
    if (!l->scope.returning) {
        LLVMValueRef raise = exceptions_raise(l->p),
                     e = LLVMBuildLoad2(l->b, l->ptr, l->variable, "");
        LLVMBuildStore(l->b, LLVMConstNull(l->ptr), l->variable);
        LLVMBuildCall2(l->b, LLVMGlobalGetValueType(raise), raise, &e, 1, "");
        LLVMBuildUnreachable(l->b);
    } else if (LLVMGetTypeKind(result) == LLVMVoidTypeKind) {
        LLVMBuildRetVoid(l->b);
    } else {
        LLVMBuildRet(l->b, LLVMConstNull(result));
    }
    if (here)
        LLVMPositionBuilderAtEnd(l->b, here);
    return l->leave;
}

/* Promises that do not hold for a function that may return an exception instead of a result, and
 * for calls of it. */
static const char *const of_function[] = {"noreturn", "willreturn", "memory", "nounwind"};
static const char *const of_result[] = {"noundef",         "nonnull", "range",
                                        "dereferenceable", "align",   "nofpclass"};

typedef void remove_attribute(LLVMValueRef function_or_call, LLVMAttributeIndex at, unsigned kind);

static void forget_promises(LLVMValueRef v, remove_attribute *remove)
{
    for (size_t i = 0; i < sizeof of_function / sizeof *of_function; i++)
        remove(v, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
               LLVMGetEnumAttributeKindForName(of_function[i], strlen(of_function[i])));
    for (size_t i = 0; i < sizeof of_result / sizeof *of_result; i++)
        remove(v, LLVMAttributeReturnIndex,
               LLVMGetEnumAttributeKindForName(of_result[i], strlen(of_result[i])));
}

/* Ends the block of `call` behind it: `taken` tells whether an exception came out of it. */
static void branch(struct lowering *l, LLVMValueRef taken, LLVMBasicBlockRef unwind,
                   LLVMBasicBlockRef next)
{
    if (next)
        LLVMBuildCondBr(l->b, taken, unwind, next);
    else
        LLVMBuildBr(l->b, unwind);
}

/* Where exceptions out of one call go, and where the function goes on without. The block of the
 * call has no terminator. */
struct site {
    LLVMValueRef call;
    LLVMBasicBlockRef unwind, next; /* next: NULL if the call does not come back */
};

bool exceptions_is_call_of(LLVMValueRef inst, const char *name)
{
    LLVMValueRef callee = code_is_call(inst) ? LLVMGetCalledValue(inst) : NULL;
    return callee && LLVMIsAFunction(callee) && !strcmp(LLVMGetValueName(callee), name);
}

static LLVMBasicBlockRef block_of(LLVMValueRef inst)
{
    return LLVMGetInstructionParent(inst);
}

static struct site open_site(struct lowering *l, LLVMValueRef inst)
{
    struct site s;
    if (LLVMIsAInvokeInst(inst)) {
        s.unwind = LLVMGetUnwindDest(inst), s.next = LLVMGetNormalDest(inst);
        s.call = ezb_invoke_to_call(inst, 1);
    } else {
        LLVMBasicBlockRef block = block_of(inst);
        s.call = inst, s.unwind = leave(l);
        s.next = ezb_split_block_before(LLVMGetNextInstruction(inst), "");
        LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(block));
    }
    LLVMPositionBuilderAtEnd(l->b, block_of(s.call));
    LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(s.call));
    return s;
}

static LLVMValueRef build_call(struct lowering *l, LLVMValueRef fn, LLVMValueRef like)
{
    unsigned n = like ? LLVMGetNumArgOperands(like) : 0;
    LLVMValueRef *args = ARENA_ARRAY(l->p->arena, LLVMValueRef, n);
    for (unsigned k = 0; k < n; k++)
        args[k] = LLVMGetOperand(like, k);
    return LLVMBuildCall2(l->b, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

/* throw: the object, which the function made, is what is behind the exception. */
static void lower_throw(struct lowering *l, struct site *s)
{
    LLVMValueRef e = target_offset(l->b, LLVMGetOperand(s->call, 0),
                                   -(int64_t)target_unwind_header(l->p->module));
    build_call(l, exceptions_catching_call(l->p, s->call), s->call);
    LLVMBuildStore(l->b, e, l->variable);
    LLVMBuildBr(l->b, s->unwind);
    LLVMInstructionEraseFromParent(s->call);
}

/* throw without operand. What the library throws again is the exception of the innermost handler,
 * unless that lies outside. */
static void lower_rethrow(struct lowering *l, struct site *s)
{
    LLVMValueRef e = build_call(l, exceptions_catching_call(l->p, s->call), s->call);
    LLVMValueRef handled = LLVMBuildLoad2(l->b, l->ptr, l->handled, "");
    LLVMValueRef is_same = exceptions_is_same(l->p), both[] = {e, handled};
    LLVMValueRef same = LLVMBuildCall2(l->b, LLVMGlobalGetValueType(is_same), is_same, both, 2, "");
    LLVMBuildStore(l->b, LLVMBuildSelect(l->b, same, handled, e, ""), l->variable);
    LLVMBuildBr(l->b, s->unwind);
    LLVMInstructionEraseFromParent(s->call);
}

/* The library throws what an exception_ptr points to. */
static bool rethrows_pointer(LLVMValueRef call)
{
    return exceptions_is_call_of(call,
                                 "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE") ||
           exceptions_is_call_of(call, "_ZSt17rethrow_exceptionSt13exception_ptr");
}

static void lower_rethrow_pointer(struct lowering *l, struct site *s)
{
    LLVMValueRef object = LLVMBuildLoad2(l->b, l->ptr, LLVMGetOperand(s->call, 0), "");
    LLVMValueRef e = build_call(l, exceptions_catching_call(l->p, s->call), s->call);
    LLVMBuildStore(l->b, exceptions_same_address(l->b, object, e), l->variable);
    LLVMBuildBr(l->b, s->unwind);
    LLVMInstructionEraseFromParent(s->call);
}

/* A function of a library. */
static void lower_library_call(struct lowering *l, struct site *s)
{
    LLVMValueRef both = build_call(l, exceptions_catching_call(l->p, s->call), s->call), e = both;
    if (LLVMGetTypeKind(LLVMTypeOf(s->call)) != LLVMVoidTypeKind) {
        LLVMReplaceAllUsesWith(s->call, LLVMBuildExtractValue(l->b, both, 0, ""));
        e = LLVMBuildExtractValue(l->b, both, 1, "");
    }
    LLVMBuildStore(l->b, e, l->variable);
    branch(l, LLVMBuildIsNotNull(l->b, e, ""), s->unwind, s->next);
    LLVMInstructionEraseFromParent(s->call);
}

/* The program has something to do where there is no memory. LLVM may leave out an allocation that
 * only stores use, and takes it for one that has succeeded. */
static void keep_allocation(struct lowering *l, LLVMValueRef call)
{
    static const char nobuiltin[] = "nobuiltin";
    unsigned kind = LLVMGetEnumAttributeKindForName(nobuiltin, sizeof nobuiltin - 1);
    LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                             LLVMCreateEnumAttribute(l->c, kind, 0));
}

/* The call of operator new as one of the version that returns NULL. */
static LLVMValueRef build_nothrow_new(struct lowering *l, LLVMValueRef call)
{
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    unsigned n = LLVMCountParamTypes(type);
    LLVMTypeRef *params = ARENA_ARRAY(l->p->arena, LLVMTypeRef, n + 1);
    LLVMValueRef *args = ARENA_ARRAY(l->p->arena, LLVMValueRef, n + 1),
                 nothrow = LLVMGetNamedGlobal(l->p->module, "_ZSt7nothrow");
    LLVMGetParamTypes(type, params);
    for (unsigned k = 0; k < n; k++)
        args[k] = LLVMGetOperand(call, k);
    if (!nothrow) {
        nothrow = LLVMAddGlobal(l->p->module, LLVMInt8TypeInContext(l->c), "_ZSt7nothrow");
        LLVMSetGlobalConstant(nothrow, 1);
    }
    params[n] = l->ptr, args[n] = nothrow;
    const char *name =
        arena_printf(l->p->arena, "%sRKSt9nothrow_t", LLVMGetValueName(LLVMGetCalledValue(call)));
    LLVMValueRef fn = LLVMGetNamedFunction(l->p->module, name);
    if (!fn)
        fn = LLVMAddFunction(l->p->module, name, LLVMFunctionType(l->ptr, params, n + 1, 0));
    LLVMValueRef memory = LLVMBuildCall2(l->b, LLVMGlobalGetValueType(fn), fn, args, n + 1, "");
    keep_allocation(l, memory);
    return memory;
}

static void throw_bad_alloc(struct lowering *l)
{
    LLVMTypeRef nothing = LLVMFunctionType(LLVMVoidTypeInContext(l->c), NULL, 0, 0);
    LLVMValueRef call = LLVMBuildCall2(l->b, nothing, exceptions_bad_alloc(l->p), NULL, 0, "");
    LLVMBuildStore(l->b, build_call(l, exceptions_catching_call(l->p, call), call), l->variable);
    LLVMInstructionEraseFromParent(call);
}

/* operator new: the version that returns NULL, and an exception in that case. */
static void lower_new(struct lowering *l, struct site *s)
{
    LLVMValueRef memory = build_nothrow_new(l, s->call);
    LLVMBasicBlockRef from = block_of(memory),
                      failed = LLVMAppendBasicBlockInContext(l->c, l->fn, "");
    LLVMReplaceAllUsesWith(s->call, memory);
    LLVMBuildCondBr(l->b, LLVMBuildIsNotNull(l->b, memory, ""), s->next, failed);
    LLVMPositionBuilderAtEnd(l->b, failed);
    throw_bad_alloc(l);
    LLVMBuildBr(l->b, s->unwind);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(s->unwind); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi))
        for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
            if (LLVMGetIncomingBlock(phi, k) == from)
                ezb_phi_set_block(phi, k, failed);
    LLVMInstructionEraseFromParent(s->call);
}

/* A function of the program, which has a version that returns its exceptions. */
static void lower_own_call(struct lowering *l, struct site *s)
{
    branch(l, LLVMBuildIsNotNull(l->b, LLVMBuildLoad2(l->b, l->ptr, l->variable, ""), ""),
           s->unwind, s->next);
}

bool prepare_returns_exceptions(LLVMValueRef call)
{
    return LLVMGetCallSiteStringAttribute(call, LLVMAttributeFunctionIndex, returns_note,
                                          sizeof returns_note - 1) != NULL;
}

/* A function with a version that returns exceptions: of the program, or in the bundle. */
static bool is_own(struct prepare *p, LLVMValueRef call)
{
    struct call_info c = rule_classify(p->cx, call);
    return c.cls == CALL_DEFINED || c.cls == CALL_INDIRECT ||
           (c.cls == CALL_UNKNOWN && prepare_callee(p, call));
}

static bool is_returning(struct prepare *p, LLVMValueRef fn)
{
    return map_get(&p->returning, prepare_original(p, fn)) == fn;
}

void prepare_mark_returning(struct prepare *p, LLVMValueRef call)
{
    LLVMAttributeRef note = LLVMCreateStringAttribute(LLVMGetModuleContext(p->module), returns_note,
                                                      sizeof returns_note - 1, "", 0);
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, note);
    forget_promises(call, LLVMRemoveCallSiteEnumAttribute);
}

unsigned prepare_note_exceptions(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    struct exception_scope scope;
    exceptions_scope(&scope, p, fn, is_returning(p, fn));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!is_own(p, i) || !exceptions_returned_by(&scope, i))
                continue;
            prepare_mark_returning(p, i);
            changes++;
        }
    return changes;
}

static void lower_site(struct lowering *l, LLVMValueRef inst)
{
    struct call_info c = rule_classify(l->p->cx, inst);
    struct site s = open_site(l, inst);
    if (exceptions_is_call_of(s.call, "__cxa_throw"))
        lower_throw(l, &s);
    else if (exceptions_is_call_of(s.call, "__cxa_rethrow"))
        lower_rethrow(l, &s);
    else if (rethrows_pointer(s.call))
        lower_rethrow_pointer(l, &s);
    else if (c.cls == CALL_ALLOC)
        lower_new(l, &s);
    else if (is_own(l->p, s.call))
        lower_own_call(l, &s);
    else
        lower_library_call(l, &s);
}

/* ---- landing pads ---- */

static bool takes_all(LLVMValueRef pad)
{
    if (LLVMIsCleanup(pad))
        return true;
    for (unsigned k = 0; k < LLVMGetNumClauses(pad); k++)
        if (LLVMIsNull(LLVMGetClause(pad, k)) &&
            LLVMGetTypeKind(LLVMTypeOf(LLVMGetClause(pad, k))) == LLVMPointerTypeKind)
            return true;
    return false;
}

/* In a pad with handlers for some types only, exceptions of other types go on. */
static void pass_others_on(struct lowering *l, LLVMValueRef selector, LLVMValueRef e,
                           LLVMValueRef at)
{
    LLVMBasicBlockRef pad = block_of(at), handlers = ezb_split_block_before(at, ""), others;
    others = LLVMInsertBasicBlockInContext(l->c, handlers, "");
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(pad));
    LLVMPositionBuilderAtEnd(l->b, pad);
    LLVMValueRef none =
        LLVMBuildICmp(l->b, LLVMIntEQ, selector, LLVMConstNull(LLVMTypeOf(selector)), "");
    LLVMBuildCondBr(l->b, none, others, handlers);
    LLVMPositionBuilderAtEnd(l->b, others);
    LLVMBuildStore(l->b, e, l->variable);
    LLVMBuildBr(l->b, leave(l));
}

/* Exceptions that unwind come here. */
static bool is_native(LLVMBasicBlockRef pad)
{
    LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(pad));
    while (u && !(LLVMIsAInvokeInst(LLVMGetUser(u)) && LLVMGetUnwindDest(LLVMGetUser(u)) == pad))
        u = LLVMGetNextUse(u);
    return u;
}

static void lower_pad(struct lowering *l, LLVMValueRef pad)
{
    if (is_native(block_of(pad))) {
        if (LLVMGetNumClauses(pad))
            exceptions_number_selector(l->p, pad);
        return;
    }
    LLVMPositionBuilderBefore(l->b, pad);
    LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(pad));
    LLVMValueRef e = LLVMBuildLoad2(l->b, l->ptr, l->variable, ""),
                 choose = exceptions_selector(l->p, pad);
    LLVMBuildStore(l->b, LLVMConstNull(l->ptr), l->variable);
    LLVMValueRef selector = LLVMBuildCall2(l->b, LLVMGlobalGetValueType(choose), choose, &e, 1, "");
    LLVMValueRef caught = LLVMBuildInsertValue(l->b, LLVMGetPoison(LLVMTypeOf(pad)), e, 0, "");
    caught = LLVMBuildInsertValue(l->b, caught, selector, 1, "");
    LLVMReplaceAllUsesWith(pad, caught);
    LLVMValueRef next = LLVMGetNextInstruction(pad);
    bool all = takes_all(pad);
    LLVMInstructionEraseFromParent(pad);
    if (!all)
        pass_others_on(l, selector, e, next);
}

/* Blocks that are reached from the beginning without unwinding: returned exceptions may come there.
 */
static void reach_plainly(struct lowering *l)
{
    block_list work = {0};
    map_init(&l->plain, l->p->arena);
    map_put(&l->plain, LLVMGetEntryBasicBlock(l->fn), l);
    VEC_PUSH(l->p->arena, &work, LLVMGetEntryBasicBlock(l->fn));
    for (unsigned i = 0; i < work.count; i++) {
        LLVMValueRef term = LLVMGetBasicBlockTerminator(work.items[i]);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++) {
            LLVMBasicBlockRef b = LLVMGetSuccessor(term, k);
            if (map_get(&l->plain, b) || (LLVMIsAInvokeInst(term) && b == LLVMGetUnwindDest(term)))
                continue;
            map_put(&l->plain, b, l);
            VEC_PUSH(l->p->arena, &work, b);
        }
    }
}

static void lower_resume(struct lowering *l, LLVMValueRef resume)
{
    if (!map_get(&l->plain, block_of(resume)))
        return;
    LLVMPositionBuilderBefore(l->b, resume);
    LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(resume));
    LLVMBuildStore(l->b, LLVMBuildExtractValue(l->b, LLVMGetOperand(resume, 0), 0, ""),
                   l->variable);
    LLVMBasicBlockRef block = block_of(resume), to = leave(l);
    LLVMInstructionEraseFromParent(resume);
    LLVMPositionBuilderAtEnd(l->b, block);
    LLVMBuildBr(l->b, to);
}

/* A caught pointer, and where it leads in the type of the handler: the thrown one is behind the
 * exception. */
static LLVMValueRef caught_pointer(struct lowering *l, LLVMValueRef e, LLVMValueRef address)
{
    LLVMValueRef object = target_offset(l->b, e, target_unwind_header(l->p->module)),
                 thrown = LLVMBuildLoad2(l->b, l->ptr, object, "");
    return exceptions_same_address(l->b, thrown, address);
}

/* Chooses caught_pointer where a pointer was thrown. */
static LLVMValueRef or_pointer(struct lowering *l, LLVMValueRef call, LLVMValueRef e,
                               LLVMValueRef object)
{
    LLVMBasicBlockRef pointer, rest = ezb_split_block_before(call, ""), from = block_of(object);
    LLVMValueRef is_pointer = exceptions_is_pointer(l->p),
                 args[] = {e, exceptions_place(l->p, call)};
    pointer = LLVMInsertBasicBlockInContext(l->c, rest, "");
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(from));
    LLVMPositionBuilderAtEnd(l->b, from);
    LLVMBuildCondBr(
        l->b, LLVMBuildCall2(l->b, LLVMGlobalGetValueType(is_pointer), is_pointer, args, 2, ""),
        pointer, rest);
    LLVMPositionBuilderAtEnd(l->b, pointer);
    LLVMValueRef values[] = {object, caught_pointer(l, e, object)};
    LLVMBuildBr(l->b, rest);
    LLVMPositionBuilderBefore(l->b, call);
    LLVMValueRef phi = LLVMBuildPhi(l->b, l->ptr, "");
    LLVMBasicBlockRef blocks[] = {from, pointer};
    LLVMAddIncoming(phi, values, blocks, 2);
    return phi;
}

/* Where it is for exceptions of the program: only std::exception_ptr leads to objects that lie
 * elsewhere. */
static void note_offset(struct lowering *l, LLVMValueRef call)
{
    const char *offset = arena_printf(l->p->arena, "%u", target_unwind_header(l->p->module));
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                             LLVMCreateStringAttribute(l->c, PREPARE_RETURNS,
                                                       sizeof PREPARE_RETURNS - 1, offset,
                                                       (unsigned)strlen(offset)));
}

/* The caught object, in terms of the exception: so it has the shadow that the throwing function
 * gave it. */
static void lower_caught_object(struct lowering *l, LLVMValueRef call, bool begins)
{
    LLVMValueRef e = LLVMGetOperand(call, 0),
                 offset = exceptions_object_offset(l->p, LLVMGetCalledValue(call));
    LLVMPositionBuilderBefore(l->b, call);
    LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(call));
    offset = LLVMBuildCall2(l->b, LLVMGlobalGetValueType(offset), offset, &e, 1, "");
    if (!exceptions_bases_thrown(l->p))
        note_offset(l, offset);
    LLVMValueRef object = LLVMBuildGEP2(l->b, LLVMInt8TypeInContext(l->c), e, &offset, 1, "");
    if (begins && exceptions_pointers_thrown(l->p))
        object = or_pointer(l, call, e, object);
    LLVMReplaceAllUsesWith(call, object);
    LLVMInstructionEraseFromParent(call);
}

static void lower_handler(struct lowering *l, LLVMValueRef inst)
{
    bool begins = exceptions_is_call_of(inst, "__cxa_begin_catch");
    unsigned id = LLVMIsAIntrinsicInst(inst) ? LLVMGetIntrinsicID(LLVMGetCalledValue(inst)) : 0;
    if (LLVMIsALandingPadInst(inst)) {
        lower_pad(l, inst);
    } else if (LLVMIsAResumeInst(inst)) {
        lower_resume(l, inst);
    } else if (id &&
               id == LLVMLookupIntrinsicID("llvm.eh.typeid.for", strlen("llvm.eh.typeid.for"))) {
        unsigned number = exceptions_type_number(l->p, LLVMGetOperand(inst, 0));
        LLVMReplaceAllUsesWith(inst, LLVMConstInt(LLVMTypeOf(inst), number, 0));
        LLVMInstructionEraseFromParent(inst);
    } else if (LLVMGetFirstUse(inst) &&
               (begins || exceptions_is_call_of(inst, "__cxa_get_exception_ptr"))) {
        lower_caught_object(l, inst, begins);
    }
}

/* ---- the exception that is handled ---- */

/* A handler inside a handler ends, and the outer one's exception is the handled one again: it waits
 * in a slot of the function, one per depth. C++ ends handlers in the order in which it began them,
 * on every path. */
struct handlers {
    struct lowering *l;
    struct map depth; /* block -> handlers open at its beginning + 1 */
    block_list work;
    VEC(LLVMValueRef) slots;
};

static LLVMValueRef handler_slot(struct handlers *h, unsigned depth)
{
    struct lowering *l = h->l;
    while (h->slots.count <= depth) {
        LLVMPositionBuilderBefore(l->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(l->fn)));
        VEC_PUSH(l->p->arena, &h->slots, LLVMBuildAlloca(l->b, l->ptr, ""));
    }
    return h->slots.items[depth];
}

static void begin_handler(struct handlers *h, LLVMValueRef begin_catch, unsigned depth)
{
    struct lowering *l = h->l;
    LLVMValueRef slot = handler_slot(h, depth);
    LLVMPositionBuilderBefore(l->b, begin_catch);
    LLVMBuildStore(l->b, LLVMBuildLoad2(l->b, l->ptr, l->handled, ""), slot);
    LLVMBuildStore(l->b, LLVMGetOperand(begin_catch, 0), l->handled);
}

static void end_handler(struct handlers *h, LLVMValueRef end_catch, unsigned depth)
{
    struct lowering *l = h->l;
    LLVMValueRef slot = handler_slot(h, depth);
    LLVMPositionBuilderBefore(l->b, end_catch);
    LLVMBuildStore(l->b, LLVMBuildLoad2(l->b, l->ptr, slot, ""), l->handled);
}

static void reach_at_depth(struct handlers *h, LLVMBasicBlockRef b, unsigned depth)
{
    if (map_get_id(&h->depth, b) != MAP_NO_ID)
        return;
    map_put_id(&h->depth, b, depth);
    VEC_PUSH(h->l->p->arena, &h->work, b);
}

static void track_handlers(struct lowering *l)
{
    struct handlers h = {.l = l};
    map_init(&h.depth, l->p->arena);
    reach_at_depth(&h, LLVMGetEntryBasicBlock(l->fn), 0);
    for (unsigned i = 0; i < h.work.count; i++) {
        LLVMBasicBlockRef b = h.work.items[i];
        unsigned depth = map_get_id(&h.depth, b);
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst;
             inst = LLVMGetNextInstruction(inst))
            if (exceptions_is_call_of(inst, "__cxa_begin_catch"))
                begin_handler(&h, inst, depth++);
            else if (depth && exceptions_is_call_of(inst, "__cxa_end_catch"))
                end_handler(&h, inst, --depth);
        LLVMValueRef term = LLVMGetBasicBlockTerminator(b);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++)
            reach_at_depth(&h, LLVMGetSuccessor(term, k), depth);
    }
}

/* ---- all of it ---- */

typedef VEC(LLVMValueRef) value_list;

static value_list instructions(struct lowering *l, bool (*wanted)(LLVMValueRef))
{
    value_list found = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(l->fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (wanted(i))
                VEC_PUSH(l->p->arena, &found, i);
    return found;
}

static bool is_handler(LLVMValueRef v)
{
    return LLVMIsACallInst(v) || LLVMIsALandingPadInst(v) || LLVMIsAResumeInst(v);
}

void prepare_may_return_exceptions(LLVMValueRef fn)
{
    forget_promises(fn, LLVMRemoveEnumAttributeAtIndex);
    unsigned returned = LLVMGetEnumAttributeKindForName("returned", 8);
    for (unsigned k = 0; k < LLVMCountParams(fn); k++)
        LLVMRemoveEnumAttributeAtIndex(fn, k + 1, returned);
}

static bool is_landing_pad(LLVMValueRef v)
{
    return LLVMIsALandingPadInst(v) != NULL;
}

/* The block that leaves may be among them. */
static void remove_unreachable(struct lowering *l)
{
    ezb_remove_unreachable_blocks(l->p->cx, l->fn);
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(l->fn);
    while (b && b != l->leave)
        b = LLVMGetNextBasicBlock(b);
    l->leave = b;
}

unsigned prepare_exceptions(struct prepare *p, LLVMValueRef fn)
{
    bool returning = is_returning(p, fn);
    if (!returning && !LLVMHasPersonalityFn(fn))
        return 0;
    struct lowering l = {.p = p,
                         .fn = fn,
                         .c = LLVMGetModuleContext(p->module),
                         .variable = exceptions_variable(p, "enz.exception"),
                         .handled = exceptions_variable(p, "enz.handled")};
    l.ptr = target_pointer(p->module);
    l.b = LLVMCreateBuilderInContext(l.c);
    exceptions_scope(&l.scope, p, fn, returning);
    value_list calls = instructions(&l, code_is_call);
    for (unsigned i = 0; i < calls.count; i++)
        if (exceptions_returned_by(&l.scope, calls.items[i]))
            lower_site(&l, calls.items[i]);
        else if (LLVMIsAInvokeInst(calls.items[i]) && !exceptions_may_leave(p, calls.items[i]))
            ezb_invoke_to_call(calls.items[i], 0);
    remove_unreachable(&l);
    track_handlers(&l);
    reach_plainly(&l);
    value_list handlers = instructions(&l, is_handler);
    for (unsigned i = 0; i < handlers.count; i++)
        lower_handler(&l, handlers.items[i]);
    ezb_remove_unreachable_blocks(p->cx, fn);
    if (!instructions(&l, is_landing_pad).count)
        LLVMSetPersonalityFn(fn, NULL);
    LLVMDisposeBuilder(l.b);
    return 1;
}
