/* Calls through pointers become chains of compares and direct calls.
 *
 * The whole program is visible, so the possible targets of an indirect call are the functions of
 * its type whose address is taken somewhere. A direct call of each is differentiated like any
 * other; a pointer that matches none ends the program at run time with a message. A call without
 * any visible target stays, and later rooms refuse it if it is active. */
#include "base/limits.h"
#include "base/no_target.h"
#include "base/target.h"
#include "ir/address.h"
#include "ir/code.h"
#include "prepare/calls/calls.h"
#include "prepare/exceptions/exceptions.h"
#include "rules/rules.h"
#include "truncate/truncate.h"
#include <string.h>

/* Of derivatives: entry points, functions of passes, and those of the runtime, which derivatives
 * that are there already may have called at the end of a sweep. Truncated functions are ones of the
 * program. */
static bool is_of_derivatives(LLVMValueRef fn)
{
    size_t n;
    const char *s = LLVMGetValueName2(fn, &n);
    return n >= 5 &&
           (strstr(s, "__enzyme_") != NULL || !strncmp(s, "llvm.", 5) ||
            (!strncmp(s, "enz.", 4) && !truncate_is_clone(fn)) || !strncmp(s, "enz_rt_", 7));
}

/* Nothing goes in, nothing happens: in place of a function of any type where nothing is to be done
 * (the library's coroutine that is resumed for nothing). */
static bool does_nothing(LLVMValueRef f)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(f);
    LLVMValueRef first =
        LLVMIsDeclaration(f) ? NULL : LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f));
    return first && !LLVMCountParamTypes(type) &&
           LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind && LLVMIsAReturnInst(first);
}

/* A call of type `type` may run a function of type `target`: the same one, or one whose result the
 * call drops. */
static bool fits(struct prepare *p, LLVMTypeRef type, LLVMValueRef f)
{
    LLVMTypeRef target = LLVMGlobalGetValueType(f);
    if (type == target ||
        (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind && does_nothing(f)))
        return true;
    unsigned n = LLVMCountParamTypes(type);
    if (LLVMGetTypeKind(LLVMGetReturnType(type)) != LLVMVoidTypeKind ||
        LLVMCountParamTypes(target) != n || LLVMIsFunctionVarArg(type) ||
        LLVMIsFunctionVarArg(target))
        return false;
    LLVMTypeRef *a = ARENA_ARRAY(p->arena, LLVMTypeRef, n),
                *b = ARENA_ARRAY(p->arena, LLVMTypeRef, n);
    LLVMGetParamTypes(type, a);
    LLVMGetParamTypes(target, b);
    return !memcmp(a, b, n * sizeof *a);
}

struct prepare_targets prepare_address_taken(struct prepare *p, LLVMTypeRef type)
{
    struct prepare_targets *known = map_get(&p->targets, type);
    if (known)
        return *known;
    VEC(LLVMValueRef) found = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f))
        if (fits(p, type, f) && !no_target_is(f) && !is_of_derivatives(f) &&
            !map_get(&p->no_targets, f) && address_taken(f))
            VEC_PUSH(p->arena, &found, f);
    known = ARENA_NEW(p->arena, struct prepare_targets);
    *known = (struct prepare_targets){found.items, found.count};
    map_put(&p->targets, type, known);
    return *known;
}

void prepare_exclude_target(struct prepare *p, LLVMValueRef fn)
{
    map_put(&p->no_targets, fn, fn);
    map_init(&p->targets, p->arena);
}

static LLVMValueRef direct_copy(struct prepare *p, LLVMBuilderRef b, LLVMValueRef inst,
                                LLVMValueRef target)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(target);
    if (type == LLVMGetCalledFunctionType(inst)) {
        LLVMValueRef copy = LLVMInstructionClone(inst);
        LLVMInsertIntoBuilder(b, copy);
        LLVMSetOperand(copy, (unsigned)LLVMGetNumOperands(copy) - 1, target);
        return copy;
    }
    unsigned n = LLVMCountParamTypes(type);
    LLVMValueRef *args = ARENA_ARRAY(p->arena, LLVMValueRef, n);
    for (unsigned k = 0; k < n; k++)
        args[k] = LLVMGetOperand(inst, k);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(inst));
    LLVMValueRef copy = LLVMBuildCall2(b, type, target, args, n, "");
    if (prepare_returns_exceptions(inst))
        prepare_mark_returning(p, copy);
    return copy;
}

/* Calls void name(ptr "place of inst", pointers...). */
static void call_with_place(struct prepare *p, LLVMBuilderRef b, LLVMValueRef inst,
                            const char *name, const LLVMValueRef pointers[2])
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    LLVMTypeRef ptr = target_pointer(p->module), params[] = {ptr, ptr, ptr};
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name), args[3];
    unsigned n = 1;
    args[0] = prepare_place(p, b, inst);
    for (unsigned i = 0; pointers && i < 2; i++)
        args[n++] = pointers[i];
    if (!fn)
        fn = LLVMAddFunction(p->module, name,
                             LLVMFunctionType(LLVMVoidTypeInContext(c), params, n, 0));
    LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

