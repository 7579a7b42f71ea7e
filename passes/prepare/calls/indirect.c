/* Calls through pointers become chains of compares and direct calls.
 *
 * The whole program is visible, so the possible targets of an indirect call are the functions of
 * its type whose address is taken somewhere. A direct call of each is differentiated like any
 * other; a pointer that matches none ends the program at run time with a message. A call without
 * any visible target stays, and later rooms refuse it if it is active. */
#include "base/limits.h"
#include "base/target.h"
#include "ir/address.h"
#include "prepare/calls/calls.h"
#include "prepare/exceptions/exceptions.h"
#include "rules/rules.h"
#include <string.h>

static bool is_entry_point(LLVMValueRef fn)
{
    size_t n;
    const char *s = LLVMGetValueName2(fn, &n);
    return n >= 5 &&
           (strstr(s, "__enzyme_") != NULL || !strncmp(s, "llvm.", 5) || !strncmp(s, "enz.", 4));
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
        if (fits(p, type, f) && !is_entry_point(f) && !map_get(&p->no_targets, f) &&
            address_taken(f))
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
    const char *file = "unknown place";
    unsigned line = 0, col = 0;
    ezb_debug_loc(inst, &file, &line, &col);
    args[0] = LLVMBuildGlobalStringPtr(b, arena_printf(p->arena, "%s:%u:%u", file, line, col), "");
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

static bool is_call(LLVMValueRef inst)
{
    return LLVMIsACallInst(inst) || LLVMIsAInvokeInst(inst);
}

unsigned prepare_weak_calls(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!is_call(i) || !is_absent_weak_function(p, i))
                continue;
            end_program(p, i);
            changes++;
            break; /* the rest of the block is unreachable now */
        }
    if (changes)
        ezb_remove_unreachable_blocks(p->cx, fn);
    return changes;
}

static void expand(struct prepare *p, LLVMValueRef call, struct prepare_targets targets)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    struct prepare_opened o = prepare_open(p, call);
    LLVMValueRef inst = o.call;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMValueRef pointer = LLVMGetCalledValue(inst),
                 *results = ARENA_ARRAY(p->arena, LLVMValueRef, targets.count + 1);
    LLVMBasicBlockRef *arms = ARENA_ARRAY(p->arena, LLVMBasicBlockRef, targets.count + 1),
                      test = LLVMGetInstructionParent(inst);
    LLVMBasicBlockRef rest = ezb_split_block_before(inst, ""),
                      unknown = LLVMInsertBasicBlockInContext(c, rest, "");
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(test));
    LLVMPositionBuilderAtEnd(b, unknown);
    unsigned arm_count = targets.count;
    arms[arm_count] = unknown;
    results[arm_count] = build_unknown(p, b, inst, rest);
    arm_count += results[arm_count] != NULL;
    if (!targets.count) {
        LLVMPositionBuilderAtEnd(b, test);
        LLVMBuildBr(b, unknown);
    }
    for (unsigned i = 0; i < targets.count; i++) {
        arms[i] = LLVMInsertBasicBlockInContext(c, rest, "");
        LLVMPositionBuilderAtEnd(b, arms[i]);
        results[i] = direct_copy(p, b, inst, targets.items[i]);
        LLVMBuildBr(b, rest);
        LLVMPositionBuilderAtEnd(b, test);
        test = i + 1 == targets.count ? unknown : LLVMInsertBasicBlockInContext(c, rest, "");
        LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, pointer, targets.items[i], ""), arms[i],
                        test);
    }
    if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind && LLVMGetFirstUse(inst)) {
        LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(rest));
        LLVMValueRef phi = LLVMBuildPhi(b, LLVMTypeOf(inst), "");
        LLVMAddIncoming(phi, results, arms, arm_count);
        LLVMReplaceAllUsesWith(inst, phi);
    }
    LLVMInstructionEraseFromParent(inst);
    for (unsigned i = 0; i < arm_count; i++)
        if (results[i])
            prepare_guard(&o, results[i]);
    prepare_close(&o);
    LLVMDisposeBuilder(b);
}

bool prepare_has_targets(struct prepare *p, LLVMValueRef call)
{
    return rule_classify(p->cx, call).cls == CALL_INDIRECT &&
           (prepare_call_targets(p, call).count || may_be_library_member(call));
}

unsigned prepare_indirect_calls(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!is_call(i) || !prepare_has_targets(p, i))
                continue;
            expand(p, i, prepare_call_targets(p, i));
            changes++;
            break; /* the rest of the block has moved into a new one, which is visited later */
        }
    return changes;
}
