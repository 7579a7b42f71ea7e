/* Assembly of NVIDIA's devices (PTX ISA) that LLVM has instructions for, as the headers of CUDA
 * have it for numbers of half precision: numbers are in registers of bits, pairs in one of 32.
 *
 * A text is a list of statements in braces: declarations of registers, and instructions
 * "name.modifiers.type destination, source, ...;". All of a text is understood, or nothing is
 * changed. Roundings other than to the nearest are not understood; flushing of subnormal numbers to
 * zero, and approximations, are left to whoever selects instructions. */
#include "base/target.h"
#include "prepare/calls/calls.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXT_MAX = 1024,
    WORD_MAX = 64,
    MODIFIERS_MAX = 8,
    OPERANDS_MAX = 6,
    REGISTERS_MAX = 48,
    PAIR = 2,
    NOT_THERE = -1
};

/* A register: an operand of the text, $0 and so on, or one that it declares. */
struct reg {
    char name[WORD_MAX];
    LLVMValueRef value; /* NULL until it is set */
    unsigned bits;
};
struct reading {
    struct prepare *p;
    LLVMBuilderRef b;
    LLVMContextRef c;
    LLVMValueRef call;
    struct reg regs[REGISTERS_MAX];
    unsigned count, outputs;
    bool failed;
};
/* One operand: a register, a number, or a list of two in braces. */
struct operand {
    char words[PAIR][WORD_MAX];
    unsigned count;
    bool address; /* in brackets */
};
struct instruction {
    char name[WORD_MAX], modifiers[MODIFIERS_MAX][WORD_MAX];
    unsigned modifier_count;
    struct operand operands[OPERANDS_MAX];
    unsigned operand_count;
};

static LLVMValueRef fail(struct reading *r)
{
    r->failed = true;
    return NULL;
}

/* ---- types ----------------------------------------------------------------------------------- */

static const struct type_row {
    const char *name;
    LLVMTypeKind kind; /* of a number; an integer otherwise */
    unsigned bits, lanes;
    bool is_signed;
} type_rows[] = {
    {"b16", LLVMIntegerTypeKind, 16, 1, false},   {"b32", LLVMIntegerTypeKind, 32, 1, false},
    {"b64", LLVMIntegerTypeKind, 64, 1, false},   {"bf16", LLVMBFloatTypeKind, 16, 1, false},
    {"bf16x2", LLVMBFloatTypeKind, 16, 2, false}, {"f16", LLVMHalfTypeKind, 16, 1, false},
    {"f16x2", LLVMHalfTypeKind, 16, 2, false},    {"f32", LLVMFloatTypeKind, 32, 1, false},
    {"f64", LLVMDoubleTypeKind, 64, 1, false},    {"s16", LLVMIntegerTypeKind, 16, 1, true},
    {"s32", LLVMIntegerTypeKind, 32, 1, true},    {"s64", LLVMIntegerTypeKind, 64, 1, true},
    {"s8", LLVMIntegerTypeKind, 8, 1, true},      {"u16", LLVMIntegerTypeKind, 16, 1, false},
    {"u32", LLVMIntegerTypeKind, 32, 1, false},   {"u64", LLVMIntegerTypeKind, 64, 1, false},
    {"u8", LLVMIntegerTypeKind, 8, 1, false},     {"pred", LLVMIntegerTypeKind, 1, 1, false},
};

static const struct type_row *find_type(const char *name)
{
    for (size_t i = 0; i < sizeof type_rows / sizeof *type_rows; i++)
        if (!strcmp(name, type_rows[i].name))
            return &type_rows[i];
    return NULL;
}

static bool is_number(const struct type_row *t)
{
    return t->kind != LLVMIntegerTypeKind;
}

static LLVMTypeRef type_of(const struct reading *r, const struct type_row *t)
{
    LLVMTypeRef one;
    switch (t->kind) {
    case LLVMHalfTypeKind: one = LLVMHalfTypeInContext(r->c); break;
    case LLVMBFloatTypeKind: one = LLVMBFloatTypeInContext(r->c); break;
    case LLVMFloatTypeKind: one = LLVMFloatTypeInContext(r->c); break;
    case LLVMDoubleTypeKind: one = LLVMDoubleTypeInContext(r->c); break;
    default: one = LLVMIntTypeInContext(r->c, t->bits); break;
    }
    return t->lanes > 1 ? LLVMVectorType(one, t->lanes) : one;
}

