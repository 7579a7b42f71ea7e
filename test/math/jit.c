/* IR of a row, its adjoints and tangents for one FP type, compiled in process.
 *
 * Each row becomes  void row(ptr in, ptr out)  on arrays of the type (half and bfloat travel as
 * float): in = operands, seed; out = result components, then adjoint and tangent of each component
 * by operand. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/ExecutionEngine.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include "math_test.h"
#include "prepare/calls/calls.h"
#include "numbers.h"
#include "rules/emit.h"

struct jit {
    struct variant v;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMExecutionEngineRef engine;
};

/* One row while its function is being built. */
struct build {
    struct jit *j;
    const struct test_row *row;
    const struct rule *rule;
    unsigned operands, results;
    LLVMTypeRef type; /* of 'f' operands */
    LLVMValueRef in, out, args[MAX_OPERANDS], primal;
    uint32_t allowed; /* what rule_needs promised for the operands in use */
};

static LLVMTypeRef scalar_type(LLVMContextRef c, enum test_type t)
{
    switch (t) {
    case TYPE_HALF: return LLVMHalfTypeInContext(c);
    case TYPE_BFLOAT: return LLVMBFloatTypeInContext(c);
    case TYPE_FLOAT: return LLVMFloatTypeInContext(c);
    case TYPE_DOUBLE: return LLVMDoubleTypeInContext(c);
    case TYPE_FP80: return LLVMX86FP80TypeInContext(c);
    default: return LLVMFP128TypeInContext(c);
    }
}

static LLVMTypeRef lanes_of(struct jit *j, LLVMTypeRef scalar)
{
    return j->v.lanes == 1 ? scalar : LLVMVectorType(scalar, j->v.lanes);
}

