/* See distances.h. */
#include "ir/distances.h"
#include "ir/marks.h"

static const char distance[] = "enz.distance";

void distance_mark(LLVMValueRef inst)
{
    mark_put(inst, distance);
}

bool distance_is(LLVMValueRef inst)
{
    return LLVMIsABinaryOperator(inst) && mark_is_at(inst, distance);
}
