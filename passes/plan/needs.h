/* Which cached values the reverse code of an instruction reads. */
#ifndef ENZCC_PLAN_NEEDS_H
#define ENZCC_PLAN_NEEDS_H
#include "plan/plan.h"

/* Demands everything the adjoint of instruction v reads. */
void plan_need_adjoint(struct plan *p, unsigned v);
/* Demands one cached value; decides how it is kept. */
void plan_need(struct plan *p, unsigned cached);
void plan_need_operand(struct plan *p, LLVMValueRef v);
void plan_need_shadow(struct plan *p, LLVMValueRef v);
#endif
