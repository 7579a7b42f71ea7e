/* Vector reductions: adjoints and tangents of intrinsics that have emitters of their own
 * (special.def).
 *
 * Each case evaluates constants in IR: operands, factor and result are literals, the builder and
 * the interpreter of constants do not fold reductions, so the code is compiled and run. Expected
 * values are worked out by hand. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/ExecutionEngine.h>
#include <llvm-c/Target.h>
#include "math_test.h"
#include "rules/emit.h"

enum { LANES = 4 };

static unsigned long checks, failures;

struct vector_case {
    const char *intrinsic;
    double start, v[LANES]; /* operands */
    double start_dot, v_dot[LANES];
    double start_bar, v_bar[LANES], tangent; /* expected, adjoint of the result 1 */
};
static const struct vector_case cases[] = {
    {"llvm.vector.reduce.fadd", 10, {1, 2, 3, 4}, 0.5, {1, 10, 100, 1000}, 1, {1, 1, 1, 1}, 1111.5},
    {"llvm.vector.reduce.fmul",
     2,
     {3, 5, 7, 11},
     1,
     {0, 0, 0, 0},
     1155,
     {770, 462, 330, 210},
     1155},
    {"llvm.vector.reduce.fmul",
     2,
     {3, 5, 7, 11},
     0,
     {1, 1, 1, 1},
     1155,
     {770, 462, 330, 210},
     1772},
    {"llvm.vector.reduce.fmul", 2, {3, 0, 7, 11}, 0, {1, 1, 1, 1}, 0, {0, 462, 0, 0}, 462},
    {"llvm.vector.reduce.fmul", 2, {0, 0, 7, 11}, 1, {1, 1, 1, 1}, 0, {0, 0, 0, 0}, 0},
};

struct code {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTypeRef scalar, vector;
    LLVMValueRef in[2], in_dot[2], out, primal;
};

static LLVMValueRef value_of(void *user, int operand)
{
    struct code *c = user;
    return operand == RULE_RESULT ? c->primal : c->in[operand];
}

/* run(ptr in, ptr out): in = start, v, start', v'; out = start bar, v bar, tangent. */
static LLVMValueRef slot(struct code *c, LLVMValueRef base, unsigned index)
{
    LLVMValueRef at = LLVMConstInt(LLVMInt64TypeInContext(c->context), index, false);
    return LLVMBuildGEP2(c->builder, c->scalar, base, &at, 1, "");
}

static LLVMValueRef load(struct code *c, LLVMTypeRef type, LLVMValueRef base, unsigned index)
{
    LLVMValueRef v = LLVMBuildLoad2(c->builder, type, slot(c, base, index), "");
    LLVMSetAlignment(v, 8);
    return v;
}

static void store(struct code *c, LLVMValueRef v, unsigned index)
{
    LLVMSetAlignment(LLVMBuildStore(c->builder, v, slot(c, c->out, index)), 8);
}

static void build(struct code *c, const char *intrinsic)
{
    LLVMTypeRef ptr = LLVMPointerTypeInContext(c->context, 0), params[] = {ptr, ptr};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(c->context), params, 2, false);
    LLVMValueRef fn = LLVMAddFunction(c->module, "run", type), base = LLVMGetParam(fn, 0);
    c->out = LLVMGetParam(fn, 1);
    LLVMPositionBuilderAtEnd(c->builder, LLVMAppendBasicBlockInContext(c->context, fn, ""));
    c->in[0] = load(c, c->scalar, base, 0);
    c->in[1] = load(c, c->vector, base, 1);
    c->in_dot[0] = load(c, c->scalar, base, 1 + LANES);
    c->in_dot[1] = load(c, c->vector, base, 2 + LANES);
    unsigned id = LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));
    LLVMValueRef callee = LLVMGetIntrinsicDeclaration(c->module, id, &c->vector, 1);
    c->primal = LLVMBuildCall2(c->builder, LLVMGlobalGetValueType(callee), callee, c->in, 2, "");
    struct call_info info = rule_classify(NULL, c->primal);
    struct rule_env env = {.module = c->module,
                           .builder = c->builder,
                           .primal = c->primal,
                           .value = value_of,
                           .user = c};
    LLVMValueRef one = LLVMConstReal(c->scalar, 1);
    store(c, rule_adjoint(info.rule, &env, 0, one), 0);
    store(c, rule_adjoint(info.rule, &env, 1, one), 1);
    store(c, rule_tangent(info.rule, &env, c->in_dot), 1 + LANES);
    LLVMBuildRetVoid(c->builder);
}

static void run(const struct vector_case *v, double *out)
{
    struct code c = {.context = LLVMContextCreate()};
    c.module = LLVMModuleCreateWithNameInContext("vectors", c.context);
    c.builder = LLVMCreateBuilderInContext(c.context);
    c.scalar = LLVMDoubleTypeInContext(c.context);
    c.vector = LLVMVectorType(c.scalar, LANES);
    build(&c, v->intrinsic);
    char *error = NULL;
    LLVMExecutionEngineRef engine;
    if (LLVMVerifyModule(c.module, LLVMPrintMessageAction, &error) ||
        LLVMCreateMCJITCompilerForModule(&engine, c.module, NULL, 0, &error))
        abort();
    double in[2 + 2 * LANES] = {v->start};
    memcpy(in + 1, v->v, sizeof v->v);
    in[1 + LANES] = v->start_dot;
    memcpy(in + 2 + LANES, v->v_dot, sizeof v->v_dot);
    ((void (*)(double *, double *))LLVMGetFunctionAddress(engine, "run"))(in, out);
    LLVMDisposeBuilder(c.builder);
    LLVMDisposeExecutionEngine(engine);
    LLVMContextDispose(c.context);
}

static void expect(const char *what, const char *part, double got, double want)
{
    checks++;
    if (got == want)
        return;
    failures++;
    fprintf(stderr, "%s: %s is %g, expected %g\n", what, part, got, want);
}

int main(void)
{
    LLVMLinkInMCJIT();
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct vector_case *v = &cases[i];
        double out[2 + LANES];
        run(v, out);
        expect(v->intrinsic, "adjoint of the start", out[0], v->start_bar);
        for (int lane = 0; lane < LANES; lane++)
            expect(v->intrinsic, "adjoint of a lane", out[1 + lane], v->v_bar[lane]);
        expect(v->intrinsic, "tangent", out[1 + LANES], v->tangent);
    }
    printf("%lu checks, %lu failures\n", checks, failures);
    return failures != 0;
}
