/* -fenz-report: what each derivative took and keeps. -fenz-print: which functions are printed.
 *
 * A derivative is reported once, under the derivative call that it was first made for. Instructions
 * are counted behind the clean-up of generated functions and in front of the link's pipeline. */
#include "report/report.h"
#include "base/team.h"
#include "plan/order.h"
#include <stdio.h>
#include <string.h>

/* ---- -fenz-report ---------------------------------------------------------------------------- */

bool report_find_place(LLVMValueRef at, const char **file, unsigned *line, unsigned *column)
{
    LLVMValueRef fn =
        LLVMIsAInstruction(at) ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(at)) : at;
    if (ezb_debug_loc(at, file, line, column))
        return true;
    LLVMValueRef start = LLVMIsAFunction(fn) ? team_start(fn) : NULL;
    return start && ezb_debug_loc(start, file, line, column);
}

const char *report_name(struct emission *m, LLVMValueRef fn)
{
    if (!team_is_marked(fn))
        return diag_name(m->diags, fn);
    return arena_printf(m->arena, "%s at %s",
                        team_is_task(fn)      ? "task"
                        : team_is_started(fn) ? "thread"
                                              : "parallel region",
                        report_place(m, fn));
}

const char *report_place(struct emission *m, LLVMValueRef at)
{
    const char *file;
    unsigned line, column;
    if (!report_find_place(at, &file, &line, &column))
        return "an unknown place";
    return column ? arena_printf(m->arena, "%s:%u:%u", file, line, column)
                  : arena_printf(m->arena, "%s:%u", file, line);
}

static unsigned instructions_in(LLVMValueRef fn)
{
    unsigned n = 0;
    for (LLVMBasicBlockRef b = fn ? LLVMGetFirstBasicBlock(fn) : NULL; b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            n++;
    return n;
}

const char *report_mode(const struct derivative *d)
{
    if (d->key.kind == GEN_FORWARD)
        return d->key.errors ? "error estimate" : "forward mode";
    if (d->key.kind == GEN_COMBINED)
        return "reverse mode";
    return d->tan ? "forward sweep, reverse sweep and tangents from the tape"
                  : "forward and reverse sweep";
}

/* What allocation keeps for each iteration of loop l itself; l NO_ID: for each call. */
static uint64_t bytes_for(const struct plan *p, const struct plan_allocation *g, unsigned l)
{
    unsigned of = g->kind == ALLOCATION_FRAME    ? NO_ID
                  : g->kind == ALLOCATION_LINKED ? g->loop
                  : g->dim_count                 ? g->dims[g->dim_count - 1]
                                                 : p->f->loops[g->top].parent;
    return g->used || g->kind == ALLOCATION_FRAME ? (of == l ? g->bytes : 0) : 0;
}

uint64_t report_bytes_per(const struct plan *p, unsigned l)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i <= p->f->loop_count * ALLOCATIONS_PER_LOOP; i++)
        sum += bytes_for(p, &p->allocations[i], l);
    return sum;
}

static void print_plan(struct emission *m, const struct plan *p)
{
    const struct func *f = p->f;
    for (unsigned l = 0; l < f->loop_count; l++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(f->blocks[f->loops[l].latch].ref);
        fprintf(stderr, "enzcc:     %*sloop at %s: %s", 2 * ((int)f->loops[l].depth - 1), "",
                report_place(m, end), plan_schedule_name(p, l));
        if (p->passes[l])
            fprintf(stderr, ", in the primal's order, %u %s%s", plan_whole_passes(p, l),
                    plan_whole_passes(p, l) == 1 ? "loop" : "loops",
                    p->gathers[l] ? ", gathers" : "");
        fprintf(stderr, ", %llu bytes per iteration\n", (unsigned long long)report_bytes_per(p, l));
    }
    fprintf(stderr, "enzcc:     %llu bytes per call\n",
            (unsigned long long)report_bytes_per(p, NO_ID));
}

unsigned report_size(const struct derivative *d)
{
    return instructions_in(d->fn) + instructions_in(d->aug) + instructions_in(d->rev) +
           instructions_in(d->tan);
}

static void print_derivative(struct emission *m, const struct derivative *d)
{
    unsigned size = report_size(d);
    fprintf(stderr, "enzcc:   %s, %s", report_name(m, d->key.fn), report_mode(d));
    if (d->key.width > 1)
        fprintf(stderr, ", %u directions", d->key.width);
    fprintf(stderr, ": %u instructions in %.3f s\n", size, d->seconds);
    if (d->plan)
        print_plan(m, d->plan);
}

const char *report_entry(struct emission *m, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) ? diag_name(m->diags, callee) : "derivative call";
}

void report_derivatives(struct emission *m, const struct report *r)
{
    fprintf(stderr, "enzcc: %s: %s of %s, prepared and analysed in %.3f s\n",
            report_place(m, r->request->call), report_entry(m, r->request->call),
            diag_name(m->diags, r->request->target), r->seconds);
    for (unsigned i = 0; i < r->count; i++)
        print_derivative(m, r->made[i]);
    if (!r->count)
        fprintf(stderr, "enzcc:   nothing new: its derivative was made before\n");
}

/* ---- -fenz-print ----------------------------------------------------------------------------- */

/* The item is `name` of all functions, or `name:function`, by its symbol or as the source spells
 * it, with or without parameters. */
static bool item_asks(struct emission *m, const char *item, size_t size, const char *name,
                      LLVMValueRef fn)
{
    const char *colon = memchr(item, ':', size);
    size_t length = colon ? (size_t)(colon - item) : size;
    if (length != strlen(name) || memcmp(item, name, length) != 0)
        return false;
    if (!colon)
        return true;
    const char *wanted = colon + 1, *symbol = diag_symbol(fn), *spelt = diag_name(m->diags, fn);
    size_t n = size - length - 1;
    return (strlen(symbol) == n && !memcmp(symbol, wanted, n)) ||
           (!strncmp(spelt, wanted, n) && (spelt[n] == '\0' || spelt[n] == '('));
}

static bool list_asks(struct emission *m, const char *list, const char *name, LLVMValueRef fn)
{
    size_t size = strcspn(list, " \t\n");
    while (size) {
        size_t item = strcspn(list, ", \t\n");
        if (item_asks(m, list, item, name, fn))
            return true;
        item += item < size;
        list += item, size -= item;
    }
    return false;
}

bool report_prints(struct emission *m, enum report_print what, LLVMValueRef fn)
{
    static const char *const names[] = {[PRINT_PRIMAL] = "primal",
                                        [PRINT_DERIVATIVE] = "derivative",
                                        [PRINT_TYPES] = "types",
                                        [PRINT_ACTIVITY] = "activity",
                                        [PRINT_TAPE] = "tape"};
    const char *const *lists = m->options->print;
    for (size_t i = 0; lists[i]; i++)
        if (list_asks(m, lists[i], names[what], fn))
            return true;
    return false;
}