/* The other FP type of rows with 'g'; false if the row has no such form in this type. */
static bool other_type(struct build *b, enum test_type *out)
{
    static const enum test_type narrower[] = {TYPE_COUNT, TYPE_COUNT,  TYPE_HALF,
                                              TYPE_FLOAT, TYPE_DOUBLE, TYPE_FP80};
    static const enum test_type wider[] = {TYPE_FLOAT, TYPE_FLOAT, TYPE_DOUBLE,
                                           TYPE_FP80,  TYPE_FP128, TYPE_COUNT};
    bool widens = b->row->opcode == LLVMFPExt;
    if (!strcmp(b->row->id, "nexttoward")) {
        *out = TYPE_FP80;
        return b->j->v.type <= TYPE_FP80;
    }
    *out = (widens ? wider : narrower)[b->j->v.type];
    if (!b->row->opcode && b->j->v.type != TYPE_DOUBLE && b->j->v.type != TYPE_FP80)
        return false; /* libm narrows from double and long double */
    return *out != TYPE_COUNT;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static LLVMTypeRef memory_type(struct jit *j)
{
    return scalar_type(j->context, j->v.type < TYPE_FLOAT ? TYPE_FLOAT : j->v.type);
}

static LLVMValueRef slot(struct jit *j, LLVMValueRef base, unsigned index)
{
    LLVMValueRef at = LLVMConstInt(LLVMInt64TypeInContext(j->context), index, false);
    return LLVMBuildGEP2(j->builder, memory_type(j), base, &at, 1, "");
}

static LLVMValueRef fp_cast(struct jit *j, LLVMValueRef v, LLVMTypeRef to)
{
    unsigned from = emit_fp_rank(LLVMTypeOf(v)), rank = emit_fp_rank(to);
    if (LLVMTypeOf(v) == to)
        return v;
    return from < rank ? LLVMBuildFPExt(j->builder, v, to, "")
                       : LLVMBuildFPTrunc(j->builder, v, to, "");
}

static LLVMValueRef load_slot(struct build *b, unsigned index, LLVMTypeRef scalar)
{
    struct jit *j = b->j;
    LLVMValueRef v = NULL;
    for (unsigned lane = 0; lane < j->v.lanes; lane++) {
        LLVMValueRef x = LLVMBuildLoad2(j->builder, memory_type(j), slot(j, b->in, index), "");
        x = fp_cast(j, x, scalar);
        if (j->v.lanes == 1)
            return x;
        LLVMValueRef at = LLVMConstInt(LLVMInt32TypeInContext(j->context), lane, false);
        v = LLVMBuildInsertElement(j->builder, v ? v : LLVMGetPoison(lanes_of(j, scalar)), x, at,
                                   "");
    }
    return v;
}

/* Stores every lane; integers and absent values are 0. */
static void store_slot(struct build *b, unsigned index, LLVMValueRef v)
{
    struct jit *j = b->j;
    for (unsigned lane = 0; lane < j->v.lanes; lane++) {
        LLVMValueRef x = LLVMConstNull(memory_type(j));
        if (v && emit_is_fp(LLVMTypeOf(v))) {
            LLVMValueRef at = LLVMConstInt(LLVMInt32TypeInContext(j->context), lane, false);
            x = j->v.lanes == 1 ? v : LLVMBuildExtractElement(j->builder, v, at, "");
            x = fp_cast(j, x, memory_type(j));
        }
        LLVMBuildStore(j->builder, x, slot(j, b->out, index * j->v.lanes + lane));
    }
}

/* ---- the primal ------------------------------------------------------------------------------ */

static bool build_operands(struct build *b)
{
    struct jit *j = b->j;
    const char *operand = strchr(b->row->signature, ':') + 1;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(j->context);
    enum test_type other;
    for (unsigned k = 0; k < b->operands; k++) {
        LLVMTypeRef scalar = scalar_type(j->context, j->v.type);
        if (operand[k] == 'g' && !other_type(b, &other))
            return false;
        if (operand[k] == 'g')
            scalar = scalar_type(j->context, other);
        if (operand[k] == 'p') {
            b->args[k] = LLVMBuildAlloca(j->builder, i32, "");
            continue;
        }
        b->args[k] = load_slot(b, k, scalar);
        bool one_for_all = !strcmp(b->row->id, "powi");
        if (operand[k] == 'i' && j->v.lanes > 1 && one_for_all)
            b->args[k] =
                LLVMBuildExtractElement(j->builder, b->args[k], LLVMConstInt(i32, 0, false), "");
        if (operand[k] == 'i') {
            bool wide = !strcmp(b->row->id, "scalbln");
            LLVMTypeRef integer = wide ? LLVMInt64TypeInContext(j->context) : i32;
            b->args[k] = LLVMBuildFPToSI(j->builder, b->args[k],
                                         one_for_all ? integer : lanes_of(j, integer), "");
        }
    }
    return true;
}

static LLVMValueRef build_instruction(struct build *b)
{
    LLVMBuilderRef builder = b->j->builder;
    enum test_type other;
    switch (b->row->opcode) {
    case LLVMFNeg: return LLVMBuildFNeg(builder, b->args[0], "");
    case LLVMFPExt:
    case LLVMFPTrunc:
        if (!other_type(b, &other))
            return NULL;
        return LLVMBuildCast(builder, b->row->opcode, b->args[0],
                             lanes_of(b->j, scalar_type(b->j->context, other)), "");
    default: return LLVMBuildBinOp(builder, b->row->opcode, b->args[0], b->args[1], "");
    }
}

static unsigned intrinsic_of(struct build *b)
{
    char name[64];
    snprintf(name, sizeof name, "llvm.%s", b->row->name);
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    if (!id && b->rule->intrinsic)
        id = LLVMLookupIntrinsicID(b->rule->intrinsic, strlen(b->rule->intrinsic));
    size_t length = 0;
    const char *base = id ? LLVMIntrinsicGetName(id, &length) : NULL;
    return base && rule_of_intrinsic(base, length) == b->rule ? id
                                                              : 0; /* llvm.frexp is not frexp */
}

/* llvm.sincospi needs a library function that glibc lacks: a stand-in with the same result type. */
static LLVMValueRef build_sincospi(struct build *b)
{
    LLVMTypeRef parts[] = {b->type, b->type},
                result = LLVMStructTypeInContext(b->j->context, parts, 2, false);
    LLVMTypeRef type = LLVMFunctionType(result, &b->type, 1, false);
    if (b->j->v.type != TYPE_DOUBLE || b->j->v.lanes != 1)
        return NULL;
    LLVMValueRef fn = LLVMAddFunction(b->j->module, "sincospi_pair", type);
    return LLVMBuildCall2(b->j->builder, type, fn, b->args, 1, "");
}

static LLVMValueRef build_intrinsic(struct build *b)
{
    if (!strcmp(b->row->id, "split_sincospi"))
        return build_sincospi(b);
    unsigned id = intrinsic_of(b), overloads = 1;
    if (!id)
        return NULL;
    if (!LLVMIntrinsicIsOverloaded(id)) { /* x86: one type only */
        LLVMTypeRef type = LLVMIntrinsicGetType(b->j->context, id, NULL, 0);
        LLVMValueRef fn = LLVMGetIntrinsicDeclaration(b->j->module, id, NULL, 0);
        return LLVMGetReturnType(type) == b->type
                   ? LLVMBuildCall2(b->j->builder, type, fn, b->args, b->operands, "")
                   : NULL;
    }
    LLVMTypeRef overload[2] = {b->type, lanes_of(b->j, LLVMInt32TypeInContext(b->j->context))};
    for (unsigned k = 0; k < b->operands; k++)
        if (LLVMGetTypeKind(emit_scalar_type(LLVMTypeOf(b->args[k]))) == LLVMIntegerTypeKind)
            overload[1] = LLVMTypeOf(b->args[k]), overloads = 2;
    if (b->row->signature[1] == 'i')
        overloads = 2;
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(b->j->module, id, overload, overloads);
    LLVMTypeRef type = LLVMIntrinsicGetType(b->j->context, id, overload, overloads);
    return LLVMBuildCall2(b->j->builder, type, fn, b->args, b->operands, "");
}

/* Narrowing functions carry their result in the first letter: fadd, daddl. */
static void library_name(struct build *b, char *name, size_t size)
{
    const char *suffix = rule_type_suffix(b->j->module, b->type);
    bool narrows = b->row->signature[0] == 'g' && !b->row->opcode;
    if (b->row->flags & RULE_ANY_TYPE) { /* __muldc3: s d x t */
        snprintf(name, size, "%s", b->row->name);
        name[5] = "  sdxt"[b->j->v.type];
        return;
    }
    snprintf(name, size, "%s%s", b->row->name, suffix);
    if (narrows)
        name[0] = b->j->v.type == TYPE_DOUBLE ? 'f' : 'd';
}

/* Complex helpers return two registers, or a packed pair in one (float). */
static LLVMTypeRef library_result(struct build *b, LLVMTypeRef scalar)
{
    LLVMTypeRef parts[] = {scalar, scalar};
    if (b->results == 1)
        return scalar;
    return b->j->v.type == TYPE_FLOAT ? LLVMVectorType(scalar, 2)
                                      : LLVMStructTypeInContext(b->j->context, parts, 2, false);
}

/* cexp and its like: in double the parts are arguments; float has them packed and long double in
 * memory. */
static LLVMValueRef build_complex(struct build *b, const char *name)
{
    struct jit *j = b->j;
    LLVMTypeRef params[MAX_OPERANDS], pair[] = {b->type, b->type},
                                      record = LLVMStructTypeInContext(j->context, pair, 2, false);
    bool memory = j->v.type == TYPE_FP80, packed = j->v.type == TYPE_FLOAT;
    unsigned n = memory || packed ? b->operands / 2 : b->operands;
    for (unsigned k = 0; k < n; k++)
        params[k] = packed   ? LLVMVectorType(b->type, 2)
                    : memory ? LLVMPointerTypeInContext(j->context, 0)
                             : b->type;
    LLVMTypeRef type = LLVMFunctionType(library_result(b, b->type), params, n, false);
    LLVMValueRef fn = LLVMGetNamedFunction(j->module, name);
    if (!fn)
        fn = LLVMAddFunction(j->module, name, type);
    for (unsigned k = 0; k < n && memory; k++)
        LLVMAddAttributeAtIndex(fn, k + 1,
                                LLVMCreateTypeAttribute(j->context,
                                                        LLVMGetEnumAttributeKindForName("byval", 5),
                                                        record));
    LLVMValueRef called = memory || packed ? prepare_complex_parts(j->module, fn, b->type) : fn;
    return LLVMBuildCall2(j->builder, LLVMGlobalGetValueType(called), called, b->args, b->operands,
                          "");
}

static LLVMValueRef build_library(struct build *b)
{
    struct jit *j = b->j;
    char name[64];
    enum test_type other = j->v.type;
    if ((b->row->flags & (RULE_RUNTIME | RULE_ANY_TYPE) || b->results == 2) &&
        j->v.type == TYPE_FP128)
        return NULL; /* no such runtime function; complex results in memory */
    if (b->row->flags & RULE_LLVM || j->v.lanes > 1 || !rule_type_suffix(j->module, b->type))
        return NULL;
    if (b->row->signature[0] == 'g' && !other_type(b, &other))
        return NULL;
    library_name(b, name, sizeof name);
    if (!dlsym(RTLD_DEFAULT, name) && !missing_function(name))
        return NULL;
    if (b->results == 2 && !(b->row->flags & RULE_ANY_TYPE))
        return build_complex(b, name);
    LLVMTypeRef params[MAX_OPERANDS];
    for (unsigned k = 0; k < b->operands; k++)
        params[k] = LLVMTypeOf(b->args[k]);
    LLVMTypeRef type = LLVMFunctionType(library_result(b, scalar_type(j->context, other)), params,
                                        b->operands, false);
    LLVMValueRef fn = LLVMGetNamedFunction(j->module, name);
    if (!fn)
        fn = LLVMAddFunction(j->module, name, type);
    return LLVMBuildCall2(j->builder, type, fn, b->args, b->operands, "");
}

static LLVMValueRef build_primal(struct build *b)
{
    if (!build_operands(b))
        return NULL;
    if (b->row->opcode)
        return b->j->v.intrinsic ? NULL : build_instruction(b);
    return b->j->v.intrinsic ? build_intrinsic(b) : build_library(b);
}

/* ---- derivatives ----------------------------------------------------------------------------- */

static LLVMValueRef value_of(void *user, int operand)
{
    struct build *b = user;
    uint32_t bit = operand == RULE_RESULT ? RULE_NEEDS_RESULT : UINT32_C(1) << operand;
    if (!(b->allowed & bit)) {
        fprintf(stderr, "%s asks for operand %d, which rule_needs does not say\n", b->row->id,
                operand);
        abort();
    }
    return operand == RULE_RESULT ? b->primal : b->args[operand];
}

static struct rule_env environment(struct build *b)
{
    const struct variant *v = &b->j->v;
    return (struct rule_env){.module = b->j->module,
                             .builder = b->j->builder,
                             .primal = b->primal,
                             .strong_zero = v->strong_zero,
                             .value = value_of,
                             .user = b,
                             .singular_ieee = v->singular_ieee,
                             .ties = v->ties};
}

static LLVMValueRef component(struct build *b, LLVMValueRef v, unsigned c)
{
    struct rule_env env = {.builder = b->j->builder};
    return !v ? NULL : b->results == 1 ? v : emit_component(&env, v, c);
}

static LLVMTypeRef component_type(struct build *b, unsigned c)
{
    LLVMTypeRef t = LLVMTypeOf(b->primal);
    if (b->results == 1)
        return t;
    return emit_is_vector(t) ? LLVMGetElementType(t) : LLVMStructGetTypeAtIndex(t, c);
}

static void build_adjoint(struct build *b, unsigned c, unsigned k, unsigned index)
{
    struct rule_env env = environment(b);
    LLVMValueRef d = load_slot(b, b->operands, emit_scalar_type(b->type));
    LLVMTypeRef type = component_type(b, c);
    if (!emit_is_fp(type) || !rule_has_partial(b->rule, k)) {
        store_slot(b, index, NULL);
        return;
    }
    d = fp_cast(b->j, d, type);
    b->allowed = rule_needs(b->rule, k);
    if (b->results > 1)
        d = emit_insert(&env, LLVMConstNull(LLVMTypeOf(b->primal)), d, c);
    store_slot(b, index, rule_adjoint(b->rule, &env, k, d));
}

static void build_tangent(struct build *b, unsigned k, unsigned index)
{
    struct rule_env env = environment(b);
    LLVMValueRef tangents[MAX_OPERANDS] = {NULL}, t = NULL;
    if (rule_has_partial(b->rule, k)) {
        tangents[k] = fp_cast(b->j, load_slot(b, b->operands, emit_scalar_type(b->type)),
                              LLVMTypeOf(b->args[k]));
        b->allowed = rule_needs(b->rule, k);
        t = rule_tangent(b->rule, &env, tangents);
    }
    for (unsigned c = 0; c < b->results; c++)
        store_slot(b, index + c * b->operands, component(b, t, c));
}

static void build_outputs(struct build *b)
{
    unsigned n = b->operands, m = b->results;
    for (unsigned c = 0; c < m; c++) {
        store_slot(b, c, component(b, b->primal, c));
        for (unsigned k = 0; k < n; k++)
            build_adjoint(b, c, k, m + c * n + k);
    }
    for (unsigned k = 0; k < n; k++)
        build_tangent(b, k, m + m * n + k);
}

bool jit_add(struct jit *j, const struct test_row *row)
{
    struct build b = {.j = j, .row = row, .rule = test_rule(row)};
    b.operands = rule_operand_count(b.rule);
    b.results = rule_result_count(b.rule);
    b.type = lanes_of(j, scalar_type(j->context, j->v.type));
    if (row->opcode == LLVMFNeg || row->opcode == LLVMFPExt || row->opcode == LLVMFPTrunc)
        b.operands = 1;
    LLVMTypeRef ptr = LLVMPointerTypeInContext(j->context, 0), params[] = {ptr, ptr};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(j->context), params, 2, false);
    char name[64];
    snprintf(name, sizeof name, "row.%s", row->id);
    LLVMValueRef fn = LLVMAddFunction(j->module, name, type);
    b.in = LLVMGetParam(fn, 0);
    b.out = LLVMGetParam(fn, 1);
    LLVMPositionBuilderAtEnd(j->builder, LLVMAppendBasicBlockInContext(j->context, fn, ""));
    b.primal = build_primal(&b);
    if (!b.primal) {
        LLVMDeleteFunction(fn);
        return false;
    }
    build_outputs(&b);
    LLVMBuildRetVoid(j->builder);
    return true;
}