void prepare_unknown_target(struct prepare *p, LLVMBuilderRef b, LLVMValueRef inst)
{
    call_with_place(p, b, inst, "enz_rt_unknown_target", NULL);
}

/* A virtual call (of a function in the table that the object points to) without numbers, which
 * gives an integer or a pointer: the function may belong to a class of the standard library. A
 * pointer is text then (`what()`), and only the object is asked for it. */
static bool may_be_library_member(LLVMValueRef inst)
{
    LLVMValueRef table, object = LLVMGetNumArgOperands(inst) ? LLVMGetOperand(inst, 0) : NULL;
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(inst));
    if (!object || (kind != LLVMPointerTypeKind && kind != LLVMIntegerTypeKind))
        return false;
    if (kind == LLVMPointerTypeKind && LLVMGetNumArgOperands(inst) > 1)
        return false;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(inst); k++) {
        kind = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(inst, k)));
        if (kind != LLVMPointerTypeKind && kind != LLVMIntegerTypeKind)
            return false;
    }
    int64_t slot, at;
    LLVMModuleRef m = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst)));
    return prepare_table_slot(m, inst, &table, &slot) &&
           ezb_strip_const_offsets(m, LLVMGetOperand(table, 0), &at, 0) == object && !at;
}

/* Where the pointer is none of the visible functions; the result of a call, if there is one, or
 * NULL. */
static LLVMValueRef build_unknown(struct prepare *p, LLVMBuilderRef b, LLVMValueRef inst,
                                  LLVMBasicBlockRef rest)
{
    static const char note[] = "enzyme_inactive", opaque[] = "opaque";
    if (!may_be_library_member(inst)) {
        prepare_unknown_target(p, b, inst);
        LLVMBuildUnreachable(b);
        return NULL;
    }
    call_with_place(p, b, inst, "enz_rt_library_target",
                    (LLVMValueRef[]){LLVMGetCalledValue(inst), LLVMGetOperand(inst, 0)});
    LLVMValueRef call = LLVMInstructionClone(inst);
    LLVMInsertIntoBuilder(b, call);
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                             LLVMCreateStringAttribute(LLVMGetModuleContext(p->module), note,
                                                       sizeof note - 1, opaque, sizeof opaque - 1));
    LLVMBuildBr(b, rest);
    return call;
}

/* A function that is declared weak and that nobody defines is null, and the program asks before it
 * calls it. Should a shared library define it after all, the program ends with a message: it has no
 * derivative. */
static bool is_absent_weak_function(struct prepare *p, LLVMValueRef inst)
{
    struct call_info c = rule_classify(p->cx, inst);
    return c.cls == CALL_UNKNOWN && LLVMGetLinkage(c.callee) == LLVMExternalWeakLinkage &&
           !rule_is_custom(c.callee, p->mode);
}

static void end_program(struct prepare *p, LLVMValueRef call)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    struct prepare_opened o = prepare_open(p, call);
    LLVMValueRef inst = o.call;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(inst);
    ezb_split_block_before(inst, "");
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(block);
    LLVMPositionBuilderBefore(b, jump);
    prepare_unknown_target(p, b, inst);
    LLVMBuildUnreachable(b);
    LLVMInstructionEraseFromParent(jump);
    if (LLVMGetFirstUse(inst))
        LLVMReplaceAllUsesWith(inst, LLVMGetPoison(LLVMTypeOf(inst)));
    LLVMInstructionEraseFromParent(inst);
    prepare_close(&o);
    LLVMDisposeBuilder(b);
}

unsigned prepare_weak_calls(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!code_is_call(i) || !is_absent_weak_function(p, i))
                continue;
            end_program(p, i);
            changes++;
            break; /* the rest of the block is unreachable now */
        }
    if (changes)
        ezb_remove_unreachable_blocks(p->cx, fn);
    return changes;
}

/* A chain of tests that is being built; `call` stands in `rest`, behind it. */
struct chain {
    struct prepare *p;
    LLVMBuilderRef b;
    LLVMValueRef call;
    LLVMBasicBlockRef test, rest; /* the test to come */
    LLVMValueRef *results;        /* of the arms that lead to `rest`; NULL: the run ends there */
    LLVMBasicBlockRef *arms;
    unsigned count;
};

static LLVMBasicBlockRef new_block(struct chain *c)
{
    return LLVMInsertBasicBlockInContext(LLVMGetModuleContext(c->p->module), c->rest, "");
}

/* An arm with the call `copy`, which the builder is behind. */
static void end_arm(struct chain *c, LLVMBasicBlockRef arm, LLVMValueRef copy)
{
    c->arms[c->count] = arm;
    c->results[c->count++] = copy;
    LLVMBuildBr(c->b, c->rest);
}

