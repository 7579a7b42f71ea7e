/* --dump=request: one derivative call as the engine sees it. */
#include "request/request.h"
#include <stdio.h>

static const char *const modes[] = {"forward",       "reverse",       "batch",     "augmented",
                                    "split reverse", "split forward", "tape size", "shadow"};
static const char *const activities[] = {"const", "out", "dup", "dupnoneed"};

static void replace(LLVMValueRef *v, LLVMValueRef old, LLVMValueRef with)
{
    if (*v == old)
        *v = with;
}

void request_replace_value(struct request_list *list, LLVMValueRef old, LLVMValueRef with)
{
    for (unsigned i = 0; i < list->count; i++) {
        struct request *r = &list->items[i];
        for (unsigned k = 0; k < r->param_count; k++) {
            replace(&r->params[k].primal, old, with);
            for (unsigned v = 0; r->params[k].shadows && v < r->width; v++)
                replace(&r->params[k].shadows[v], old, with);
            for (unsigned v = 0; r->params[k].lanes && v < r->width; v++)
                replace(&r->params[k].lanes[v], old, with);
        }
        for (unsigned v = 0; r->seeds && v < r->width; v++)
            replace(&r->seeds[v], old, with);
        replace(&r->tape.at, old, with);
        replace(&r->tape.opaque, old, with);
        replace(&r->sret_buffer, old, with);
    }
}

static void dump_value(const char *label, LLVMValueRef v)
{
    char *text = LLVMPrintValueToString(v);
    fprintf(stderr, "    %s%s\n", label, LLVMIsAFunction(v) ? LLVMGetValueName(v) : text);
    LLVMDisposeMessage(text);
}

static void dump_param(const struct request *r, unsigned i)
{
    const struct request_param *p = &r->params[i];
    fprintf(stderr, "  param %u: %s%s\n", i, activities[p->activity],
            (int)i == r->sret_param ? " (result)" : "");
    for (unsigned v = 0; p->lanes && v < r->width; v++)
        dump_value("lane ", p->lanes[v]);
    if (p->primal)
        dump_value("primal ", p->primal);
    for (unsigned v = 0; p->shadows && v < r->width; v++)
        dump_value("shadow ", p->shadows[v]);
}

void request_dump(const struct request *r)
{
    fprintf(stderr, "request %s %s width %u return %s%s%s\n", modes[r->mode],
            LLVMGetValueName(r->fn), r->width, activities[r->ret],
            r->primal_return || r->sret_primal_return ? " primal_return" : "",
            r->runtime_activity ? " runtime_activity" : "");
    for (unsigned i = 0; i < r->param_count; i++)
        dump_param(r, i);
    fflush(stderr);
}
