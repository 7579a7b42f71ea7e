/* See kinks.h. The runtime (runtime/kinks.c) is told the operands, and of each operand that is a
 * sum the sizes of its terms: by rounding, a sum is as far off as these say. */
#include "emit/kinks.h"
#include "base/options.h"
#include "base/type.h"
#include "ir/constants.h"
#include <string.h>

enum shape {
#define SHAPE(name) SHAPE_##name,
#include "../runtime/kink_shapes.def"
#undef SHAPE
    SHAPE_NONE
};

struct kink {
    const char *name;
    enum shape shape;
    unsigned operands;
};
static const struct kink functions[] = {
#define KINK(name, shape, operands) {name, SHAPE_##shape, operands},
#include "emit/kinks.def"
#undef KINK
};

/* Minima and maxima are such choices by now: condition is the comparison, or that or another one,
 * for numbers that are none. */
static bool chooses_operands(LLVMValueRef condition, LLVMValueRef cmp)
{
    LLVMValueRef a = LLVMGetOperand(cmp, 0), b = LLVMGetOperand(cmp, 1);
    for (LLVMUseRef u = LLVMGetFirstUse(condition); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef s = LLVMGetUser(u);
        bool either = LLVMIsAInstruction(s) && LLVMGetInstructionOpcode(s) == LLVMOr;
        if (condition == cmp && either && chooses_operands(s, cmp))
            continue;
        if (!LLVMIsASelectInst(s) || LLVMGetOperand(s, 0) != condition)
            return false;
        LLVMValueRef x = LLVMGetOperand(s, 1), y = LLVMGetOperand(s, 2);
        if (!((x == a && y == b) || (x == b && y == a)))
            return false;
    }
    return LLVMGetFirstUse(condition) != NULL;
}

static struct kink kink_of(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    const struct rule *rule = g->f->calls[v].rule;
    const char *name = rule ? rule_name(rule) : "";
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMFCmp:
        return LLVMGetFCmpPredicate(inst) == LLVMRealORD ||
                       LLVMGetFCmpPredicate(inst) == LLVMRealUNO
                   ? (struct kink){"", SHAPE_NONE, 0}
                   : (struct kink){chooses_operands(inst, inst) ? "a minimum or maximum"
                                                                : "a comparison",
                                   SHAPE_TIE, 2};
    case LLVMFPToSI:
    case LLVMFPToUI: return (struct kink){"a conversion to an integer", SHAPE_INTEGER, 1};
    default: break;
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(functions[i].name, name))
            return functions[i];
    return (struct kink){"", SHAPE_NONE, 0};
}

static bool is_varied(struct gen *g, LLVMValueRef operand)
{
    return activity_state(g->c, g->a, operand) & STATE_VARIED;
}

/* ---- what the runtime gets ------------------------------------------------------------------- */

static LLVMTypeRef number(struct gen *g)
{
    return LLVMDoubleTypeInContext(g->context);
}

static LLVMValueRef lane_of(struct gen *g, LLVMValueRef operand, unsigned lane)
{
    return LLVMBuildFPCast(g->b, gen_lane(g, gen_primal(g, operand), lane), number(g), "");
}

static LLVMValueRef size_of(struct gen *g, LLVMValueRef x)
{
    static const char name[] = "llvm.fabs";
    LLVMTypeRef t = LLVMTypeOf(x);
    LLVMValueRef fn =
        LLVMGetIntrinsicDeclaration(g->module, LLVMLookupIntrinsicID(name, sizeof name - 1), &t, 1);
    return gen_call(g, fn, &x, 1);
}

/* The operand is computed here, in front of v, so that its own operands have values. */
static bool is_sum(struct gen *g, LLVMValueRef operand, unsigned v)
{
    unsigned at = func_id(g->f, operand);
    LLVMOpcode op = LLVMIsAInstruction(operand) ? LLVMGetInstructionOpcode(operand) : LLVMRet;
    return (op == LLVMFAdd || op == LLVMFSub) && at != NO_ID &&
           g->f->block_of[at] == g->f->block_of[v];
}

/* How large the terms are; 0 if it is no sum. */
static LLVMValueRef terms_of(struct gen *g, LLVMValueRef operand, unsigned lane, unsigned v)
{
    if (!is_sum(g, operand, v))
        return LLVMConstNull(number(g));
    LLVMValueRef a = size_of(g, lane_of(g, LLVMGetOperand(operand, 0), lane)),
                 b = size_of(g, lane_of(g, LLVMGetOperand(operand, 1), lane));
    return LLVMBuildFAdd(g->b, a, b, "");
}

static double epsilon_of(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMHalfTypeKind: return 0x1p-10;
    case LLVMBFloatTypeKind: return 0x1p-7;
    case LLVMFloatTypeKind: return 0x1p-23;
    default: return 0x1p-52; /* handed over as double */
    }
}

static LLVMValueRef text(struct gen *g, const char *s)
{
    return constants_text(g->b, s);
}

/* Global: struct enz_rt_kink_site. */
static LLVMValueRef make_site(struct gen *g, unsigned v, const struct kink *k, LLVMTypeRef scalar)
{
    LLVMValueRef inst = g->f->values[v];
    const char *function = ezb_debug_function(inst);
    LLVMValueRef fields[] = {
        gen_where(g, inst),         text(g, function ? function : diag_name(g->diags, g->f->fn)),
        text(g, k->name),           LLVMConstReal(number(g), epsilon_of(scalar)),
        gen_const_i64(g, k->shape), gen_const_i64(g, 0)};
    LLVMValueRef value = LLVMConstStructInContext(g->context, fields, 6, 0),
                 site = LLVMAddGlobal(g->module, LLVMTypeOf(value), "enz.kink.site");
    LLVMSetLinkage(site, LLVMInternalLinkage);
    LLVMSetInitializer(site, value);
    return site;
}

static void watch_lane(struct gen *g, unsigned v, const struct kink *k, LLVMValueRef site,
                       unsigned lane)
{
    LLVMTypeRef f64 = number(g), params[] = {gen_ptr_type(g), f64, f64, f64};
    LLVMValueRef inst = g->f->values[v], x = LLVMGetOperand(inst, 0), zero = LLVMConstNull(f64),
                 args[] = {site, lane_of(g, x, lane), zero, terms_of(g, x, lane, v)};
    if (k->operands > 1) {
        LLVMValueRef y = LLVMGetOperand(inst, 1);
        args[2] = lane_of(g, y, lane);
        args[3] = LLVMBuildFAdd(g->b, args[3], terms_of(g, y, lane, v), "");
    }
    LLVMTypeRef none = LLVMVoidTypeInContext(g->context);
    gen_call(g, gen_declare(g, "enz_rt_kink", none, params, 4), args, 4);
}

void gen_watch_kink(struct gen *g, unsigned v)
{
    if (!(g->emission->options->check & ENZ_CHECK_KINKS) || g->deriv->key.checked)
        return;
    struct kink k = kink_of(g, v);
    LLVMValueRef inst = g->f->values[v];
    bool varied = false;
    for (unsigned i = 0; i < k.operands && k.shape != SHAPE_NONE; i++)
        varied |= is_varied(g, LLVMGetOperand(inst, i));
    if (!varied)
        return;
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(inst, 0));
    bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
    LLVMTypeRef scalar = vector ? LLVMGetElementType(t) : t;
    if (!type_is_fp(scalar))
        return;
    LLVMValueRef site = make_site(g, v, &k, scalar);
    for (unsigned i = 0; i < (vector ? LLVMGetVectorSize(t) : 1); i++)
        watch_lane(g, v, &k, site, i);
}