/* ---- compiling and running ------------------------------------------------------------------- */

static void set_target(LLVMModuleRef m)
{
    char *triple = LLVMGetDefaultTargetTriple();
    LLVMSetTarget(m, triple);
    LLVMDisposeMessage(triple);
}

struct jit *jit_new(const struct variant *v)
{
    struct jit *j = calloc(1, sizeof *j);
    j->v = *v;
    j->context = LLVMContextCreate();
    j->module = LLVMModuleCreateWithNameInContext("rules", j->context);
    j->builder = LLVMCreateBuilderInContext(j->context);
    set_target(j->module);
    return j;
}

static void add_missing_symbols(LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        const char *name = LLVMGetValueName2(f, &length);
        if (LLVMIsDeclaration(f) && !LLVMGetIntrinsicID(f) && !dlsym(RTLD_DEFAULT, name) &&
            missing_function(name))
            LLVMAddSymbol(name, missing_function(name));
    }
    LLVMAddSymbol("__truncsfbf2", missing_function("__truncsfbf2"));
}

void jit_compile(struct jit *j)
{
    char *error = NULL;
    LLVMLinkInMCJIT();
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    LLVMLoadLibraryPermanently("libgcc_s.so.1");
    if (LLVMVerifyModule(j->module, LLVMReturnStatusAction, &error)) {
        LLVMDumpModule(j->module);
        fprintf(stderr, "invalid code: %s\n", error);
        abort();
    }
    LLVMDisposeMessage(error);
    add_missing_symbols(j->module);
    struct LLVMMCJITCompilerOptions options;
    LLVMInitializeMCJITCompilerOptions(&options, sizeof options);
    options.OptLevel = 1;
    if (LLVMCreateMCJITCompilerForModule(&j->engine, j->module, &options, sizeof options, &error)) {
        fprintf(stderr, "no JIT: %s\n", error);
        abort();
    }
}

