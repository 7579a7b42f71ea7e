/* See in_order.h. Additions to what others may add to as well are to sums of the thread (sums.h),
 * which must be floats or doubles, each in one line of memory. Threads meet at barriers, in
 * reductions and in ordered sections, which have an order that the run does not decide about
 * (runtime/bundle/openmp.c). */
#include "plan/in_order.h"
#include "base/team.h"
#include "facts/atomic.h"
#include "ir/code.h"
#include "plan/program.h"
#include "plan/rows.h"
#include "plan/sums.h"
#include <string.h>

static bool has_prefix(const char *name, const char *prefix)
{
    return !strncmp(name, prefix, strlen(prefix));
}

/* The run does not decide who comes first. */
static bool is_ordered(const char *name)
{
    static const char *const prefixes[] = {"__kmpc_barrier", "enz_rt_ordered_", "enz_rt_reduction_",
                                           "enz_rt_tasks_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (has_prefix(name, prefixes[i]))
            return true;
    return false;
}

static bool gets_shared(const struct plan *p, LLVMValueRef call)
{
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++)
        if (activity_has_shadow(activity_state(p->c, p->a, LLVMGetOperand(call, k))))
            return true;
    return false;
}

static const char *why_not_call(const struct plan *p, unsigned v)
{
    const struct call_info *call = &p->f->calls[v];
    const char *name = call->callee ? LLVMGetValueName(call->callee) : "";
    if (call->callee && team_is_league(call->callee))
        return "a league of teams (`teams`), with -fenz-deterministic,";
    if (call->callee && team_is_marked(call->callee))
        return "a parallel region in another one, with -fenz-deterministic,";
    if (call->cls == CALL_SYNC && !is_ordered(name))
        return "a critical section, a lock, or what else has threads wait for each other in the "
               "order in which they come, with -fenz-deterministic,";
    if (has_prefix(name, "enz_rt_cancel"))
        return "`cancel`, with -fenz-deterministic,";
    if ((call->cls == CALL_CUSTOM && p->row[v] && gets_shared(p, p->f->values[v])) ||
        (p->row[v] == ADJOINT_RULE &&
         (ezb_inst_reads(p->f->values[v]) || ezb_inst_writes(p->f->values[v]))))
        return "a function with a rule of its own that gets memory, where several threads run, "
               "with -fenz-deterministic,";
    return rule_is_transfer(p->f->values[v]) && p->row[v]
               ? "a copy to or from a device, where several threads run, with "
                 "-fenz-deterministic,"
               : NULL;
}

static bool is_number(LLVMTypeRef t)
{
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

static bool copies_numbers(const struct copy_layout *l)
{
    bool all = true;
    for (unsigned i = 0; i < l->count; i++)
        all = all && (l->elems[i].kind != ELEM_FLOAT || is_number(l->elems[i].type));
    return all;
}

static bool adds_number(const struct plan *p, unsigned v)
{
    return p->row[v] == ADJOINT_COPY ? copies_numbers(p->bytes[v].layout)
                                     : plan_sums_is_plain(p, v);
}

static const char *why_not(const struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    bool access = LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst);
    if (p->row[v] &&
        (plan_row(p, v)->effect == ADJOINT_UPDATES || (access && atomic_is_access(inst))))
        return "an atomic access to active memory, where several threads run, with "
               "-fenz-deterministic,";
    if (p->row[v] && (p->bytes[v].tracked || p->bytes[v].tracked_source))
        return "memory, where several threads run, in which only the run can tell floating-point "
               "values and pointers apart, with -fenz-deterministic,";
    if (plan_sums_has(p, v) && !adds_number(p, v))
        return "a number that several threads may read, and that is no float or double, or not "
               "aligned, with -fenz-deterministic,";
    return code_is_call(inst) ? why_not_call(p, v) : NULL;
}

void plan_refuse_any_order(const struct plan *p)
{
    for (unsigned v = p->f->arg_count; v < p->f->value_count; v++) {
        const char *why = why_not(p, v);
        if (why)
            diag(p->c->diags, DIAG_UNSUPPORTED, p->f->values[v], why);
    }
}
