/* See refuse.h. plan/rows.c has what the reverse sweep alone cannot do. */
#include "plan/refuse.h"
#include "base/limits.h"
#include "base/target.h"
#include "base/team.h"
#include "facts/atomic.h"
#include "facts/lanes.h"
#include "facts/objects.h"
#include "facts/types.h"
#include "ir/address.h"
#include "ir/code.h"
#include "ir/text.h"
#include "plan/constants.h"
#include "plan/dropped.h"
#include "plan/meeting.h"
#include <string.h>

struct refusal {
    struct activity_context *c;
    const struct activity_facts *a;
    bool forward, errors;
    enum rule_missing missing;
    bool shared, locks_lines, tangents;
};

static uint8_t state_of(const struct refusal *r, LLVMValueRef v)
{
    return activity_state(r->c, r->a, v);
}

static bool has_shadow(const struct refusal *r, LLVMValueRef v)
{
    return activity_has_shadow(state_of(r, v));
}

static bool unsupported(const struct refusal *r, LLVMValueRef inst, const char *what)
{
    return diag(r->c->diags, DIAG_UNSUPPORTED, inst, what);
}

static bool operand_is_active(const struct refusal *r, LLVMValueRef call)
{
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++)
        if (state_of(r, LLVMGetOperand(call, k)) & (STATE_VARIED | STATE_ACTIVE))
            return true;
    return false;
}

static const char *callee_name(const struct refusal *r, unsigned v)
{
    char *name = ezb_demangle(text_function_name(r->a->f->arena, r->a->f->calls[v].callee));
    const char *copy = arena_strdup(r->a->f->arena, name);
    LLVMDisposeMessage(name);
    return copy;
}

static bool is_setjmp(const struct call_info *call)
{
    static const char *const names[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"};
    for (size_t i = 0; i < sizeof names / sizeof *names && call->callee; i++)
        if (!strcmp(LLVMGetValueName(call->callee), names[i]))
            return true;
    return false;
}

/* A call of a function that has no derivative, on active data. An inner derivative call that was
 * refused has its message already. */
static void refuse_missing(const struct refusal *r, unsigned v)
{
    struct diag_sink *diags = r->c->diags;
    LLVMValueRef inst = r->a->f->values[v];
    if (diag_error_count(diags) && strstr(LLVMGetValueName(r->a->f->calls[v].callee), "__enzyme_"))
        return;
    if (r->missing == RULE_MISSING_DIFFERENCES)
        diag(diags, DIAG_NO_DIFFERENCES, inst,
             r->forward ? "forward mode derivative" : "reverse pass", callee_name(r, v));
    else if (r->missing != RULE_MISSING_TRAP && r->a->f->calls[v].messages.any)
        diag(diags, DIAG_NO_MESSAGES, inst, r->forward ? "forward mode derivative" : "reverse pass",
             callee_name(r, v));
    else if (r->missing != RULE_MISSING_TRAP)
        diag(diags,
             r->errors    ? DIAG_NO_DEFINITION_ERROR
             : r->forward ? DIAG_NO_DEFINITION_FORWARD
                          : DIAG_NO_DEFINITION,
             inst, callee_name(r, v));
}

static void refuse_active_call(const struct refusal *r, unsigned v)
{
    LLVMValueRef inst = r->a->f->values[v];
    const struct call_info *call = &r->a->f->calls[v];
    switch (call->cls) {
    case CALL_ASM: unsupported(r, inst, "inline assembly on active data"); return;
    case CALL_INDIRECT:
        if (!address_never_set(inst))
            diag(r->c->diags, DIAG_INDIRECT_UNKNOWN, inst);
        return;
    case CALL_INPUT:
        if (call->input[0] < 0)
            unsupported(r, inst, "reading input into active memory");
        return;
    case CALL_UNKNOWN: refuse_missing(r, v); return;
    default: return;
    }
}

/* Whether the rule of the call looks at the shadow of operand k. */
static bool rule_uses_shadow(const struct messages *m, unsigned k)
{
    return !m->any || (k < 64 && (m->sent | m->received) >> k & 1);
}

static bool rule_has_no_shadows(LLVMValueRef fn)
{
    return LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                         RULE_NO_SHADOWS, sizeof RULE_NO_SHADOWS - 1) != NULL;
}

