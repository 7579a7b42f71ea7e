/* Every row of vector_calls.def: the intrinsic and its lowering, compiled and run on the same data,
 * agree to the bit (sums that are associated differently: to rounding). */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/ExecutionEngine.h>
#include <llvm-c/Target.h>
#include <llvm/Config/llvm-config.h>
#include "prepare/vectors/vectors.h"

enum { BYTES = 1024 };

static unsigned long checks, failures;

/* Overload types of the generic rows, for a vector of 8 floats. */
struct overload {
    const char *name;
    unsigned vectors[2]; /* lanes of overload types, 1 = a scalar, 0 = none */
};
static const struct overload overloads[] = {
    {"llvm.convert.from.fp16", {1, 0}},      {"llvm.convert.to.fp16", {1, 0}},
    {"llvm.vector.deinterleave2", {8, 0}},   {"llvm.vector.extract", {4, 8}},
    {"llvm.vector.insert", {8, 4}},          {"llvm.vector.interleave2", {16, 0}},
    {"llvm.vector.reduce.fmax", {8, 0}},     {"llvm.vector.reduce.fmaximum", {6, 0}},
    {"llvm.vector.reduce.fmin", {3, 0}},     {"llvm.vector.reduce.fminimum", {8, 0}},
    {"llvm.vector.reverse", {8, 0}},         {"llvm.vector.splice.left", {8, 0}},
    {"llvm.vector.splice.right", {8, 0}},    {"llvm.x86.avx512.mask.compress", {8, 0}},
    {"llvm.x86.avx512.mask.expand", {8, 0}},
};

struct code {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMValueRef in, out;
    bool avx512;
};

static LLVMValueRef declare(struct code *c, const char *name, LLVMTypeRef *type)
{
    LLVMTypeRef types[2];
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name)), n = 0;
    for (size_t i = 0; i < sizeof overloads / sizeof *overloads; i++)
        for (int k = 0; !strcmp(overloads[i].name, name) && k < 2 && overloads[i].vectors[k]; k++) {
            LLVMTypeRef t = LLVMFloatTypeInContext(c->context);
            types[n++] =
                overloads[i].vectors[k] == 1 ? t : LLVMVectorType(t, overloads[i].vectors[k]);
        }
    *type = LLVMIntrinsicGetType(c->context, id, types, n);
    return LLVMGetIntrinsicDeclaration(c->module, id, types, n);
}

static LLVMValueRef memory(struct code *c, LLVMValueRef base, unsigned offset)
{
    LLVMValueRef at = LLVMConstInt(LLVMInt64TypeInContext(c->context), offset, false);
    return LLVMBuildGEP2(c->builder, LLVMInt8TypeInContext(c->context), base, &at, 1, "");
}

/* A vector from in, a mask of vectors or an immediate: the last of AVX-512 is the rounding. */
static LLVMValueRef operand(struct code *c, LLVMTypeRef t, unsigned i, unsigned immediate,
                            bool last)
{
    enum { AS_SET = 4, MASK = 0xa65 };
    bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
    if (vector && LLVMGetTypeKind(LLVMGetElementType(t)) == LLVMIntegerTypeKind &&
        LLVMGetIntTypeWidth(LLVMGetElementType(t)) == 1) {
        LLVMTypeRef bits = LLVMIntTypeInContext(c->context, LLVMGetVectorSize(t));
        return LLVMConstBitCast(LLVMConstInt(bits, MASK, false), t);
    }
    if (vector || LLVMGetTypeKind(t) != LLVMIntegerTypeKind) {
        LLVMValueRef v = LLVMBuildLoad2(c->builder, t, memory(c, c->in, 64 * i), "");
        LLVMSetAlignment(v, 4);
        return v;
    }
    unsigned width = LLVMGetIntTypeWidth(t);
    bool mask = c->avx512 && width < 32;
    return LLVMConstInt(t,
                        mask                ? MASK >> (immediate & 1)
                        : last && c->avx512 ? AS_SET
                                            : immediate,
                        false);
}

/* out = intrinsic(vectors from in, immediate); the call is lowered if asked. */
static bool build(struct code *c, const char *name, unsigned immediate, bool lower)
{
    LLVMTypeRef ptr = LLVMPointerTypeInContext(c->context, 0), params[] = {ptr, ptr}, type,
                parts[6];
    LLVMValueRef fn = LLVMAddFunction(
                     c->module, "run",
                     LLVMFunctionType(LLVMVoidTypeInContext(c->context), params, 2, false)),
                 args[6];
    LLVMAddTargetDependentFunctionAttr(
        fn, "target-features", c->avx512 ? "+avx512f,+avx512vl,+avx512dq" : "+avx2,+fma,+f16c");
    c->in = LLVMGetParam(fn, 0);
    c->out = LLVMGetParam(fn, 1);
    LLVMPositionBuilderAtEnd(c->builder, LLVMAppendBasicBlockInContext(c->context, fn, ""));
    LLVMValueRef callee = declare(c, name, &type);
    unsigned n = LLVMCountParamTypes(type);
    LLVMGetParamTypes(type, parts);
    for (unsigned i = 0; i < n; i++)
        args[i] = operand(c, parts[i], i, immediate, i == n - 1);
    LLVMValueRef call = LLVMBuildCall2(c->builder, type, callee, args, n, "");
    LLVMValueRef store = LLVMBuildStore(c->builder, call, c->out);
    LLVMSetAlignment(store, 4);
    LLVMBuildRetVoid(c->builder);
    LLVMPositionBuilderBefore(c->builder, call);
    return !lower || prepare_vector_call(c->builder, call);
}

