/* Compiler of the rule tables' expressions: a recursive descent parser that emits IR as it reads.
 *
 * Strings are short and parsed at every use; nothing is cached. A malformed row is an internal
 * error that names the row; the tests compile every row in every type, so users never see it. */
#include "rules/expr.h"
#include "rules/emit.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_ARGS 4

/* A value, or a literal that has no type yet (v == NULL). */
struct value {
    LLVMValueRef v;
    const char *text;
    size_t length;
};

struct parser {
    const struct rule *rule;
    struct rule_env *env;
    const char *at;
    LLVMValueRef d;
    LLVMValueRef operand[RULE_MAX_OPERANDS], result;
    struct value local[26];
    bool failed;
};

struct constant {
    const char *name, *digits;
};
static const struct constant constants[] = {
    {"pi", "3.14159265358979323846264338327950288419716939937510582"},
    {"inv_pi", "0.318309886183790671537767526745028724068919291480912898"},
    {"ln2", "0.693147180559945309417232121458176568075500134360255254"},
    {"inv_ln2", "1.44269504088896340735992468100189213742664595415298594"},
    {"ln10", "2.30258509299404568401799145468436420760110148862877298"},
    {"inv_ln10", "0.434294481903251827651128918916605082294397005803666566"},
    {"two_over_sqrt_pi", "1.12837916709551257389615890312154517168810125865799772"},
};

static struct value parse_expr(struct parser *p);

static struct value fail(struct parser *p, const char *why)
{
    if (!p->failed) {
        char text[256];
        snprintf(text, sizeof text,
                 "Enzyme: internal error: derivative rule of %s: %s at \"%.40s\"", p->rule->name,
                 why, p->at);
        ezb_diag(p->env->module, p->env->primal, EZB_ERROR, "rules", text);
    }
    p->failed = true;
    return (struct value){LLVMConstNull(LLVMTypeOf(p->d)), NULL, 0};
}

/* ---- values ---------------------------------------------------------------------------------- */

static struct value typed(LLVMValueRef v)
{
    return (struct value){v, NULL, 0};
}

static LLVMValueRef materialize(struct parser *p, struct value a, LLVMTypeRef t)
{
    return a.v ? a.v : emit_literal(p->env->builder, t, a.text, a.length);
}

/* A literal that met no other operand is a number of the factor's type. */
static LLVMValueRef concrete(struct parser *p, struct value a)
{
    return materialize(p, a, LLVMTypeOf(p->d));
}

static LLVMValueRef widen_lanes(struct parser *p, LLVMValueRef v, LLVMTypeRef other)
{
    if (emit_is_vector(other) && !emit_is_vector(LLVMTypeOf(v)))
        return emit_splat(p->env->builder, v, other);
    return v;
}

/* Brings two values to one type. */
static void unify(struct parser *p, struct value *a, struct value *b)
{
    if (!a->v && !b->v)
        a->v = concrete(p, *a);
    if (!a->v)
        a->v = materialize(p, *a, LLVMTypeOf(b->v));
    if (!b->v)
        b->v = materialize(p, *b, LLVMTypeOf(a->v));
    a->v = widen_lanes(p, a->v, LLVMTypeOf(b->v));
    b->v = widen_lanes(p, b->v, LLVMTypeOf(a->v));
    unsigned ra = emit_fp_rank(LLVMTypeOf(a->v)), rb = emit_fp_rank(LLVMTypeOf(b->v));
    if (!ra != !rb)
        fail(p, "integer meets FP");
    else if (ra < rb)
        a->v = emit_convert(p->env, a->v, LLVMTypeOf(b->v));
    else if (rb < ra)
        b->v = emit_convert(p->env, b->v, LLVMTypeOf(a->v));
}

/* ---- names ----------------------------------------------------------------------------------- */

static LLVMValueRef primal_value(struct parser *p, int operand)
{
    LLVMValueRef *cache = operand == RULE_RESULT ? &p->result : &p->operand[operand];
    if (!*cache)
        *cache = p->env->value(p->env->user, operand);
    return *cache;
}

/* Operand number of a name, RULE_RESULT, or -2. */
static int operand_of(const char *name, size_t length)
{
    static const char letters[] = "xyzw";
    if (name[0] == 'r' && (length == 1 || (length == 2 && isdigit((unsigned char)name[1]))))
        return RULE_RESULT;
    const char *found = length == 1 ? strchr(letters, name[0]) : NULL;
    return found ? (int)(found - letters) : -2;
}