static void add_target(struct chain *c, LLVMValueRef target)
{
    LLVMBasicBlockRef arm = new_block(c), next = new_block(c);
    LLVMPositionBuilderAtEnd(c->b, arm);
    end_arm(c, arm, direct_copy(c->p, c->b, c->call, target));
    LLVMPositionBuilderAtEnd(c->b, c->test);
    LLVMBuildCondBr(c->b, LLVMBuildICmp(c->b, LLVMIntEQ, LLVMGetCalledValue(c->call), target, ""),
                    arm, next);
    c->test = next;
}

/* The run ends unless record i is as it was. */
static void check_record(struct chain *c, unsigned i)
{
    LLVMValueRef unchanged = prepare_is_unchanged(c->p, c->b, i);
    if (!unchanged)
        return;
    LLVMBasicBlockRef changed = new_block(c), go_on = new_block(c);
    LLVMBuildCondBr(c->b, unchanged, go_on, changed);
    LLVMPositionBuilderAtEnd(c->b, changed);
    call_with_place(c->p, c->b, c->call, "enz_rt_record_changed", NULL);
    LLVMBuildUnreachable(c->b);
    LLVMPositionBuilderAtEnd(c->b, go_on);
}

/* Records come before functions: a shadow that is one says how any function is differentiated. */
static void add_records(struct chain *c)
{
    unsigned n = LLVMGetNumArgOperands(c->call);
    LLVMValueRef *args = ARENA_ARRAY(c->p->arena, LLVMValueRef, n + 1);
    for (unsigned k = 0; k < n; k++)
        args[k] = LLVMGetOperand(c->call, k);
    args[n] = LLVMGetCalledValue(c->call);
    for (unsigned i = 0; i < c->p->records.count; i++) {
        LLVMValueRef through = prepare_through_record(c->p, c->call, i);
        if (!through)
            continue;
        LLVMBasicBlockRef arm = new_block(c), next = new_block(c);
        LLVMPositionBuilderAtEnd(c->b, arm);
        LLVMSetCurrentDebugLocation2(c->b, LLVMInstructionGetDebugLoc(c->call));
        check_record(c, i);
        LLVMValueRef copy =
            LLVMBuildCall2(c->b, LLVMGlobalGetValueType(through), through, args, n + 1, "");
        if (prepare_returns_exceptions(c->call))
            prepare_mark_returning(c->p, copy);
        end_arm(c, LLVMGetInsertBlock(c->b), copy);
        LLVMPositionBuilderAtEnd(c->b, c->test);
        LLVMBuildCondBr(c->b, prepare_is_no_record(c->p, c->b, args[n], i), next, arm);
        c->test = next;
    }
}

static void expand(struct prepare *p, LLVMValueRef call, struct prepare_targets targets)
{
    struct prepare_opened o = prepare_open(p, call);
    unsigned most = targets.count + p->records.count + 1;
    struct chain c = {.p = p,
                      .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module)),
                      .call = o.call,
                      .test = LLVMGetInstructionParent(o.call),
                      .results = ARENA_ARRAY(p->arena, LLVMValueRef, most),
                      .arms = ARENA_ARRAY(p->arena, LLVMBasicBlockRef, most)};
    c.rest = ezb_split_block_before(o.call, "");
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(c.test));
    add_records(&c);
    for (unsigned i = 0; i < targets.count; i++)
        add_target(&c, targets.items[i]);
    LLVMPositionBuilderAtEnd(c.b, c.test);
    c.arms[c.count] = c.test;
    c.results[c.count] = build_unknown(p, c.b, o.call, c.rest);
    c.count += c.results[c.count] != NULL;
    if (LLVMGetTypeKind(LLVMTypeOf(o.call)) != LLVMVoidTypeKind && LLVMGetFirstUse(o.call)) {
        LLVMPositionBuilderBefore(c.b, LLVMGetFirstInstruction(c.rest));
        LLVMValueRef phi = LLVMBuildPhi(c.b, LLVMTypeOf(o.call), "");
        LLVMAddIncoming(phi, c.results, c.arms, c.count);
        LLVMReplaceAllUsesWith(o.call, phi);
    }
    LLVMInstructionEraseFromParent(o.call);
    for (unsigned i = 0; i < c.count; i++)
        prepare_guard(&o, c.results[i]);
    prepare_close(&o);
    LLVMDisposeBuilder(c.b);
}

static bool has_record(struct prepare *p, LLVMValueRef call)
{
    for (unsigned i = 0; i < p->records.count; i++)
        if (prepare_fits_record(p, call, i))
            return true;
    return false;
}

bool prepare_has_targets(struct prepare *p, LLVMValueRef call)
{
    return rule_classify(p->cx, call).cls == CALL_INDIRECT &&
           (prepare_call_targets(p, call).count || may_be_library_member(call) ||
            has_record(p, call));
}

unsigned prepare_indirect_calls(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!code_is_call(i) || !prepare_has_targets(p, i))
                continue;
            expand(p, i, prepare_call_targets(p, i));
            changes++;
            break; /* the rest of the block has moved into a new one, which is visited later */
        }
    return changes;
}
