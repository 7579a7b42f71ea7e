/* Constants of the text that reads like C, and what C has no words for. */
#include "ir/text.h"
#include "listing/c.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *listing_as_llvm(struct listed *c, LLVMValueRef v)
{
    char *text = arena_strdup(c->all->arena, text_value(c->all->arena, v)), *from = text,
         *to = text;
    from += strspn(from, " ");
    for (; *from && *from != '\n'; from++)
        *to++ = *from == '"' || *from == '\\' ? '\'' : *from;
    *to = '\0';
    return arena_printf(c->all->arena, "LLVM(\"%s\")", text);
}

/* "i128 -8", of which C has the numbers that 64 bits hold. */
static const char *wide_integer_text(struct listed *c, LLVMValueRef v)
{
    static const char most[] = "9223372036854775807";
    const char *text = text_value(c->all->arena, v), *blank = strchr(text, ' ');
    const char *number = blank ? blank + 1 : "";
    size_t length = strlen(number), digits = strspn(number, "-0123456789");
    bool fits =
        length < sizeof most - 1 || (length == sizeof most - 1 && strcmp(number, most) <= 0);
    return *number && digits == length && fits ? number : listing_as_llvm(c, v);
}

static const char *integer_text(struct listed *c, LLVMValueRef v)
{
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    if (width > 64)
        return wide_integer_text(c, v);
    if (width == 1)
        return LLVMConstIntGetZExtValue(v) ? "true" : "false";
    long long n = LLVMConstIntGetSExtValue(v);
    if (width < 32 || n > INT32_MAX || n < INT32_MIN)
        return arena_printf(c->all->arena, "%lluu", LLVMConstIntGetZExtValue(v));
    return arena_printf(c->all->arena, "%lld", n);
}

static const char *real_text(struct listed *c, LLVMValueRef v)
{
    LLVMBool lost;
    double x = LLVMConstRealGetDouble(v, &lost);
    bool single = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMFloatTypeKind;
    if (lost)
        return listing_as_llvm(c, v);
    if (isnan(x) || isinf(x))
        return isnan(x) ? "NAN" : x > 0 ? "INFINITY" : "-INFINITY";
    char *text = arena_printf(c->all->arena, "%.15g", x);
    if (strtod(text, NULL) != x)
        text = arena_printf(c->all->arena, "%.17g", x);
    return arena_printf(c->all->arena, "%s%s%s", text, strpbrk(text, ".en") ? "" : ".0",
                        single ? "f" : "");
}

static const char *constant_expression(struct listed *c, LLVMValueRef v)
{
    switch (LLVMGetConstOpcode(v)) {
    case LLVMGetElementPtr: return listing_address(c, v);
    case LLVMIntToPtr:
    case LLVMPtrToInt:
        return arena_printf(c->all->arena, "(%s)%s", listing_type(c->all, LLVMTypeOf(v)),
                            listing_operand(c, LLVMGetOperand(v, 0), true));
    default: return listing_as_llvm(c, v);
    }
}

enum { PARTS_MAX = 16 }; /* of constants that are written out */

static const char *parts_text(struct listed *c, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    bool vector = kind == LLVMVectorTypeKind;
    unsigned n = kind == LLVMStructTypeKind  ? LLVMCountStructElementTypes(t)
                 : kind == LLVMArrayTypeKind ? (unsigned)LLVMGetArrayLength2(t)
                 : vector                    ? LLVMGetVectorSize(t)
                                             : 0;
    const char *text = arena_printf(c->all->arena, "(%s){", listing_type(c->all, LLVMTypeOf(v)));
    for (unsigned i = 0; i < n && n <= PARTS_MAX; i++)
        text = arena_printf(c->all->arena, "%s%s%s", text, i ? ", " : "",
                            listing_operand(c, LLVMGetAggregateElement(v, i), false));
    return n && n <= PARTS_MAX ? arena_printf(c->all->arena, "%s}", text) : listing_as_llvm(c, v);
}

const char *listing_constant(struct listed *c, LLVMValueRef v)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
    if (LLVMIsAGlobalValue(v))
        return LLVMIsAFunction(v)
                   ? arena_printf(c->all->arena, "(char *)%s", listing_global(c->all, v))
                   : listing_global(c->all, v);
    if (LLVMIsAConstantInt(v))
        return integer_text(c, v);
    if (LLVMIsAConstantFP(v) && kind != LLVMVectorTypeKind)
        return real_text(c, v);
    if (LLVMIsAConstantPointerNull(v))
        return "NULL";
    if (LLVMIsUndef(v) || LLVMIsPoison(v) || LLVMIsAConstantAggregateZero(v))
        return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind
                   ? arena_printf(c->all->arena, "(%s){0}", listing_type(c->all, LLVMTypeOf(v)))
                   : "0";
    if (LLVMIsAConstantExpr(v))
        return constant_expression(c, v);
    return parts_text(c, v);
}