/* The type at the end of the name: modifier number `back` from the end. */
static const struct type_row *type_at(const struct instruction *in, unsigned back)
{
    return in->modifier_count > back ? find_type(in->modifiers[in->modifier_count - 1 - back])
                                     : NULL;
}

static bool has_modifier(const struct instruction *in, const char *name)
{
    for (unsigned i = 0; i < in->modifier_count; i++)
        if (!strcmp(in->modifiers[i], name))
            return true;
    return false;
}

/* All modifiers but the types are among those in the list, which ends with NULL. */
static bool only_modifiers(const struct instruction *in, const char *const *list)
{
    for (unsigned i = 0; i < in->modifier_count; i++) {
        bool known = find_type(in->modifiers[i]) != NULL;
        for (const char *const *l = list; *l && !known; l++)
            known = !strcmp(in->modifiers[i], *l);
        if (!known)
            return false;
    }
    return true;
}

/* ---- registers ------------------------------------------------------------------------------- */

static unsigned bits_of(const struct reading *r, LLVMTypeRef t)
{
    return (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(r->p->module), t);
}

static struct reg *find_register(struct reading *r, const char *name)
{
    for (unsigned i = 0; i < r->count; i++)
        if (!strcmp(r->regs[i].name, name))
            return &r->regs[i];
    return NULL;
}

static struct reg *add_register(struct reading *r, const char *name, unsigned bits)
{
    if (r->count == REGISTERS_MAX || strlen(name) >= WORD_MAX) {
        r->failed = true;
        return NULL;
    }
    struct reg *reg = &r->regs[r->count++];
    *reg = (struct reg){.bits = bits};
    strcpy(reg->name, name);
    return reg;
}

static LLVMValueRef with_type(struct reading *r, LLVMValueRef v, LLVMTypeRef t)
{
    bool pointer = LLVMGetTypeKind(t) == LLVMPointerTypeKind;
    if (LLVMTypeOf(v) == t)
        return v;
    if (bits_of(r, LLVMTypeOf(v)) != bits_of(r, t))
        return fail(r);
    if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind)
        return pointer ? fail(r) : LLVMBuildPtrToInt(r->b, v, t, "");
    return pointer ? LLVMBuildIntToPtr(r->b, v, t, "") : LLVMBuildBitCast(r->b, v, t, "");
}

/* 12, 0x3f80U, 0f3F800000 */
static bool read_number(const char *word, unsigned long long *n)
{
    char *end;
    bool bits = word[0] == '0' && (word[1] == 'f' || word[1] == 'F');
    *n = bits ? strtoull(word + 2, &end, 16) : strtoull(word, &end, 0);
    end += *end == 'U';
    return isdigit((unsigned char)word[0]) && !*end;
}

static LLVMValueRef read_word(struct reading *r, const char *word, LLVMTypeRef t)
{
    unsigned long long n;
    const struct reg *reg = find_register(r, word);
    if (reg)
        return reg->value ? with_type(r, reg->value, t) : fail(r);
    return read_number(word, &n)
               ? with_type(r, LLVMConstInt(LLVMIntTypeInContext(r->c, bits_of(r, t)), n, 0), t)
               : fail(r);
}

/* A number of bfloat16 is the upper half of one of float. */
static LLVMValueRef join(struct reading *r, const struct operand *o)
{
    LLVMTypeRef half = LLVMInt16TypeInContext(r->c), pair = LLVMVectorType(half, PAIR),
                i32 = LLVMInt32TypeInContext(r->c);
    LLVMValueRef low = read_word(r, o->words[0], half), high = read_word(r, o->words[1], half);
    if (r->failed)
        return NULL;
    if (LLVMIsConstant(low) && LLVMIsNull(low))
        return LLVMBuildFPExt(r->b, LLVMBuildBitCast(r->b, high, LLVMBFloatTypeInContext(r->c), ""),
                              LLVMFloatTypeInContext(r->c), "");
    LLVMValueRef v =
        LLVMBuildInsertElement(r->b, LLVMGetPoison(pair), low, LLVMConstInt(i32, 0, 0), "");
    return LLVMBuildInsertElement(r->b, v, high, LLVMConstInt(i32, 1, 0), "");
}

static LLVMValueRef read_operand(struct reading *r, const struct operand *o, LLVMTypeRef t)
{
    LLVMValueRef v = o->count == PAIR ? join(r, o) : read_word(r, o->words[0], t);
    return v ? with_type(r, v, t) : NULL;
}