LLVMModuleRef jit_module(struct jit *j)
{
    return j->module;
}

void jit_free(struct jit *j)
{
    LLVMDisposeBuilder(j->builder);
    LLVMDisposeExecutionEngine(j->engine);
    LLVMContextDispose(j->context);
    free(j);
}

void outcome_init(struct outcome *o)
{
    for (unsigned c = 0; c < MAX_RESULTS; c++) {
        mpfr_init2(o->result[c], 128);
        for (unsigned k = 0; k < MAX_OPERANDS; k++) {
            mpfr_init2(o->adjoint[c][k], 128);
            mpfr_init2(o->tangent[c][k], 128);
        }
    }
}

/* All lanes must agree to the bit. */
static void fetch(mpfr_t r, struct jit *j, const char *out, unsigned index, const char *what)
{
    size_t size = number_size(j->v.type), used = j->v.type == TYPE_FP80 ? 10 : size;
    const char *first = out + index * j->v.lanes * size;
    for (unsigned lane = 1; lane < j->v.lanes; lane++)
        if (memcmp(first, first + lane * size, used)) {
            fprintf(stderr, "%s: lanes differ\n", what);
            abort();
        }
    number_load(r, first, j->v.type);
}

void jit_run(struct jit *j, const struct test_row *row, mpfr_t *x, double seed, struct outcome *o)
{
    static _Alignas(64) char in[1024], out[16384];
    char name[64];
    size_t size = number_size(j->v.type);
    unsigned n = rule_operand_count(test_rule(row)), m = rule_result_count(test_rule(row));
    mpfr_t s;
    mpfr_init2(s, 53);
    mpfr_set_d(s, seed, MPFR_RNDN);
    for (unsigned k = 0; k < n; k++)
        number_store(in + k * size, x[k], j->v.type);
    number_store(in + n * size, s, j->v.type);
    mpfr_clear(s);
    snprintf(name, sizeof name, "row.%s", row->id);
    void (*run)(char *, char *) = (void (*)(char *, char *))LLVMGetFunctionAddress(j->engine, name);
    run(in, out);
    for (unsigned c = 0; c < m; c++) {
        fetch(o->result[c], j, out, c, row->id);
        for (unsigned k = 0; k < n; k++) {
            fetch(o->adjoint[c][k], j, out, m + c * n + k, row->id);
            fetch(o->tangent[c][k], j, out, m + m * n + c * n + k, row->id);
        }
    }
}
