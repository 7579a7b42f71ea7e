/* Formats, and rounding to one. */
#include "base/type.h"
#include "rules/emit.h"
#include "truncate/rewrite.h"
#include <string.h>

struct format_row {
    unsigned bits, exponent, significand;
    LLVMTypeKind kind;
};
static const struct format_row formats[] = {{16, 5, 10, LLVMHalfTypeKind},
                                            {32, 8, 23, LLVMFloatTypeKind},
                                            {64, 11, 52, LLVMDoubleTypeKind}};
enum { FORMATS = sizeof formats / sizeof *formats };

static const struct format_row *row_of_bits(unsigned bits)
{
    for (unsigned i = 0; i < FORMATS; i++)
        if (formats[i].bits == bits)
            return &formats[i];
    return NULL;
}

static const struct format_row *row_of_format(const struct truncate_format *f)
{
    for (unsigned i = 0; i < FORMATS; i++)
        if (formats[i].exponent == f->exponent && formats[i].significand == f->significand)
            return &formats[i];
    return NULL;
}

bool truncate_format_of_bits(unsigned bits, struct truncate_format *f)
{
    const struct format_row *row = row_of_bits(bits);
    if (row)
        f->exponent = row->exponent, f->significand = row->significand;
    return row;
}

bool truncate_format_is_narrower(const struct truncate_format *f)
{
    const struct format_row *wide = row_of_bits(f->from);
    return wide && f->exponent >= 2 && f->significand >= 1 && f->exponent <= wide->exponent &&
           f->significand <= wide->significand &&
           (f->exponent < wide->exponent || f->significand < wide->significand);
}

bool truncate_is_wide(const struct truncate_format *f, LLVMTypeRef t)
{
    return LLVMGetTypeKind(emit_scalar_type(t)) == row_of_bits(f->from)->kind;
}

static LLVMTypeRef type_of(const struct format_row *row, LLVMContextRef c)
{
    switch (row->kind) {
    case LLVMHalfTypeKind: return LLVMHalfTypeInContext(c);
    case LLVMFloatTypeKind: return LLVMFloatTypeInContext(c);
    default: return LLVMDoubleTypeInContext(c);
    }
}

LLVMTypeRef format_native(const struct truncate_format *f, LLVMTypeRef t)
{
    const struct format_row *row = row_of_format(f);
    return row ? emit_retype(t, type_of(row, LLVMGetTypeContext(t))) : NULL;
}

LLVMValueRef format_narrow(struct rewrite *w, LLVMValueRef v)
{
    return LLVMBuildFPTrunc(w->b, v, format_native(&w->truncation->format, LLVMTypeOf(v)), "");
}

LLVMValueRef format_widen(struct rewrite *w, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMTypeRef wide = type_of(row_of_bits(w->truncation->format.from), LLVMGetTypeContext(t));
    return LLVMBuildFPExt(w->b, v, emit_retype(t, wide), "");
}

LLVMValueRef format_round(struct rewrite *w, LLVMValueRef v)
{
    if (!format_native(&w->truncation->format, LLVMTypeOf(v)))
        return runtime_is_rounded(v) ? v : runtime_apply(w, "conv", "round", &v, 1, v);
    return format_widen(w, format_narrow(w, v));
}

/* ---- formats as text ---- */

static bool read_number(const char **text, unsigned *n)
{
    const char *start = *text;
    for (*n = 0; **text >= '0' && **text <= '9' && *n < 1000; ++*text)
        *n = *n * 10 + (unsigned)(**text - '0');
    return *text != start;
}

/* The size of a format, or bits of exponent and significand. */
static bool read_format(const char **text, struct truncate_format *f)
{
    unsigned n;
    if (!read_number(text, &n))
        return false;
    if (**text != '-')
        return truncate_format_of_bits(n, f);
    ++*text;
    f->exponent = n;
    return read_number(text, &f->significand);
}

bool truncate_format_read(const char **text, struct truncate_format *f)
{
    *f = (struct truncate_format){0};
    if (!read_format(text, f) || !row_of_format(f) || strncmp(*text, "to", 2))
        return false;
    f->from = row_of_format(f)->bits;
    *text += 2;
    if (!read_format(text, f))
        return false;
    if (**text == ';')
        ++*text;
    return truncate_format_is_narrower(f);
}