static void set_word(struct reading *r, const char *word, LLVMValueRef v)
{
    struct reg *reg = find_register(r, word);
    if (!v || !reg || reg->bits != bits_of(r, LLVMTypeOf(v)))
        fail(r);
    else
        reg->value = v;
}

static void set_operand(struct reading *r, const struct operand *o, LLVMValueRef v)
{
    LLVMTypeRef pair = LLVMVectorType(LLVMInt16TypeInContext(r->c), PAIR),
                i32 = LLVMInt32TypeInContext(r->c);
    if (o->count == 1) {
        set_word(r, o->words[0], v);
        return;
    }
    v = v ? with_type(r, v, pair) : NULL;
    for (unsigned i = 0; v && i < PAIR; i++)
        set_word(r, o->words[i], LLVMBuildExtractElement(r->b, v, LLVMConstInt(i32, i, 0), ""));
}

/* ---- instructions ---------------------------------------------------------------------------- */

static LLVMValueRef call_intrinsic(struct reading *r, const char *name, LLVMTypeRef t,
                                   LLVMValueRef *x, unsigned n)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name)),
             types = LLVMIntrinsicIsOverloaded(id) ? 1 : 0;
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(r->p->module, id, &t, types);
    return LLVMBuildCall2(r->b, LLVMIntrinsicGetType(r->c, id, &t, types), fn, x, n, "");
}

static void mark_approximate(const struct instruction *in, LLVMValueRef v)
{
    if (v && LLVMIsAInstruction(v) && (has_modifier(in, "approx") || has_modifier(in, "full")))
        LLVMSetFastMathFlags(v, LLVMFastMathApproxFunc | LLVMFastMathAllowReciprocal);
}

/* .sat: to [0, 1], and NaN to 0. .relu: negative numbers to 0. */
static LLVMValueRef limit(struct reading *r, const struct instruction *in, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMValueRef zero = LLVMConstNull(t), low[] = {v, zero};
    if (has_modifier(in, "relu"))
        v = LLVMBuildSelect(r->b, LLVMBuildFCmp(r->b, LLVMRealOLT, v, zero, ""), zero, v, "");
    if (!has_modifier(in, "sat"))
        return v;
    LLVMValueRef one = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? NULL : LLVMConstReal(t, 1),
                 lanes[PAIR];
    if (!one) {
        lanes[0] = lanes[1] = LLVMConstReal(LLVMGetElementType(t), 1);
        one = LLVMConstVector(lanes, PAIR);
    }
    low[0] = v;
    LLVMValueRef high[] = {call_intrinsic(r, "llvm.maxnum", t, low, 2), one};
    return call_intrinsic(r, "llvm.minnum", t, high, 2);
}

/* Numbers of one type: sources are operands 1 to n. */
static LLVMTypeRef read_sources(struct reading *r, const struct instruction *in, LLVMValueRef *x)
{
    static const char *const known[] = {"rn", "approx", "full", "ftz", "sat", "relu", "NaN", NULL};
    const struct type_row *t = type_at(in, 0);
    if (!t || !is_number(t) || !only_modifiers(in, known)) {
        fail(r);
        return NULL;
    }
    LLVMTypeRef type = type_of(r, t);
    for (unsigned k = 1; k < in->operand_count; k++)
        x[k - 1] = read_operand(r, &in->operands[k], type);
    return r->failed ? NULL : type;
}

static LLVMValueRef build_operation(struct reading *r, const struct instruction *in, LLVMOpcode op)
{
    LLVMValueRef x[OPERANDS_MAX];
    if (in->operand_count != 3 || !read_sources(r, in, x))
        return fail(r);
    return limit(r, in, LLVMBuildBinOp(r->b, op, x[0], x[1], ""));
}

/* min.NaN and max.NaN are NaN if an operand is. */
static LLVMValueRef build_function(struct reading *r, const struct instruction *in,
                                   const char *name)
{
    static const char *const with_nan[][2] = {{"llvm.maxnum", "llvm.maximum"},
                                              {"llvm.minnum", "llvm.minimum"}};
    LLVMValueRef x[OPERANDS_MAX];
    LLVMTypeRef t = read_sources(r, in, x);
    unsigned n = in->operand_count - 1, wanted = !strcmp(name, "llvm.fma") ? 3
                                                 : strstr(name, "num")     ? 2
                                                                           : 1;
    if (!t || n != wanted)
        return fail(r);
    for (size_t i = 0; has_modifier(in, "NaN") && i < 2; i++)
        name = !strcmp(name, with_nan[i][0]) ? with_nan[i][1] : name;
    return limit(r, in, call_intrinsic(r, name, t, x, n));
}