/* Such memory is behind the result of the call, or behind an operand that is passed on with its
 * shadow. */
static bool gets(const struct refusal *r, LLVMValueRef call, const struct messages *m,
                 bool (*leads)(struct types *, LLVMValueRef))
{
    bool found = has_shadow(r, call) && leads(r->c->types, call);
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n && !found; k++) {
        LLVMValueRef o = LLVMGetOperand(call, k);
        found = rule_uses_shadow(m, k) && has_shadow(r, o) && leads(r->c->types, o);
    }
    return found && !r->forward;
}

/* The functions of a rule read shadow memory, and add to it, as it is: they know no tags, and clear
 * no shadows of pointers. */
static void refuse_memory_of_rule(const struct refusal *r, LLVMValueRef call,
                                  const struct messages *m)
{
    if (gets(r, call, m, types_leads_to_tracked))
        unsupported(r, call,
                    "a function with a rule that gets memory in which only the run can tell "
                    "floating-point values and pointers apart");
    else if (gets(r, call, m, types_leads_to_reused))
        unsupported(r, call,
                    "a function with a rule that gets memory in which floating-point values and "
                    "pointers take turns");
}

static void refuse_differentiated_call(const struct refusal *r, unsigned v)
{
    LLVMValueRef inst = r->a->f->values[v];
    const struct call_info *call = &r->a->f->calls[v];
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(call->callee)))
        unsupported(r, inst, "a call of a variadic function with active arguments");
    if (call->cls == CALL_CUSTOM && r->errors)
        diag(r->c->diags, DIAG_NO_DEFINITION_ERROR, inst, callee_name(r, v));
    else if (call->cls == CALL_CUSTOM && !rule_has_no_shadows(call->callee))
        refuse_memory_of_rule(r, inst, &call->messages);
}

/* Shadows of heap blocks of globals (emit/heap_globals.c): those that an inner derivative has may
 * hold no active floating-point values. */
static bool is_kept_shadow(const struct call_info *call)
{
    static const char prefix[] = "enz_rt_kept_";
    return call->cls == CALL_TAPE_ALLOC &&
           !strncmp(LLVMGetValueName(call->callee), prefix, sizeof prefix - 1);
}

static bool has_prefix_of(const char *name, const char *const *prefixes, size_t n)
{
    bool found = false;
    for (size_t i = 0; i < n; i++)
        found |= !strncmp(name, prefixes[i], strlen(prefixes[i]));
    return found;
}

/* What derivatives call that have threads (emit/team.c): why that has no derivative; NULL if it
 * has, or if it is nothing of the kind. A sweep over what was kept has mirrors for waiting, but
 * what mirrors these has none. */
static const char *why_not_again(const struct refusal *r, const struct call_info *call)
{
    static const char *const teams[] = {"enz_rt_team_"}, *const frames[] = {"enz_rt_frames_"},
                             *const starts[] = {"enz_rt_thread_run", "enz_rt_task_run"},
                             *const opens[] = {"enz_rt_thread_open", "enz_rt_task_open"},
                             *const waits[] = {"enz_rt_critical_",   "enz_rt_lock_",
                                               "enz_rt_ordered_",    "enz_rt_turn_",
                                               "enz_rt_thread_back", "enz_rt_tasks_"};
    const char *name = call->callee ? LLVMGetValueName(call->callee) : "";
    bool reverse = !r->forward && call->cls == CALL_TAPE_ALLOC;
    if (has_prefix_of(name, starts, sizeof starts / sizeof *starts))
        return "the derivative of a thread or a task, differentiated a third time, or with memory "
               "in which only the run can tell floating-point values and pointers apart,";
    if (reverse && has_prefix_of(name, opens, sizeof opens / sizeof *opens))
        return "the reverse sweep of a thread or a task, differentiated again in reverse mode,";
    if (has_prefix_of(name, teams, 1))
        return "the derivative of a parallel region, differentiated again, with "
               "-fenz-deterministic or with memory in which only the run can tell floating-point "
               "values and pointers apart,";
    if (reverse && has_prefix_of(name, waits, sizeof waits / sizeof *waits))
        return "the second derivative of code in which threads wait for each other, "
               "differentiated again in reverse mode,";
    if (reverse && r->tangents && has_prefix_of(name, frames, 1))
        return "the derivative of a parallel region, differentiated again for __enzyme_fwdsplit,";
    return NULL;
}

