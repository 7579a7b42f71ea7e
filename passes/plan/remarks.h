/* -fenz-remarks: what the reverse sweep keeps or loads again, and why, once per source location. */
#ifndef ENZCC_PLAN_REMARKS_H
#define ENZCC_PLAN_REMARKS_H
#include "base/diag.h"
#include "plan/plan.h"

void plan_remarks(const struct plan *p, struct diag_sink *s);
#endif