static LLVMValueRef build_negation(struct reading *r, const struct instruction *in)
{
    LLVMValueRef x[OPERANDS_MAX];
    return in->operand_count == 2 && read_sources(r, in, x) ? LLVMBuildFNeg(r->b, x[0], "")
                                                            : fail(r);
}

static LLVMValueRef build_inverse(struct reading *r, const struct instruction *in)
{
    LLVMValueRef x[OPERANDS_MAX];
    LLVMTypeRef t = read_sources(r, in, x);
    return t && in->operand_count == 2 && type_at(in, 0)->lanes == 1
               ? LLVMBuildFDiv(r->b, LLVMConstReal(t, 1), x[0], "")
               : fail(r);
}

static LLVMValueRef build_inverse_root(struct reading *r, const struct instruction *in)
{
    LLVMValueRef x[OPERANDS_MAX];
    LLVMTypeRef t = read_sources(r, in, x);
    if (!t || in->operand_count != 2 || type_at(in, 0)->lanes != 1)
        return fail(r);
    LLVMValueRef root = call_intrinsic(r, "llvm.sqrt", t, x, 1);
    mark_approximate(in, root);
    return LLVMBuildFDiv(r->b, LLVMConstReal(t, 1), root, "");
}

static LLVMValueRef build_bits(struct reading *r, const struct instruction *in)
{
    const struct type_row *t = type_at(in, 0);
    LLVMOpcode op = in->name[0] == 'a' ? LLVMAnd : in->name[0] == 'o' ? LLVMOr : LLVMXor;
    if (!t || in->modifier_count != 1 || in->operand_count != 3 || is_number(t))
        return fail(r);
    LLVMValueRef a = read_operand(r, &in->operands[1], type_of(r, t)),
                 b = read_operand(r, &in->operands[2], type_of(r, t));
    return r->failed ? NULL : LLVMBuildBinOp(r->b, op, a, b, "");
}

/* The bits of any type; the size of a warp has a name. */
static LLVMValueRef build_move(struct reading *r, const struct instruction *in)
{
    const struct type_row *t = type_at(in, 0);
    if (!t || in->modifier_count != 1 || in->operand_count != 2)
        return fail(r);
    LLVMTypeRef type = type_of(r, t);
    if (in->operands[1].count == 1 && !strcmp(in->operands[1].words[0], "WARP_SZ"))
        return call_intrinsic(r, "llvm.nvvm.read.ptx.sreg.warpsize", type, NULL, 0);
    return read_operand(r, &in->operands[1], type);
}

/* ---- conversions ----------------------------------------------------------------------------- */

static const char *rounding_of(const struct instruction *in)
{
    static const char *const roundings[][2] = {
        {"rni", "llvm.rint"}, {"rmi", "llvm.floor"}, {"rpi", "llvm.ceil"}, {"rzi", "llvm.trunc"}};
    for (size_t i = 0; i < sizeof roundings / sizeof *roundings; i++)
        if (has_modifier(in, roundings[i][0]))
            return roundings[i][1];
    return NULL;
}

/* Out of range the nearest integer, and zero for NaN. In a register of 32 bits where there are
 * fewer than 16. */
static LLVMValueRef to_integer(struct reading *r, const struct type_row *to, LLVMValueRef v)
{
    const char *name = to->is_signed ? "llvm.fptosi.sat" : "llvm.fptoui.sat";
    LLVMTypeRef types[] = {type_of(r, to), LLVMTypeOf(v)}, i32 = LLVMInt32TypeInContext(r->c);
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(r->p->module, id, types, 2);
    v = LLVMBuildCall2(r->b, LLVMIntrinsicGetType(r->c, id, types, 2), fn, &v, 1, "");
    if (to->bits >= 16)
        return v;
    return to->is_signed ? LLVMBuildSExt(r->b, v, i32, "") : LLVMBuildZExt(r->b, v, i32, "");
}

static LLVMValueRef to_number(struct reading *r, const struct instruction *in,
                              const struct type_row *to, const struct type_row *from,
                              LLVMValueRef v)
{
    LLVMTypeRef t = type_of(r, to);
    if (!is_number(from))
        return has_modifier(in, "rn") ? (from->is_signed ? LLVMBuildSIToFP(r->b, v, t, "")
                                                         : LLVMBuildUIToFP(r->b, v, t, ""))
                                      : fail(r);
    if (to->bits < from->bits && !has_modifier(in, "rn"))
        return fail(r);
    return to == from ? v : LLVMBuildFPCast(r->b, v, t, "");
}