static bool is_unseen_launch(const struct call_info *call)
{
    static const char *const prefixes[] = {"cudaLaunch", "hipExtLaunch", "hipLaunch",
                                           "hipModuleLaunch"};
    bool found = false;
    for (size_t i = 0; call->callee && i < sizeof prefixes / sizeof *prefixes; i++)
        found |= !strncmp(LLVMGetValueName(call->callee), prefixes[i], strlen(prefixes[i]));
    return found && call->cls == CALL_UNKNOWN;
}

static bool hides_memory(const struct call_info *call)
{
    return call->callee && LLVMGetStringAttributeAtIndex(
                               call->callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                               LAUNCH_HIDES, sizeof LAUNCH_HIDES - 1);
}

static bool is_launch(const struct call_info *call)
{
    static const char prefix[] = "enz_rt_launch_";
    return call->callee && !strncmp(LLVMGetValueName(call->callee), prefix, sizeof prefix - 1);
}

/* No numbers come from a constant source. In forward mode all bytes move alike, but those of
 * constant pointers. */
static void refuse_copy(const struct refusal *r, LLVMValueRef copy)
{
    struct copy_layout layout;
    const char *why = "memory";
    LLVMValueRef source = LLVMGetOperand(copy, 1);
    bool matters = has_shadow(r, LLVMGetOperand(copy, 0)) && has_shadow(r, source) &&
                   (!r->forward || (state_of(r, source) & STATE_CONST));
    if (matters && !types_of_copy(r->c->types, copy, &layout, &why))
        diag(r->c->diags, DIAG_UNKNOWN_TYPE, copy, why);
}

/* What is to be looked at byte by byte must be in memory of the host. */
static void refuse_transfer(const struct refusal *r, LLVMValueRef copy)
{
    struct copy_layout layout;
    const char *why = "memory of a device";
    if (has_shadow(r, LLVMGetOperand(copy, 0)) &&
        (!types_of_copy(r->c->types, copy, &layout, &why) || layout.untyped))
        diag(r->c->diags, DIAG_UNKNOWN_TYPE, copy, why);
}

/* The function has a rule, which in the reverse sweep may add to memory while other threads do, and
 * nothing keeps it from that. On devices nothing keeps it from that in any mode. */
static bool adds_by_itself(const struct refusal *r, LLVMValueRef call)
{
    bool device = target_is_device(r->c->module), gets_memory = false;
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++)
        gets_memory |= has_shadow(r, LLVMGetOperand(call, k));
    return operand_is_active(r, call) &&
           (device || (gets_memory && !r->forward && !r->locks_lines));
}

/* A rule gets the tangent of such an integer, in forward mode, but no gradient comes back; of one
 * that may be an address it gets the shadow. */
static bool takes_bits(const struct refusal *r, LLVMValueRef argument)
{
    uint8_t state = state_of(r, argument);
    return activity_carries_bits(LLVMTypeOf(argument)) && (state & STATE_VARIED) &&
           (!r->forward || (state & STATE_ACTIVE));
}

/* The call returns a number as an integer, or as one in a struct. */
static bool returns_bits(const struct refusal *r, LLVMValueRef call)
{
    if (activity_carries_bits(LLVMTypeOf(call)))
        return activity_adjoint_type(r->c, call) != NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAExtractValueInst(user) && activity_carries_bits(LLVMTypeOf(user)) &&
            activity_adjoint_type(r->c, user))
            return true;
    }
    return false;
}

/* A number that goes into a function with a custom rule, or comes out of it, as an integer. */
static bool passes_bits(const struct refusal *r, LLVMValueRef call)
{
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++)
        if (takes_bits(r, LLVMGetOperand(call, k)))
            return true;
    return operand_is_active(r, call) && returns_bits(r, call);
}

/* A task runs the function, or one that calls it. */
static bool runs_in_task(struct arena *a, LLVMValueRef fn)
{
    struct map seen;
    VEC(LLVMValueRef) work = {0};
    map_init(&seen, a);
    VEC_PUSH(a, &work, fn);
    for (unsigned i = 0; i < work.count; i++) {
        if (team_is_task(work.items[i]))
            return true;
        for (LLVMUseRef u = LLVMGetFirstUse(work.items[i]); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u),
                         in = LLVMIsAInstruction(user)
                                  ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(user))
                                  : NULL;
            if (!in || map_get(&seen, in))
                continue;
            map_put(&seen, in, in);
            VEC_PUSH(a, &work, in);
        }
    }
    return false;
}

