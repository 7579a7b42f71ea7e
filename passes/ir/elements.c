/* See elements.h. */
#include "ir/elements.h"
#include "ir/marks.h"

static const char element[] = "enz.element";

void element_mark(LLVMValueRef load)
{
    mark_put(load, element);
}

bool element_is(LLVMValueRef inst)
{
    return LLVMIsALoadInst(inst) && mark_is_at(inst, element);
}