/* cvt.rn.f16x2.f32 d, high, low */
static LLVMValueRef to_pair(struct reading *r, const struct instruction *in,
                            const struct type_row *to)
{
    LLVMTypeRef t = type_of(r, to), f32 = LLVMFloatTypeInContext(r->c),
                i32 = LLVMInt32TypeInContext(r->c);
    LLVMValueRef all = LLVMGetPoison(t);
    if (in->operand_count != 3 || !has_modifier(in, "rn"))
        return fail(r);
    for (unsigned i = 0; i < PAIR; i++) {
        LLVMValueRef v = read_operand(r, &in->operands[PAIR - i], f32);
        if (!v)
            return NULL;
        v = LLVMBuildFPTrunc(r->b, v, LLVMGetElementType(t), "");
        all = LLVMBuildInsertElement(r->b, all, v, LLVMConstInt(i32, i, 0), "");
    }
    return limit(r, in, all);
}

static LLVMValueRef build_convert(struct reading *r, const struct instruction *in)
{
    static const char *const known[] = {"rn",  "rni", "rmi",  "rpi", "rzi",
                                        "ftz", "sat", "relu", NULL};
    const struct type_row *from = type_at(in, 0), *to = type_at(in, 1);
    if (!from || !to || !only_modifiers(in, known))
        return fail(r);
    if (to->lanes == PAIR)
        return from->kind == LLVMFloatTypeKind ? to_pair(r, in, to) : fail(r);
    LLVMValueRef v = in->operand_count == 2 && from->lanes == 1
                         ? read_operand(r, &in->operands[1], type_of(r, from))
                         : fail(r);
    const char *rounding = rounding_of(in);
    if (!v || (!is_number(to) && (!is_number(from) || !rounding)))
        return fail(r);
    if (rounding)
        v = call_intrinsic(r, rounding, LLVMTypeOf(v), &v, 1);
    if (!is_number(to))
        return to_integer(r, to, v);
    v = to_number(r, in, to, from, v);
    return v ? limit(r, in, v) : NULL;
}

/* ---- comparisons ----------------------------------------------------------------------------- */

static const struct predicate {
    const char *name;
    LLVMRealPredicate predicate;
} predicates[] = {
    {"eq", LLVMRealOEQ},  {"equ", LLVMRealUEQ}, {"ge", LLVMRealOGE},  {"geu", LLVMRealUGE},
    {"gt", LLVMRealOGT},  {"gtu", LLVMRealUGT}, {"le", LLVMRealOLE},  {"leu", LLVMRealULE},
    {"lt", LLVMRealOLT},  {"ltu", LLVMRealULT}, {"nan", LLVMRealUNO}, {"ne", LLVMRealONE},
    {"neu", LLVMRealUNE}, {"num", LLVMRealORD},
};

/* 1 or 0 as a number of the type; all bits or none as an integer. */
static LLVMValueRef as_result(struct reading *r, const struct type_row *to, LLVMValueRef truth)
{
    if (is_number(to))
        return LLVMBuildUIToFP(r->b, truth, type_of(r, to), "");
    bool pair = LLVMGetTypeKind(LLVMTypeOf(truth)) == LLVMVectorTypeKind;
    LLVMTypeRef half = LLVMVectorType(LLVMInt16TypeInContext(r->c), PAIR);
    return LLVMBuildSExt(r->b, truth, pair ? half : type_of(r, to), "");
}

/* name.predicate[.ftz], and so many types. */
static LLVMValueRef compare(struct reading *r, const struct instruction *in, unsigned types)
{
    const struct type_row *from = type_at(in, 0);
    unsigned more = in->modifier_count - types - has_modifier(in, "ftz");
    if (!from || !is_number(from) || in->operand_count != 3 || more != 1)
        return fail(r);
    LLVMTypeRef t = type_of(r, from);
    LLVMValueRef a = read_operand(r, &in->operands[1], t), b = read_operand(r, &in->operands[2], t);
    for (size_t i = 0; a && b && i < sizeof predicates / sizeof *predicates; i++)
        if (!strcmp(in->modifiers[0], predicates[i].name))
            return LLVMBuildFCmp(r->b, predicates[i].predicate, a, b, "");
    return fail(r);
}