/* The address of a variable that each thread has, and several threads run: what has pointers beside
 * other members may lead to itself, which a copy would not, and behind its part of the region a
 * thread does tasks with other variables (runtime/thread_locals.h). */
static const char *why_not_thread_local(const struct refusal *r, LLVMValueRef inst)
{
    LLVMValueRef variable = LLVMGetOperand(inst, 0);
    bool fp = false, ptr = false;
    if (!LLVMIsAGlobalVariable(variable) || LLVMIsDeclaration(variable))
        return "a thread-local variable of active values that is defined elsewhere, where several "
               "threads run,";
    activity_type_has(LLVMGlobalGetValueType(variable), &fp, &ptr);
    if (ptr && !code_is_pointers(LLVMGlobalGetValueType(variable)))
        return "a thread-local variable of active values that has pointers and more, where several "
               "threads run,";
    return runs_in_task(r->c->arena, r->a->f->fn)
               ? "a thread-local variable of active values in a task"
               : NULL;
}

static void refuse_thread_local(const struct refusal *r, LLVMValueRef inst)
{
    const char *why = why_not_thread_local(r, inst);
    if (why)
        unsupported(r, inst, why);
}

static void refuse_call(const struct refusal *r, unsigned v)
{
    LLVMValueRef inst = r->a->f->values[v];
    const struct call_info *call = &r->a->f->calls[v];
    if (is_setjmp(call))
        unsupported(r, inst, "setjmp");
    else if (call->cls == CALL_MEMCPY || call->cls == CALL_MEMMOVE)
        (rule_is_transfer(inst) ? refuse_transfer : refuse_copy)(r, inst);
    else if (call->missing && operand_is_active(r, inst))
        diag(r->c->diags, DIAG_MISSING_DERIVATIVE, inst, callee_name(r, v));
    else if (is_kept_shadow(call) && activity_has_shadow(r->a->state[v]))
        unsupported(r, inst, "a derivative that uses memory kept in globals");
    else if (call->thread_use)
        unsupported(r, inst, call->thread_use);
    else if (call->threads && (r->shared || call->cls == CALL_UNKNOWN))
        refuse_missing(r, v);
    else if (r->shared && code_is_thread_local(inst) && activity_has_shadow(r->a->state[v]))
        refuse_thread_local(r, inst);
    else if (why_not_again(r, call))
        unsupported(r, inst, why_not_again(r, call));
    else if (is_unseen_launch(call) && operand_is_active(r, inst))
        unsupported(
            r, inst,
            "a launch that is made in another way than by <<<>>>, or of a kernel with other "
            "parameters than numbers, pointers and structs of these,");
    else if (hides_memory(call))
        unsupported(
            r, inst,
            "a launch of a kernel that takes pointers from memory, makes them of integers, or "
            "calls functions through them,");
    else if (is_launch(call))
        unsupported(r, inst, "the derivative of a launch of a kernel, differentiated again,");
    else if (r->shared && call->cls == CALL_CUSTOM && adds_by_itself(r, inst))
        unsupported(r, inst, "a function with a rule of its own, where several threads run,");
    else if (call->cls == CALL_CUSTOM && passes_bits(r, inst))
        unsupported(r, inst,
                    "a number that a function with a custom rule takes or returns as an "
                    "integer");
    else if (bits_get(&r->a->active_calls, v))
        refuse_differentiated_call(r, v);
    else if (operand_is_active(r, inst) || r->a->f->calls[v].messages.any)
        refuse_active_call(r, v);
}

static void refuse_address(const struct refusal *r, LLVMValueRef inst)
{
    LLVMValueRef from = LLVMGetOperand(inst, 0);
    if ((state_of(r, from) & STATE_VARIED) && lanes_is_part_of_value(from) && !lanes_is_value(from))
        unsupported(r, inst, "an address taken out of the bits of an active floating-point value");
}

