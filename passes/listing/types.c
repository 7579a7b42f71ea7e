/* Types and names of the text that reads like C. */
#include "base/target.h"
#include "listing/c.h"
#include <ctype.h>
#include <string.h>

const char *listing_identifier(struct listing *l, const char *name)
{
    char *text = arena_printf(l->arena, "%s%s", isdigit((unsigned char)*name) ? "_" : "", name);
    for (char *at = text; *at; at++)
        if (!isalnum((unsigned char)*at))
            *at = '_';
    return text;
}

/* ---- types ---- */

static const char *integer(struct listing *l, unsigned bits)
{
    if (bits == 1)
        return "bool";
    if (bits == 8 || bits == 16 || bits == 32 || bits == 64)
        return arena_printf(l->arena, "uint%u_t", bits);
    return bits == 128 ? "unsigned __int128" : arena_printf(l->arena, "unsigned _BitInt(%u)", bits);
}

static unsigned parts_of(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMStructTypeKind: return LLVMCountStructElementTypes(t);
    case LLVMArrayTypeKind: return LLVMGetArrayLength2(t) > 0;
    default: return 1;
    }
}

static LLVMTypeRef part_of(LLVMTypeRef t, unsigned i)
{
    return LLVMGetTypeKind(t) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(t, i)
                                                    : LLVMGetElementType(t);
}

static const char *aggregate(struct listing *l, LLVMTypeRef t)
{
    unsigned id = map_get_id(&l->seen, t);
    if (id == MAP_NO_ID) {
        for (unsigned i = 0; i < parts_of(t); i++)
            listing_type(l, part_of(t, i));
        id = l->aggregates.count;
        VEC_PUSH(l->arena, &l->aggregates, t);
        map_put_id(&l->seen, t, id);
    }
    return arena_printf(
        l->arena, LLVMGetTypeKind(t) == LLVMVectorTypeKind ? "vector%u" : "struct parts%u", id);
}

const char *listing_type(struct listing *l, LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMVoidTypeKind: return "void";
    case LLVMHalfTypeKind: return "_Float16";
    case LLVMBFloatTypeKind: return "__bf16";
    case LLVMFloatTypeKind: return "float";
    case LLVMDoubleTypeKind: return "double";
    case LLVMX86_FP80TypeKind: return "long double";
    case LLVMFP128TypeKind: return "__float128";
    case LLVMIntegerTypeKind: return integer(l, LLVMGetIntTypeWidth(t));
    case LLVMPointerTypeKind: return "char *";
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind: return aggregate(l, t);
    default: return "LLVM_TYPE";
    }
}

const char *listing_declaration(struct listing *l, LLVMTypeRef t, const char *name)
{
    const char *type = listing_type(l, t);
    return arena_printf(l->arena, "%s%s%s", type, type[strlen(type) - 1] == '*' ? "" : " ", name);
}

static void print_members(struct listing *l, FILE *out, LLVMTypeRef t)
{
    fprintf(out, " {");
    for (unsigned i = 0; i < parts_of(t); i++)
        fprintf(out, " %s%s;",
                listing_declaration(l, part_of(t, i), arena_printf(l->arena, "p%u", i)),
                LLVMGetTypeKind(t) == LLVMArrayTypeKind
                    ? arena_printf(l->arena, "[%llu]", (unsigned long long)LLVMGetArrayLength2(t))
                    : "");
    fprintf(out, " };\n");
}

void listing_print_types(struct listing *l, FILE *out)
{
    for (unsigned i = 0; i < l->aggregates.count; i++) {
        LLVMTypeRef t = l->aggregates.items[i];
        if (LLVMGetTypeKind(t) == LLVMVectorTypeKind) {
            fprintf(out, "typedef %s vector%u __attribute__((ext_vector_type(%u)));\n",
                    listing_type(l, LLVMGetElementType(t)), i, LLVMGetVectorSize(t));
            continue;
        }
        fprintf(out, "struct parts%u", i);
        print_members(l, out, t);
    }
}

/* ---- functions and variables ---- */

const char *listing_global(struct listing *l, LLVMValueRef global)
{
    const char *name = map_get(&l->names, global);
    if (name)
        return name;
    name = map_get(&l->seen, global);
    if (!name) {
        name = LLVMGetValueName(global);
        name = *name ? listing_identifier(l, name)
                     : arena_printf(l->arena, "constant%u", l->externals.count);
        map_put(&l->seen, global, (void *)(uintptr_t)name);
        VEC_PUSH(l->arena, &l->externals, global);
    }
    return name;
}

/* <math.h> declares it with pointers to other types than char. */
static bool is_standard(LLVMValueRef fn)
{
    static const char *const names[] = {"frexp", "lgamma_r", "modf", "remquo", "sincos"};
    const char *name = LLVMGetValueName(fn);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);
        if (!strncmp(name, names[i], length) && strlen(name) <= length + 1)
            return true;
    }
    return false;
}

static void print_prototype(struct listing *l, FILE *out, LLVMValueRef fn)
{
    LLVMTypeRef t = LLVMGlobalGetValueType(fn);
    unsigned n = LLVMCountParams(fn);
    fprintf(out, "extern %s(", listing_declaration(l, LLVMGetReturnType(t), listing_global(l, fn)));
    for (unsigned k = 0; k < n; k++)
        fprintf(out, "%s%s", k ? ", " : "", listing_type(l, LLVMTypeOf(LLVMGetParam(fn, k))));
    fprintf(out, "%s);\n", LLVMIsFunctionVarArg(t) ? ", ..." : n ? "" : "void");
}

void listing_print_externals(struct listing *l, FILE *out)
{
    for (unsigned i = 0; i < l->externals.count; i++) {
        LLVMValueRef g = l->externals.items[i];
        if (!LLVMIsAFunction(g))
            fprintf(out, "extern char %s[];\n", listing_global(l, g));
        else if (!is_standard(g))
            print_prototype(l, out, g);
    }
}