/* set.gt.f16.f16 d, a, b */
static LLVMValueRef build_comparison(struct reading *r, const struct instruction *in)
{
    const struct type_row *to = type_at(in, 1);
    LLVMValueRef truth = to ? compare(r, in, 2) : fail(r);
    return truth ? as_result(r, to, truth) : NULL;
}

/* setp.gt.f16 d, a, b */
static LLVMValueRef build_predicate(struct reading *r, const struct instruction *in)
{
    const struct type_row *from = type_at(in, 0);
    return from && from->lanes == 1 ? compare(r, in, 1) : fail(r);
}

/* selp.u16 d, a, b, predicate */
static LLVMValueRef build_choice(struct reading *r, const struct instruction *in)
{
    const struct type_row *t = type_at(in, 0);
    if (!t || in->modifier_count != 1 || in->operand_count != 4)
        return fail(r);
    LLVMValueRef a = read_operand(r, &in->operands[1], type_of(r, t)),
                 b = read_operand(r, &in->operands[2], type_of(r, t)),
                 p = read_operand(r, &in->operands[3], LLVMInt1TypeInContext(r->c));
    return r->failed ? NULL : LLVMBuildSelect(r->b, p, a, b, "");
}

/* ---- memory and other threads ---------------------------------------------------------------- */

/* ld.global.nc.b16 d, [address]: how it goes through caches does not matter. */
static LLVMValueRef build_load(struct reading *r, const struct instruction *in)
{
    static const char *const known[] = {"global", "nc", "ca", "cg", "cs", "lu", NULL};
    const struct type_row *t = type_at(in, 0);
    if (!t || in->operand_count != 2 || !in->operands[1].address || !has_modifier(in, "global") ||
        !only_modifiers(in, known))
        return fail(r);
    LLVMValueRef at = read_word(r, in->operands[1].words[0], target_pointer(r->p->module));
    LLVMValueRef v = at ? LLVMBuildLoad2(r->b, type_of(r, t), at, "") : NULL;
    if (v)
        LLVMSetAlignment(v, t->bits / 8 * t->lanes);
    return v;
}

/* atom.add.noftz.f16 d, [address], b */
static LLVMValueRef build_addition(struct reading *r, const struct instruction *in)
{
    static const char *const known[] = {"add", "noftz", "global", "relaxed", "gpu", NULL};
    const struct type_row *t = type_at(in, 0);
    if (!t || !is_number(t) || t->lanes > 1 || in->operand_count != 3 || !in->operands[1].address ||
        !has_modifier(in, "add") || !only_modifiers(in, known))
        return fail(r);
    LLVMValueRef at = read_word(r, in->operands[1].words[0], target_pointer(r->p->module)),
                 amount = read_operand(r, &in->operands[2], type_of(r, t));
    return r->failed ? NULL
                     : ezb_build_atomic_fadd(r->b, at, amount, ezb_sync_scope(r->c, "device"));
}

/* bar.sync id; barrier.sync id, threads */
static LLVMValueRef build_barrier(struct reading *r, const struct instruction *in)
{
    static const char *const names[][2] = {
        {"llvm.nvvm.barrier.cta.sync.all", "llvm.nvvm.barrier.cta.sync.count"},
        {"llvm.nvvm.barrier.cta.sync.aligned.all", "llvm.nvvm.barrier.cta.sync.aligned.count"}};
    static const char *const known[] = {"sync", "cta", "aligned", NULL};
    LLVMTypeRef i32 = LLVMInt32TypeInContext(r->c);
    LLVMValueRef x[2];
    unsigned n = in->operand_count;
    bool aligned = !strcmp(in->name, "bar") || has_modifier(in, "aligned");
    if (!n || n > 2 || !has_modifier(in, "sync") || !only_modifiers(in, known))
        return fail(r);
    for (unsigned k = 0; k < n; k++)
        x[k] = read_operand(r, &in->operands[k], i32);
    return r->failed ? NULL : call_intrinsic(r, names[aligned][n - 1], i32, x, n);
}