static struct value parse_name(struct parser *p, const char *name, size_t length)
{
    if (length == 1 && name[0] == 'd')
        return typed(p->d);
    int operand = operand_of(name, length);
    if (operand == RULE_RESULT && length == 2)
        return typed(
            emit_component(p->env, primal_value(p, RULE_RESULT), (unsigned)(name[1] - '0')));
    if (operand >= RULE_RESULT)
        return typed(primal_value(p, operand));
    if (length == 1 && islower((unsigned char)name[0]) && p->local[name[0] - 'a'].v)
        return p->local[name[0] - 'a'];
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (strlen(constants[i].name) == length && !strncmp(constants[i].name, name, length))
            return (struct value){NULL, constants[i].digits, strlen(constants[i].digits)};
    return fail(p, "unknown name");
}

/* ---- calls ----------------------------------------------------------------------------------- */

static struct value build_select(struct parser *p, LLVMValueRef condition, struct value a,
                                 struct value b)
{
    unify(p, &a, &b);
    condition = widen_lanes(p, condition, LLVMTypeOf(a.v));
    return typed(LLVMBuildSelect(p->env->builder, condition, a.v, b.v, ""));
}

static const struct value zero_literal = {NULL, "0", 1};
static const struct value half_literal = {NULL, "0.5", 3};

static struct value call_select(struct parser *p, struct value *a)
{
    return build_select(p, a[0].v, a[1], a[2]);
}

static struct value call_singular(struct parser *p, struct value *a)
{
    LLVMValueRef c = a[0].v;
    if (p->env->singular_ieee) { /* still 0 for a zero factor */
        LLVMValueRef none =
            LLVMBuildFCmp(p->env->builder, LLVMRealOEQ, p->d, LLVMConstNull(LLVMTypeOf(p->d)), "");
        c = LLVMBuildAnd(p->env->builder, c, none, "");
    }
    return build_select(p, c, zero_literal, a[1]);
}

static struct value call_pick(struct parser *p, struct value *a)
{
    struct value plain = build_select(p, a[0].v, a[2], zero_literal);
    if (p->env->ties == RULE_TIES_LT)
        return plain;
    struct value tied = zero_literal, half = half_literal;
    if (p->env->ties == RULE_TIES_HALF) {
        unify(p, &half, &a[2]);
        tied = typed(emit_flags(p->env, LLVMBuildFMul(p->env->builder, half.v, a[2].v, "")));
    }
    return build_select(p, a[1].v, tied, plain);
}

static struct value call_isnan(struct parser *p, struct value *a)
{
    LLVMValueRef v = concrete(p, a[0]);
    bool impossible = LLVMCanValueUseFastMathFlags(p->env->primal) &&
                      LLVMGetFastMathFlags(p->env->primal) & LLVMFastMathNoNaNs;
    LLVMValueRef c = LLVMBuildFCmp(p->env->builder, LLVMRealUNO, v, v, "");
    return typed(impossible ? LLVMConstNull(LLVMTypeOf(c)) : c);
}

static struct value call_fp(struct parser *p, struct value *a)
{
    LLVMValueRef v = concrete(p, a[0]);
    LLVMTypeRef to = emit_retype(LLVMTypeOf(v), emit_scalar_type(LLVMTypeOf(p->d)));
    return typed(LLVMBuildSIToFP(p->env->builder, v, to, ""));
}

/* The callee is another function, which is differentiated like that of the row. */
static bool is_like(const struct parser *p)
{
    LLVMValueRef fn = LLVMGetCalledValue(p->env->primal);
    size_t length;
    const char *name = LLVMGetValueName2(fn, &length);
    return LLVMIsAFunction(fn) && !LLVMGetIntrinsicID(fn) &&
           rule_of_function(fn, name, length) != p->rule;
}

/* The primal's own callee; operands beyond the given ones (metadata) are the primal's. */
static struct value call_again(struct parser *p, struct value *a, unsigned count)
{
    LLVMValueRef call = p->env->primal, args[8];
    unsigned n = LLVMGetNumArgOperands(call);
    if (n > 8 || count > n)
        return fail(p, "cannot repeat the primal call");
    for (unsigned i = 0; i < n; i++)
        args[i] = i < count ? concrete(p, a[i]) : LLVMGetOperand(call, i);
    if (is_like(p))
        return typed(emit_row_call(p->rule, p->env, args, n));
    return typed(emit_flags(p->env, LLVMBuildCall2(p->env->builder, LLVMGetCalledFunctionType(call),
                                                   LLVMGetCalledValue(call), args, n, "")));
}

