/* Runs the type analysis over all functions of an IR file and compares the answers with the
 * comments in it.
 *
 *   ; copy: 0 double, 8 i32, 16 ptr      what types_of_copy says of the next copy in program order
 *   ; copy: period 24: 0 double, 8 ptr
 *   ; copy: 0 untyped16, 16 ptr              sixteen bytes that the run decides about
 *   ; copy: untyped only double              all bytes; there are no pointers
 *   ; copy: period 8 and rest: 0 double      the size need not be a multiple of the period
 *   ; copy: unknown
 *   ; int x: double                      types_of_int of the value %x: a type, "int" or "unknown"
 * Integers of one copy that touch each other are printed as one run: "8 int8" is eight bytes. With
 * --dump the evidence is printed instead. */
#include "base/arena.h"
#include "facts/types.h"
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>

enum { MAX_FUNCTIONS = 64, MAX_LINES = 64, TEXT = 512 };

struct expected {
    char copies[MAX_LINES][TEXT];
    char ints[MAX_LINES][TEXT];
    unsigned copy_count, int_count;
};

static bool read_expected(const char *path, struct expected *e)
{
    char line[TEXT];
    FILE *f = fopen(path, "r");
    if (!f)
        return false;
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        if (!strncmp(line, "; copy: ", 8) && e->copy_count < MAX_LINES)
            strcpy(e->copies[e->copy_count++], line + 8);
        else if (!strncmp(line, "; int ", 6) && e->int_count < MAX_LINES)
            strcpy(e->ints[e->int_count++], line + 6);
    }
    fclose(f);
    return true;
}

static void append_type(char *out, LLVMTypeRef type)
{
    char *s = LLVMPrintTypeToString(type);
    strncat(out, s, TEXT - strlen(out) - 1);
    LLVMDisposeMessage(s);
}

static void append_only(char *out, LLVMTypeRef type)
{
    if (!type)
        return;
    strncat(out, " only ", TEXT - strlen(out) - 1);
    append_type(out, type);
}

static void append_number(char *out, const char *format, unsigned long long n)
{
    char s[64];
    snprintf(s, sizeof s, format, n);
    strncat(out, s, TEXT - strlen(out) - 1);
}

static unsigned long long int_size(const struct type_elem *e)
{
    return LLVMGetIntTypeWidth(e->type) / 8;
}

static void layout_text(const struct copy_layout *l, char *out)
{
    *out = 0;
    if (l->untyped) {
        strcpy(out, "untyped");
        append_only(out, l->only);
        return;
    }
    if (l->period)
        append_number(out, l->rest ? "period %llu and rest: " : "period %llu: ", l->period);
    for (unsigned i = 0; i < l->count; i++) {
        const struct type_elem *e = &l->elems[i];
        append_number(out, i ? ", %llu " : "%llu ", e->offset);
        if (e->kind == ELEM_UNTYPED) {
            append_number(out, "untyped%llu", e->size);
            append_only(out, e->type);
            continue;
        }
        if (e->kind != ELEM_INT) {
            append_type(out, e->type);
            continue;
        }
        unsigned long long size = int_size(e);
        while (i + 1 < l->count && l->elems[i + 1].kind == ELEM_INT &&
               l->elems[i + 1].offset == e->offset + size)
            size += int_size(&l->elems[++i]);
        append_number(out, "int%llu", size);
    }
}

static bool same(const char *what, const char *name, const char *want, const char *got)
{
    if (!strcmp(want, got))
        return true;
    fprintf(stderr, "%s %s: expected '%s', got '%s'\n", what, name, want, got);
    return false;
}

static bool check_copy(struct types *t, LLVMValueRef inst, const struct expected *e, unsigned index)
{
    struct copy_layout layout;
    const char *why;
    char got[TEXT], name[32];
    if (types_of_copy(t, inst, &layout, &why))
        layout_text(&layout, got);
    else
        snprintf(got, sizeof got, "unknown");
    snprintf(name, sizeof name, "%u", index + 1);
    if (index >= e->copy_count)
        return same("copy", name, "(nothing)", got);
    bool ok = same("copy", name, e->copies[index], got);
    if (!ok && !strcmp(got, "unknown"))
        fprintf(stderr, "  because: %s\n", why);
    return ok;
}

static bool check_int(struct types *t, LLVMValueRef v, const struct expected *e)
{
    size_t n;
    const char *name = LLVMGetValueName2(v, &n);
    bool ok = true;
    for (unsigned i = 0; n && i < e->int_count; i++) {
        char got[TEXT] = "unknown";
        bool known;
        if (strncmp(e->ints[i], name, n) || e->ints[i][n] != ':')
            continue;
        LLVMTypeRef type = types_of_int(t, v, &known);
        if (known)
            strcpy(got, type ? "" : "int");
        if (type)
            append_type(got, type);
        ok &= same("int", name, e->ints[i] + n + 2, got);
    }
    return ok;
}

static bool is_copy(LLVMValueRef i)
{
    size_t n;
    if (!LLVMIsACallInst(i))
        return false;
    const char *name = LLVMGetValueName2(LLVMGetCalledValue(i), &n);
    return strstr(name, "memcpy") || strstr(name, "memmove");
}

static bool check_function(struct types *t, LLVMValueRef fn, const struct expected *e,
                           unsigned *copies)
{
    bool ok = true;
    for (unsigned i = 0; i < LLVMCountParams(fn); i++)
        ok &= check_int(t, LLVMGetParam(fn, i), e);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (is_copy(i))
                ok &= check_copy(t, i, e, (*copies)++);
            ok &= check_int(t, i, e);
        }
    return ok;
}

static bool check_module(LLVMModuleRef m, const struct expected *e, bool dump)
{
    struct arena a;
    LLVMValueRef fns[MAX_FUNCTIONS];
    unsigned count = 0, copies = 0;
    bool ok = true;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f && count < MAX_FUNCTIONS;
         f = LLVMGetNextFunction(f))
        if (LLVMCountBasicBlocks(f))
            fns[count++] = f;
    arena_init(&a);
    struct types *t = types_analyse(
        NULL, &a, m, &(struct types_input){.fns = fns, .fn_count = count, .tbaa = true});
    for (unsigned i = 0; i < count; i++)
        if (dump)
            types_dump(t, fns[i]);
        else
            ok &= check_function(t, fns[i], e, &copies);
    if (!dump && copies < e->copy_count) {
        fprintf(stderr, "%u copies expected, %u found\n", e->copy_count, copies);
        ok = false;
    }
    arena_free(&a);
    return ok;
}

int main(int argc, char **argv)
{
    static struct expected e;
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef m;
    char *message = NULL;
    bool dump = argc > 2 && !strcmp(argv[2], "--dump");
    if (argc < 2 || !read_expected(argv[1], &e) ||
        LLVMCreateMemoryBufferWithContentsOfFile(argv[1], &buffer, &message)) {
        fprintf(stderr, "usage: types_test file.ll [--dump]\n");
        return 2;
    }
    LLVMContextRef c = LLVMContextCreate();
    if (LLVMParseIRInContext(c, buffer, &m, &message)) {
        fprintf(stderr, "%s\n", message);
        return 2;
    }
    bool ok = check_module(m, &e, dump);
    LLVMDisposeModule(m);
    LLVMContextDispose(c);
    return ok ? 0 : 1;
}