static LLVMValueRef object_behind(LLVMValueRef address)
{
    LLVMValueRef object = LLVMIsAPtrToIntInst(address)
                              ? ezb_underlying_object(LLVMGetOperand(address, 0), ADDRESS_STEPS)
                              : NULL;
    return object && (LLVMIsAAllocaInst(object) || LLVMIsAGlobalVariable(object) ||
                      LLVMIsACallInst(object))
               ? object
               : NULL;
}

/* The quotient is more than compared. */
static bool is_counted(LLVMValueRef difference)
{
    for (LLVMUseRef u = LLVMGetFirstUse(difference); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMOpcode op = LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : LLVMICmp;
        if (op != LLVMSDiv && op != LLVMAShr)
            continue;
        for (LLVMUseRef k = LLVMGetFirstUse(user); k; k = LLVMGetNextUse(k))
            if (!LLVMIsAICmpInst(LLVMGetUser(k)))
                return true;
    }
    return false;
}

/* In elements, that is the same distance between the shadows, by what C says: but that they are in
 * one array it says as well. */
static void refuse_difference(const struct refusal *r, LLVMValueRef inst)
{
    LLVMValueRef to = object_behind(LLVMGetOperand(inst, 0)),
                 from = object_behind(LLVMGetOperand(inst, 1));
    if (to && from && to != from && is_counted(inst) &&
        has_shadow(r, LLVMGetOperand(LLVMGetOperand(inst, 0), 0)) &&
        has_shadow(r, LLVMGetOperand(LLVMGetOperand(inst, 1), 0)))
        unsupported(r, inst, "the distance between two arrays in elements");
}

static bool is_stream_function(LLVMValueRef v)
{
    static const char *const classes[] = {"_ZNSt15basic_streambufI", "_ZNSt3__115basic_streambufI"};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (LLVMIsAFunction(v) && !strncmp(LLVMGetValueName(v), classes[i], strlen(classes[i])))
            return true;
    return false;
}

static bool has_stream_function(LLVMValueRef table)
{
    bool any = LLVMIsAConstant(table) && is_stream_function(table);
    bool nested = LLVMIsAConstantStruct(table) || LLVMIsAConstantArray(table);
    for (int k = 0, n = nested ? LLVMGetNumOperands(table) : 0; k < n && !any; k++)
        any = has_stream_function(LLVMGetOperand(table, (unsigned)k));
    return any;
}

/* An object with a shadow becomes one of a class of the program that the library's streams call
 * back: what these calls do has no derivative. */
static void refuse_callback(const struct refusal *r, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    LLVMValueRef table =
        LLVMIsAConstant(value) && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind
            ? ezb_underlying_object(value, ADDRESS_STEPS)
            : NULL;
    if (table && LLVMIsAGlobalVariable(table) && code_is_table(table) &&
        !LLVMIsDeclaration(table) && has_stream_function(LLVMGetInitializer(table)) &&
        has_shadow(r, LLVMGetOperand(store, 1)))
        unsupported(r, store, "a stream buffer of the program's own that holds active values");
}

static bool only_adds(const struct refusal *r, LLVMValueRef update)
{
    LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(update);
    unsigned v = func_id(r->a->f, update);
    return (op == LLVMAtomicRMWBinOpFAdd || op == LLVMAtomicRMWBinOpFSub) &&
           !activity_active(r->a, v);
}

/* Of what several threads do to one value the order counts, but for additions: nobody notes it. */
static void refuse_unordered(const struct refusal *r, unsigned v)
{
    LLVMValueRef inst = r->a->f->values[v];
    bool update = LLVMIsAAtomicRMWInst(inst) != NULL, store = LLVMIsAStoreInst(inst) != NULL,
         exchange = r->a->f->calls[v].cls == CALL_CAS,
         access = (store || LLVMIsALoadInst(inst)) && atomic_is_access(inst);
    if (!r->shared || !(update || exchange || access) || atomic_is_own(inst) ||
        atomic_is_integer(inst) || !has_shadow(r, LLVMGetOperand(inst, store ? 1 : 0)))
        return;
    bool numbers = update ? atomic_changes(r->c, inst) && !only_adds(r, inst)
                   : access
                       ? activity_adjoint_type(r->c, store ? LLVMGetOperand(inst, 0) : inst) != NULL
                       : true;
    if (update && numbers && atomic_is_minmax(LLVMGetAtomicRMWBinOp(inst)))
        unsupported(r, inst, "an atomic minimum or maximum of numbers, where several threads run,");
    else if (numbers)
        unsupported(r, inst,
                    "an atomic access to active memory, where several threads run, that does "
                    "more than add");
}

