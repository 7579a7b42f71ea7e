/* --dump=request: one derivative call as the engine sees it. */
#include "request/request.h"
#include <stdio.h>

static const char *const activities[] = {"const", "out", "dup", "dupnoneed"};

static void dump_value(const char *label, LLVMValueRef v)
{
  char *text = LLVMPrintValueToString(v);
  fprintf(stderr, "    %s%s\n", label, LLVMIsAFunction(v) ? LLVMGetValueName(v) : text);
  LLVMDisposeMessage(text);
}

static void dump_param(const struct request *r, unsigned i)
{
  const struct request_param *p = &r->params[i];
  fprintf(stderr, "  param %u: %s%s\n", i, activities[p->activity], (int)i == r->sret_param ? " (result)" : "");
  dump_value("primal ", p->primal);
  for (unsigned v = 0; p->shadows && v < r->width; v++)
    dump_value("shadow ", p->shadows[v]);
}

void request_dump(const struct request *r)
{
  fprintf(stderr, "request %s %s width %u return %s%s%s\n", r->mode == MODE_FORWARD ? "forward" : "reverse",
          LLVMGetValueName(r->fn), r->width, activities[r->ret],
          r->primal_return || r->sret_primal_return ? " primal_return" : "",
          r->runtime_activity ? " runtime_activity" : "");
  for (unsigned i = 0; i < r->param_count; i++)
    dump_param(r, i);
  fflush(stderr);
}