/* shfl.sync.idx.b32 d, a, b, c, lanes, where d and a are registers of numbers: others are bits. */
static LLVMValueRef build_shuffle(struct reading *r, const struct instruction *in)
{
    static const char *const modes[] = {"bfly", "down", "idx", "up"};
    static const char *const names[] = {
        "llvm.nvvm.shfl.sync.bfly.i32", "llvm.nvvm.shfl.sync.down.i32",
        "llvm.nvvm.shfl.sync.idx.i32", "llvm.nvvm.shfl.sync.up.i32"};
    LLVMTypeRef i32 = LLVMInt32TypeInContext(r->c);
    if (in->operand_count != 5 || in->modifier_count != 3 || strcmp(in->modifiers[0], "sync") != 0)
        return fail(r);
    LLVMValueRef x[] = {
        read_operand(r, &in->operands[4], i32), read_operand(r, &in->operands[1], i32),
        read_operand(r, &in->operands[2], i32), read_operand(r, &in->operands[3], i32)};
    for (size_t i = 0; !r->failed && i < sizeof modes / sizeof *modes; i++)
        if (!strcmp(in->modifiers[1], modes[i]))
            return call_intrinsic(r, names[i], i32, x, 4);
    return fail(r);
}

static LLVMValueRef build_sleep(struct reading *r, const struct instruction *in)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(r->c);
    LLVMValueRef time = in->operand_count == 1 ? read_operand(r, &in->operands[0], i32) : fail(r);
    return time ? call_intrinsic(r, "llvm.nvvm.nanosleep", i32, &time, 1) : NULL;
}

/* ---- the table ------------------------------------------------------------------------------- */

static const struct row {
    const char *name;
    LLVMOpcode opcode;
    const char *function;
    LLVMValueRef (*build)(struct reading *, const struct instruction *);
} rows[] = {
#define OPERATION(name, opcode)   {name, opcode, NULL, NULL},
#define FUNCTION(name, intrinsic) {name, LLVMCall, intrinsic, NULL},
#define SPECIAL(name, what)       {name, LLVMCall, NULL, build_##what},
#include "prepare/calls/ptx.def"
#undef SPECIAL
#undef FUNCTION
#undef OPERATION
};

static void run(struct reading *r, const struct instruction *in)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, in->name) != 0)
            continue;
        LLVMValueRef v = rows[i].build      ? rows[i].build(r, in)
                         : rows[i].function ? build_function(r, in, rows[i].function)
                                            : build_operation(r, in, rows[i].opcode);
        if (!v || r->failed) {
            r->failed = true;
            return;
        }
        mark_approximate(in, v);
        if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMVoidTypeKind)
            set_operand(r, &in->operands[0], v);
        return;
    }
    r->failed = true;
}

/* ---- the text -------------------------------------------------------------------------------- */

static char *skip_space(char *s)
{
    while (isspace((unsigned char)*s))
        s++;
    return s;
}

static char *read_name(char *s, char *word)
{
    unsigned n = 0;
    for (; *s && (isalnum((unsigned char)*s) || strchr("_$%", *s)) && n + 1 < WORD_MAX; s++)
        word[n++] = *s;
    word[n] = '\0';
    return skip_space(s);
}

/* NULL if it is something else. */
static char *read_one(char *s, struct operand *o)
{
    char close = *s == '{' ? '}' : *s == '[' ? ']' : 0;
    o->count = 0, o->address = close == ']';
    s = close ? skip_space(s + 1) : s;
    do {
        if (o->count == PAIR || (o->count && *s++ != ','))
            return NULL;
        s = read_name(skip_space(s), o->words[o->count++]);
    } while (close && *s == ',');
    if (!*o->words[0] || (close == '}' && o->count != PAIR) || (close == ']' && o->count != 1))
        return NULL;
    return close ? (*s == close ? skip_space(s + 1) : NULL) : s;
}

/* name.modifier.modifier operand, operand */
static bool read_instruction(char *s, struct instruction *in)
{
    *in = (struct instruction){0};
    s = read_name(s, in->name);
    while (*s == '.' && in->modifier_count < MODIFIERS_MAX)
        s = read_name(s + 1, in->modifiers[in->modifier_count++]);
    while (*s && in->operand_count < OPERANDS_MAX) {
        if (in->operand_count && *s++ != ',')
            return false;
        s = read_one(skip_space(s), &in->operands[in->operand_count++]);
        if (!s)
            return false;
    }
    return !*s && *in->name;
}

/* .reg .f16 low, high */
static void declare(struct reading *r, char *s)
{
    char word[WORD_MAX];
    s = skip_space(s + strlen(".reg"));
    s = *s == '.' ? read_name(s + 1, word) : s;
    const struct type_row *t = find_type(word);
    for (bool more = t != NULL; more && !r->failed; more = *s == ',', s += more) {
        s = read_name(skip_space(s), word);
        add_register(r, word, t->bits * t->lanes);
    }
    r->failed |= !t || *s;
}

