/* Memory of a virtual array that is cleared or copied, element by element. */
#include "base/target.h"
#include "virtual/virtual.h"
#include <llvm-c/DebugInfo.h>
#include <string.h>

struct copy {
    struct virtual_uses *u;
    LLVMBuilderRef b;
    LLVMValueRef call;
    LLVMTypeRef element;
    uint64_t size;
};

static LLVMValueRef number(struct copy *c, uint64_t n)
{
    return LLVMConstInt(LLVMInt64TypeInContext(LLVMGetModuleContext(c->u->v->module)), n, 0);
}

static LLVMValueRef element_at(struct copy *c, unsigned operand, LLVMValueRef index)
{
    LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetModuleContext(c->u->v->module));
    LLVMValueRef offset = LLVMBuildMul(c->b, index, number(c, c->size), "");
    return LLVMBuildGEP2(c->b, byte, LLVMGetOperand(c->call, operand), &offset, 1, "");
}

static LLVMValueRef value_at(struct copy *c, bool clears, LLVMValueRef index)
{
    if (clears)
        return LLVMConstNull(c->element);
    LLVMValueRef v = LLVMBuildLoad2(c->b, c->element, element_at(c, 1, index), "");
    LLVMSetAlignment(v, 1);
    return v;
}

/* for (i = 0; i < length / size; i++) to[i] = from[i]; */
static void build_loop(struct copy *c, bool clears)
{
    LLVMContextRef context = LLVMGetModuleContext(c->u->v->module);
    LLVMBasicBlockRef before = LLVMGetInstructionParent(c->call);
    LLVMBasicBlockRef behind = ezb_split_block_before(c->call, "");
    LLVMBasicBlockRef loop = LLVMInsertBasicBlockInContext(context, behind, "");
    LLVMValueRef end = LLVMGetBasicBlockTerminator(before);
    LLVMPositionBuilderBefore(c->b, end);
    LLVMSetCurrentDebugLocation2(c->b, LLVMInstructionGetDebugLoc(c->call));
    LLVMValueRef length =
        LLVMBuildZExtOrBitCast(c->b, LLVMGetOperand(c->call, 2), LLVMTypeOf(number(c, 0)), "");
    LLVMValueRef count = LLVMBuildUDiv(c->b, length, number(c, c->size), "");
    LLVMValueRef any = LLVMBuildICmp(c->b, LLVMIntNE, count, number(c, 0), "");
    LLVMBuildCondBr(c->b, any, loop, behind);
    LLVMInstructionEraseFromParent(end);
    LLVMPositionBuilderAtEnd(c->b, loop);
    LLVMValueRef i = LLVMBuildPhi(c->b, LLVMTypeOf(count), "");
    LLVMValueRef store = LLVMBuildStore(c->b, value_at(c, clears, i), element_at(c, 0, i));
    LLVMSetAlignment(store, 1);
    LLVMValueRef next = LLVMBuildNUWAdd(c->b, i, number(c, 1), "");
    LLVMValueRef done = LLVMBuildICmp(c->b, LLVMIntEQ, next, count, "");
    LLVMBuildCondBr(c->b, done, behind, loop);
    LLVMAddIncoming(i, (LLVMValueRef[]){number(c, 0), next}, (LLVMBasicBlockRef[]){before, loop},
                    2);
}

static bool is_zero(LLVMValueRef v)
{
    return LLVMIsAConstantInt(v) && !LLVMConstIntGetZExtValue(v);
}

/* Elements only, as far as can be seen. */
static bool check(struct copy *c, bool clears)
{
    LLVMValueRef length = LLVMGetOperand(c->call, 2);
    if (!is_zero(LLVMGetOperand(c->call, 3)))
        return virtual_refuse(c->u, c->call, "accessed as volatile or atomic memory");
    if (clears && !is_zero(LLVMGetOperand(c->call, 1)))
        return virtual_refuse(c->u, c->call, "filled with bytes other than 0");
    if (LLVMIsAConstantInt(length) && LLVMConstIntGetZExtValue(length) % c->size)
        return virtual_refuse(c->u, c->call, "copied or cleared in parts of elements");
    return true;
}

/* The first element may be read when it has been written already. */
static bool may_overlap(struct virtual_uses *u, LLVMValueRef call)
{
    return strstr(LLVMGetValueName(LLVMGetCalledValue(call)), "memmove") &&
           map_get(&u->derived, LLVMGetOperand(call, 0)) &&
           map_get(&u->derived, LLVMGetOperand(call, 1));
}

bool virtual_open_copy(struct virtual_uses *u, LLVMValueRef call)
{
    struct copy c = {.u = u, .call = call, .element = u->array->element};
    bool clears = strstr(LLVMGetValueName(LLVMGetCalledValue(call)), "memset") != NULL;
    c.size = LLVMABISizeOfType(LLVMGetModuleDataLayout(u->v->module), c.element);
    if (!check(&c, clears))
        return false;
    if (may_overlap(u, call))
        return virtual_refuse(u, call, "moved within itself");
    c.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(u->v->module));
    build_loop(&c, clears);
    LLVMDisposeBuilder(c.b);
    LLVMInstructionEraseFromParent(call);
    return true;
}