/* A function of the rule table. FP arguments get one type, integer literals are 32 bits. */
static struct value call_row(struct parser *p, const struct rule *r, struct value *a,
                             unsigned count)
{
    const char *operand = strchr(r->signature, ':') + 1;
    LLVMValueRef args[MAX_ARGS];
    int first = -1;
    for (unsigned i = 0; i < count; i++)
        if (operand[i] == 'f' && a[i].v)
            first = (int)i;
    for (unsigned i = 0; i < count; i++) {
        if (operand[i] == 'i')
            args[i] =
                materialize(p, a[i], LLVMInt32TypeInContext(LLVMGetModuleContext(p->env->module)));
        else if (first >= 0) {
            struct value other = a[first];
            unify(p, &a[i], &other);
            args[i] = a[i].v;
        } else
            args[i] = concrete(p, a[i]);
    }
    LLVMValueRef v = emit_row_call(r, p->env, args, count);
    return v ? typed(v) : fail(p, "no such function for scalable vectors");
}

struct builtin {
    const char *name;
    unsigned count;
    struct value (*emit)(struct parser *p, struct value *args);
};
static const struct builtin builtins[] = {
    {"select", 3, call_select}, {"singular", 2, call_singular},
    {"pick", 3, call_pick},     {"isnan", 1, call_isnan},
    {"fp", 1, call_fp},
};

static struct value emit_call(struct parser *p, const char *name, size_t length, struct value *args,
                              unsigned count)
{
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
        if (strlen(builtins[i].name) == length && !strncmp(builtins[i].name, name, length))
            return builtins[i].count == count ? builtins[i].emit(p, args)
                                              : fail(p, "argument count");
    if (length == 5 && !strncmp(name, "again", 5))
        return call_again(p, args, count);
    const struct rule *r = rule_find(name, length);
    if (!r || rule_operand_count(r) != count || rule_result_count(r) != 1)
        return fail(p, "unknown function");
    return call_row(p, r, args, count);
}

/* ---- grammar --------------------------------------------------------------------------------- */

static bool accept(struct parser *p, const char *token)
{
    while (*p->at == ' ')
        p->at++;
    if (strncmp(p->at, token, strlen(token)))
        return false;
    p->at += strlen(token);
    return true;
}

static size_t name_length(const char *s)
{
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_')
        n++;
    return n;
}

static struct value parse_call(struct parser *p, const char *name, size_t length)
{
    struct value args[MAX_ARGS];
    unsigned count = 0;
    do {
        if (count == MAX_ARGS)
            return fail(p, "too many arguments");
        args[count++] = parse_expr(p);
    } while (accept(p, ","));
    return accept(p, ")") ? emit_call(p, name, length, args, count) : fail(p, "expected )");
}

static struct value parse_primary(struct parser *p)
{
    if (accept(p, "(")) {
        struct value v = parse_expr(p);
        return accept(p, ")") ? v : fail(p, "expected )");
    }
    const char *start = p->at;
    if (isdigit((unsigned char)*start)) {
        size_t n = strspn(start, "0123456789.");
        p->at += n;
        return (struct value){NULL, start, n};
    }
    size_t n = name_length(start);
    if (!n)
        return fail(p, "expected a value");
    p->at += n;
    return accept(p, "(") ? parse_call(p, start, n) : parse_name(p, start, n);
}

static struct value parse_unary(struct parser *p)
{
    LLVMBuilderRef b = p->env->builder;
    if (accept(p, "!"))
        return typed(LLVMBuildNot(b, concrete(p, parse_unary(p)), ""));
    if (!accept(p, "-"))
        return parse_primary(p);
    if (isdigit((unsigned char)*p->at)) { /* a negative literal */
        struct value v = parse_primary(p);
        return (struct value){NULL, v.text - 1, v.length + 1};
    }
    LLVMValueRef v = concrete(p, parse_unary(p));
    return typed(emit_is_fp(LLVMTypeOf(v)) ? emit_flags(p->env, LLVMBuildFNeg(b, v, ""))
                                           : LLVMBuildNeg(b, v, ""));
}