static void run_statement(struct reading *r, char *s)
{
    struct instruction in;
    if (!strncmp(s, ".reg", strlen(".reg")))
        declare(r, s);
    else if (read_instruction(s, &in))
        run(r, &in);
    else
        r->failed = true;
}

/* Braces around statements. */
static char *skip_braces(char *s)
{
    while (isspace((unsigned char)*s) || *s == '{' || *s == '}' || *s == ';')
        s++;
    return s;
}

static void run_text(struct reading *r, char *text)
{
    for (char *s = skip_braces(text); *s && !r->failed; s = skip_braces(s)) {
        char *end = strchr(s, ';');
        if (!end) {
            r->failed = true;
            return;
        }
        *end = '\0';
        run_statement(r, s);
        s = end + 1;
    }
}

/* ---- the call -------------------------------------------------------------------------------- */

static LLVMTypeRef output_type(LLVMValueRef call, unsigned i, unsigned outputs)
{
    LLVMTypeRef t = LLVMTypeOf(call);
    return outputs > 1 ? LLVMStructGetTypeAtIndex(t, i) : t;
}

/* "=h,h,1": outputs, and then inputs, of which some begin in the register of an output. What else
 * is changed is memory, if anything. */
static bool bind(struct reading *r, const char *text, size_t length)
{
    char line[TEXT_MAX], *state;
    unsigned operand = 0;
    memcpy(line, text, length);
    line[length] = '\0';
    for (const char *c = line; *c; c++)
        r->outputs += *c == '=';
    for (char *word = strtok_r(line, ",", &state); word; word = strtok_r(NULL, ",", &state)) {
        char name[WORD_MAX];
        snprintf(name, sizeof name, "$%u", r->count);
        if (*word == '~')
            continue;
        if (strchr(word, '*'))
            return false;
        if (*word == '=') {
            LLVMTypeRef t = output_type(r->call, r->count, r->outputs);
            add_register(r, name, bits_of(r, t));
            continue;
        }
        LLVMValueRef v = LLVMGetOperand(r->call, operand++);
        struct reg *reg = add_register(r, name, bits_of(r, LLVMTypeOf(v)));
        unsigned long output = isdigit((unsigned char)*word) ? strtoul(word, NULL, 10) : 0;
        if (isdigit((unsigned char)*word) && output < r->outputs)
            reg = &r->regs[output];
        if (reg)
            reg->value = v;
    }
    return !r->failed && operand == LLVMGetNumArgOperands(r->call);
}

static LLVMValueRef collect(struct reading *r)
{
    LLVMValueRef all = r->outputs > 1 ? LLVMGetPoison(LLVMTypeOf(r->call)) : NULL;
    for (unsigned i = 0; i < r->outputs; i++) {
        LLVMTypeRef t = output_type(r->call, i, r->outputs);
        LLVMValueRef v = r->regs[i].value ? with_type(r, r->regs[i].value, t) : fail(r);
        if (!v)
            return NULL;
        all = r->outputs > 1 ? LLVMBuildInsertValue(r->b, all, v, i, "") : v;
    }
    return all;
}

/* What was built goes if the rest is not understood. */
static void erase_between(LLVMValueRef before, LLVMValueRef call)
{
    for (;;) {
        LLVMValueRef last = LLVMGetPreviousInstruction(call);
        if (!last || last == before)
            return;
        LLVMInstructionEraseFromParent(last);
    }
}

bool prepare_ptx(struct prepare *p, LLVMBuilderRef b, LLVMValueRef call)
{
    LLVMValueRef code = LLVMGetCalledValue(call), before = LLVMGetPreviousInstruction(call);
    struct reading r = {p, b, LLVMGetModuleContext(p->module), call, {{{0}, NULL, 0}}, 0, 0, false};
    char text[TEXT_MAX];
    size_t length, constraints;
    const char *given = LLVMGetInlineAsmAsmString(code, &length),
               *places = LLVMGetInlineAsmConstraintString(code, &constraints);
    if (!target_is_device(p->module) || !length || length >= TEXT_MAX || constraints >= TEXT_MAX)
        return false;
    memcpy(text, given, length);
    text[length] = '\0';
    if (bind(&r, places, constraints))
        run_text(&r, text);
    else
        r.failed = true;
    LLVMValueRef result = r.failed ? NULL : collect(&r);
    if (r.failed) {
        erase_between(before, call);
        return false;
    }
    if (result)
        LLVMReplaceAllUsesWith(call, result);
    LLVMInstructionEraseFromParent(call);
    return true;
}