static bool run(const char *name, unsigned immediate, bool lower, const char *in, char *out)
{
    struct code c = {.context = LLVMContextCreate(), .avx512 = strstr(name, "avx512") != NULL};
    LLVMExecutionEngineRef engine;
    char *error = NULL;
    c.module = LLVMModuleCreateWithNameInContext("lowering", c.context);
    c.builder = LLVMCreateBuilderInContext(c.context);
    bool done = build(&c, name, immediate, lower);
    if (LLVMVerifyModule(c.module, LLVMPrintMessageAction, &error) ||
        LLVMCreateMCJITCompilerForModule(&engine, c.module, NULL, 0, &error))
        abort();
    ((void (*)(const char *, char *))LLVMGetFunctionAddress(engine, "run"))(in, out);
    LLVMDisposeBuilder(c.builder);
    LLVMDisposeExecutionEngine(engine);
    LLVMContextDispose(c.context);
    return done;
}

static void fill(char *in, bool doubles, unsigned round)
{
    unsigned long state = 77 + round;
    for (size_t i = 0; i < BYTES / (doubles ? 8 : 4); i++) {
        state = state * 6364136223846793005ul + 1442695040888963407ul;
        double v = (double)(int)(state >> 33) / 65536.0;
        v = state >> 60 == 3 ? NAN : state >> 60 == 5 ? -0.0 : state >> 60 == 9 ? 2.0 : v;
        if (doubles)
            memcpy(in + 8 * i, &v, 8);
        else
            memcpy(in + 4 * i, &(float){(float)v}, 4);
    }
}

static bool same(const char *a, const char *b, bool doubles)
{
    for (size_t i = 0; i < BYTES / (doubles ? 8 : 4); i++) {
        double x, y;
        float f, g;
        memcpy(&x, a + 8 * (i / (doubles ? 1 : 2)), 8);
        memcpy(&y, b + 8 * (i / (doubles ? 1 : 2)), 8);
        memcpy(&f, a + 4 * i, 4);
        memcpy(&g, b + 4 * i, 4);
        if (!doubles)
            x = f, y = g;
        if (!(isnan(x) && isnan(y)) && x != y && !(fabs(x - y) <= 1e-6 * fabs(x)))
            return false;
    }
    return true;
}

/* Those that LLVM 22 has are not all in older versions. */
static bool is_missing(const char *name)
{
    size_t length;
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    bool found = id && !strcmp(LLVMIntrinsicGetName(id, &length), name);
    if (found || LLVM_VERSION_MAJOR >= 22)
        return false;
    printf("%s is no intrinsic of this LLVM\n", name);
    return true;
}

static void test_row(const char *name)
{
    static const unsigned immediates[] = {0, 1, 2, 3, 4, 0x71, 0xff, 0x3c, 0x31};
    bool doubles = strstr(name, ".pd") || strstr(name, ".sd") || strstr(name, "pd2ps") ||
                   strstr(name, "sd2ss") || strstr(name, "pd2.ps") || strstr(name, "dppd") ||
                   strstr(name, "vpd") || strstr(name, ".df.") || strstr(name, "ss2sd") ||
                   strstr(name, "ps2pd");
    bool narrows = strstr(name, "cvt");
    bool dot = strstr(name, "dp.") || strstr(name, "dpp"),
         rounds = strstr(name, "round.") || strstr(name, "rndscale");
    bool predicates = strstr(name, "cmp."), inserts = strstr(name, "insertps");
    unsigned many = dot || inserts                                 ? 9
                    : rounds || predicates                         ? 5
                    : strstr(name, "splice")                       ? 4
                    : strstr(name, "mask") || strstr(name, "14.s") ? 2
                                                                   : 1;
    if ((strstr(name, "avx512") && !__builtin_cpu_supports("avx512dq")) ||
        !__builtin_cpu_supports("avx2") || is_missing(name))
        return;
    for (unsigned i = 0; i < many; i++)
        for (unsigned round = 0; round < 4; round++) {
            static _Alignas(64) char in[BYTES], before[BYTES], after[BYTES];
            unsigned immediate = immediates[i];
            fill(in, doubles, round);
            memset(before, 0, BYTES);
            memset(after, 0, BYTES);
            bool ok = run(name, immediate, false, in, before) &&
                      run(name, immediate, true, in, after) &&
                      same(before, after, doubles && !narrows);
            checks++;
            failures += !ok;
            if (!ok)
                fprintf(stderr, "%s, immediate %u: the lowering differs\n", name, immediate);
        }
}

int main(void)
{
    LLVMLinkInMCJIT();
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
#define VECTOR(name, lower, variant) test_row(name);
#include "prepare/vectors/vector_calls.def"
#undef VECTOR
    printf("%lu checks, %lu failures\n", checks, failures);
    return failures != 0;
}