static struct value arithmetic(struct parser *p, char op, struct value a, struct value b)
{
    unify(p, &a, &b);
    bool fp = emit_is_fp(LLVMTypeOf(a.v));
    LLVMOpcode opcode;
    switch (op) {
    case '+': opcode = fp ? LLVMFAdd : LLVMAdd; break;
    case '-': opcode = fp ? LLVMFSub : LLVMSub; break;
    case '*': opcode = fp ? LLVMFMul : LLVMMul; break;
    default: opcode = fp ? LLVMFDiv : LLVMSDiv; break;
    }
    return typed(emit_flags(p->env, LLVMBuildBinOp(p->env->builder, opcode, a.v, b.v, "")));
}

static struct value parse_product(struct parser *p)
{
    struct value v = parse_unary(p);
    while (!p->failed) {
        if (accept(p, "*"))
            v = arithmetic(p, '*', v, parse_unary(p));
        else if (accept(p, "/"))
            v = arithmetic(p, '/', v, parse_unary(p));
        else
            break;
    }
    return v;
}

static struct value parse_sum(struct parser *p)
{
    struct value v = parse_product(p);
    while (!p->failed) {
        if (accept(p, "+"))
            v = arithmetic(p, '+', v, parse_product(p));
        else if (accept(p, "-"))
            v = arithmetic(p, '-', v, parse_product(p));
        else
            break;
    }
    return v;
}

static struct value parse_comparison(struct parser *p)
{
    static const struct {
        const char *token;
        LLVMRealPredicate real;
        LLVMIntPredicate integer;
    } table[] = {
        {"<=", LLVMRealOLE, LLVMIntSLE}, {">=", LLVMRealOGE, LLVMIntSGE},
        {"==", LLVMRealOEQ, LLVMIntEQ},  {"!=", LLVMRealUNE, LLVMIntNE},
        {"<", LLVMRealOLT, LLVMIntSLT},  {">", LLVMRealOGT, LLVMIntSGT},
    };
    struct value a = parse_sum(p);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (!accept(p, table[i].token))
            continue;
        struct value b = parse_sum(p);
        unify(p, &a, &b);
        return typed(emit_is_fp(LLVMTypeOf(a.v))
                         ? LLVMBuildFCmp(p->env->builder, table[i].real, a.v, b.v, "")
                         : LLVMBuildICmp(p->env->builder, table[i].integer, a.v, b.v, ""));
    }
    return a;
}

static struct value parse_and(struct parser *p)
{
    struct value v = parse_comparison(p);
    while (!p->failed && accept(p, "&"))
        v = typed(LLVMBuildAnd(p->env->builder, v.v, parse_comparison(p).v, ""));
    return v;
}

static struct value parse_expr(struct parser *p)
{
    struct value v = parse_and(p);
    while (!p->failed && accept(p, "|"))
        v = typed(LLVMBuildOr(p->env->builder, v.v, parse_and(p).v, ""));
    return v;
}

/* "name = ...;" in front of the expression. */
static bool parse_local(struct parser *p)
{
    const char *start = (accept(p, ""), p->at);
    if (!islower((unsigned char)*start) || name_length(start) != 1 || start[1] != '=' ||
        start[2] == '=')
        return false;
    p->at += 2;
    p->local[*start - 'a'] = typed(concrete(p, parse_expr(p)));
    if (!accept(p, ";"))
        fail(p, "expected ;");
    return !p->failed;
}

LLVMValueRef expr_emit(const struct rule *r, struct rule_env *env, const char *text, LLVMValueRef d)
{
    struct parser p = {.rule = r, .env = env, .at = text, .d = d};
    while (parse_local(&p))
        ;
    LLVMValueRef v = concrete(&p, parse_expr(&p));
    if (!p.failed && (accept(&p, ""), *p.at))
        fail(&p, "trailing text");
    return p.failed ? LLVMConstNull(LLVMTypeOf(d)) : v;
}

/* ---- what an expression mentions ------------------------------------------------------------- */

uint32_t expr_needs(const char *text)
{
    uint32_t needs = 0;
    while (*text) {
        size_t n = name_length(text);
        if (n && text[n] != '(' && !isdigit((unsigned char)*text)) {
            int operand = operand_of(text, n);
            needs |= operand == RULE_RESULT ? RULE_NEEDS_RESULT
                     : operand >= 0         ? UINT32_C(1) << operand
                                            : 0;
        }
        text += n ? n : 1;
    }
    return needs;
}

bool expr_is_zero(const char *text)
{
    return !text || !strcmp(text, "0");
}
