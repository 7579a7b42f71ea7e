/* Operations on complex numbers, which are calls of the runtime (runtime/complex.c). */
#include "complex/clone.h"
#include <string.h>

LLVMValueRef clone_runtime(struct clone *c, const char *name, LLVMTypeRef ret, LLVMValueRef *args,
                           unsigned n)
{
    LLVMTypeRef types[8];
    for (unsigned k = 0; k < n; k++)
        types[k] = LLVMTypeOf(args[k]);
    LLVMTypeRef type = LLVMFunctionType(ret, types, n, false);
    LLVMValueRef fn = LLVMGetNamedFunction(c->all->module, name);
    if (!fn)
        fn = LLVMAddFunction(c->all->module, name, type);
    return LLVMBuildCall2(c->b, type, fn, args, n, "");
}

static const struct {
    const char *name;
    int operands;
} operations[] = {
#define OPERATION(name, operands) {#name, operands},
#include "complex.def"
};

int operation_operands(const char *name)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (!strcmp(operations[i].name, name))
            return operations[i].operands;
    return -1;
}

static bool is_vector(LLVMValueRef v)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
}

static LLVMValueRef lane_of(struct clone *c, LLVMValueRef v, unsigned lane)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(c->f64));
    return is_vector(v) ? LLVMBuildExtractElement(c->b, v, LLVMConstInt(i32, lane, false), "") : v;
}

static LLVMValueRef as_double(struct clone *c, LLVMValueRef v)
{
    bool integer = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind;
    return integer ? LLVMBuildSIToFP(c->b, v, c->f64, "") : LLVMBuildFPCast(c->b, v, c->f64, "");
}

enum { MOST_OPERANDS = 4 };
struct operation {
    const char *function;
    unsigned operands;
    LLVMValueRef real[MOST_OPERANDS], part[MOST_OPERANDS]; /* part: NULL of integers */
};

static LLVMValueRef operate(struct clone *c, const struct operation *o, unsigned lane)
{
    LLVMValueRef args[2 * MOST_OPERANDS];
    for (unsigned k = 0; k < o->operands; k++) {
        args[2 * k] = as_double(c, lane_of(c, o->real[k], lane));
        args[2 * k + 1] = o->part[k] ? lane_of(c, o->part[k], lane) : LLVMConstNull(c->f64);
    }
    return clone_runtime(c, o->function, c->f64, args, 2 * o->operands);
}

LLVMValueRef operation_twin(struct clone *c, LLVMValueRef inst, const char *name, unsigned operands)
{
    struct operation o = {
        arena_printf(c->all->arena, "enz_rt_complex_%s", name), operands, {0}, {0}};
    bool any = false;
    for (unsigned k = 0; k < operands; k++) {
        o.real[k] = LLVMGetOperand(inst, k);
        if (twin_exists(LLVMTypeOf(o.real[k])))
            any |= !twin_is_zero(o.part[k] = twin_of(c, o.real[k]));
    }
    if (!any)
        return NULL;
    LLVMPositionBuilderBefore(c->b, LLVMGetNextInstruction(inst));
    if (!is_vector(inst))
        return operate(c, &o, 0);
    LLVMTypeRef t = twin_type(c, LLVMTypeOf(inst)),
                i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(t));
    LLVMValueRef whole = LLVMGetPoison(t);
    for (unsigned i = 0; i < LLVMGetVectorSize(t); i++)
        whole =
            LLVMBuildInsertElement(c->b, whole, operate(c, &o, i), LLVMConstInt(i32, i, false), "");
    return whole;
}

static LLVMValueRef lose(struct clone *c, void *user, LLVMTypeRef number, uint64_t offset,
                         LLVMValueRef part)
{
    (void)user, (void)number, (void)offset;
    clone_runtime(c, "enz_rt_complex_lose", c->none, &part, 1);
    return NULL;
}

void operation_lose(struct clone *c, LLVMValueRef inst, LLVMValueRef operand)
{
    LLVMValueRef twin = twin_of(c, operand);
    if (twin_is_zero(twin))
        return;
    LLVMPositionBuilderBefore(c->b, LLVMGetNextInstruction(inst));
    twin_walk(c, LLVMTypeOf(operand), 0, twin, lose, NULL);
}