/* On the host these have numbers (prepare/calls/turns.c); counting is no waiting. */
static void refuse_waiting(const struct refusal *r, LLVMValueRef inst)
{
    bool counts =
        LLVMIsAAtomicRMWInst(inst) && LLVMGetAtomicRMWBinOp(inst) != LLVMAtomicRMWBinOpXchg;
    if (r->shared && target_is_device(r->c->module) && code_acquires(inst) && !counts)
        unsupported(r, inst, "an atomic access that waits for another thread");
}

/* By which threads of a device may wait for each other, unseen: assembly with effects, and memory
 * that one looks at until another one has written it. */
static void refuse_unseen(const struct refusal *r, LLVMValueRef inst)
{
    if (!target_is_device(r->c->module))
        return;
    bool access = LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst);
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    if (LLVMIsAFenceInst(inst))
        unsupported(r, inst, "a fence of memory, on a device");
    else if (access && LLVMGetVolatile(inst))
        unsupported(r, inst, "a volatile access, on a device");
    else if (callee && LLVMIsAInlineAsm(callee) && LLVMGetInlineAsmHasSideEffects(callee))
        unsupported(r, inst, "inline assembly with side effects, on a device");
}

static bool uses_section(const struct refusal *r, LLVMValueRef inst)
{
    for (int k = 0, n = LLVMGetNumOperands(inst); k < n; k++) {
        LLVMValueRef o = LLVMGetOperand(inst, (unsigned)k),
                     g = !LLVMIsABasicBlock(o) && LLVMIsAConstant(o) &&
                                 LLVMGetTypeKind(LLVMTypeOf(o)) == LLVMPointerTypeKind
                             ? ezb_underlying_object(o, ADDRESS_STEPS)
                             : NULL;
        if (g && LLVMIsAGlobalVariable(g) && objects_in_section(r->c, g))
            return true;
    }
    return false;
}

/* Nobody says which variables lie between the bounds of a section. Phis have no places. */
static void refuse_section(const struct refusal *r)
{
    LLVMValueRef found = NULL;
    for (unsigned v = r->a->f->arg_count; v < r->a->f->value_count; v++) {
        LLVMValueRef inst = r->a->f->values[v];
        if ((!found || LLVMIsAPHINode(found)) && uses_section(r, inst))
            found = inst;
    }
    if (found)
        unsupported(r, found, "a variable that is found between the bounds of a section");
}

static void refuse_inst(const struct refusal *r, unsigned v)
{
    LLVMValueRef inst = r->a->f->values[v];
    refuse_unordered(r, v);
    refuse_waiting(r, inst);
    refuse_unseen(r, inst);
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMCall:
    case LLVMInvoke: refuse_call(r, v); return;
    case LLVMAtomicRMW:
        if (has_shadow(r, LLVMGetOperand(inst, 0)) && !atomic_is_supported(r->c, r->a, inst))
            unsupported(r, inst, "this atomic update of active memory");
        return;
    case LLVMAtomicCmpXchg:
        if (has_shadow(r, LLVMGetOperand(inst, 0)) && !atomic_is_counter(r->c, inst))
            unsupported(r, inst, "an atomic update of active memory");
        return;
    case LLVMStore: refuse_callback(r, inst); return;
    case LLVMIntToPtr: refuse_address(r, inst); return;
    case LLVMSub: refuse_difference(r, inst); return;
    case LLVMVAArg: unsupported(r, inst, "a variadic function"); return;
    default: return;
    }
}

void plan_refuse(struct activity_context *c, const struct activity_facts *a,
                 const struct plan_refuse_wish *wish)
{
    struct refusal r = {c,
                        a,
                        wish->forward,
                        wish->errors,
                        wish->missing,
                        wish->shared,
                        wish->locks_lines,
                        wish->tangents};
    for (unsigned v = a->f->arg_count; v < a->f->value_count; v++)
        refuse_inst(&r, v);
    refuse_section(&r);
    plan_refuse_constants(c, a, wish);
    plan_refuse_meetings(c, a, wish->forward);
    plan_warn_dropped(c, a, wish);
}
