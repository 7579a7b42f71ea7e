/* With --wrap=f, the linker takes references to f for __wrap_f, and references to __real_f for f;
 * with --defsym=f=g, and where a linker script says `f = g;`, it takes f for g. It does so after
 * LTO, when the code is made. A derivative is of what the program calls in the end. Where that is
 * not another symbol (`f = g + 16;`) the function has no body for us.
 *
 * Functions that allocate or free stay what they are: what replaces them does so, too. A reference
 * to f that is left afterwards is one to __real_f: the linker redirects once more. */
#include "redirect.h"
#include "base/arena.h"
#include "bridge/ezb.h"
#include "request/request.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum redirect_kind { REDIRECT_WRAP, REDIRECT_SET, REDIRECT_PROVIDE, REDIRECT_LOST, REDIRECT_NONE };

struct redirection {
    enum redirect_kind kind;
    const char *symbol, *target; /* target: NULL for REDIRECT_LOST */
    const char *real;            /* what refers to the symbol itself, or NULL */
};

typedef void redirect_apply(LLVMModuleRef m, const struct redirection *r);

static bool is_allocator(const char *name)
{
    static const char *const names[] = {
        "realloc",
#define ALLOC(name, ...) name,
#define FREE(name, ...)  name,
#include "rules/alloc.def"
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

static LLVMValueRef find(LLVMModuleRef m, const char *name)
{
    LLVMValueRef v = LLVMGetNamedFunction(m, name);
    v = v ? v : LLVMGetNamedGlobal(m, name);
    return v ? v : LLVMGetNamedGlobalAlias(m, name, strlen(name));
}

/* The symbol, or a declaration of it that is like another one. */
static LLVMValueRef find_or_declare(LLVMModuleRef m, const char *name, LLVMValueRef like)
{
    LLVMValueRef found = find(m, name);
    LLVMTypeRef type = LLVMGlobalGetValueType(like);
    if (found)
        return found;
    return LLVMGetTypeKind(type) == LLVMFunctionTypeKind ? LLVMAddFunction(m, name, type)
                                                         : LLVMAddGlobal(m, type, name);
}

static void replace(LLVMModuleRef m, const char *from, const char *to)
{
    LLVMValueRef symbol = find(m, from);
    if (symbol && LLVMGetFirstUse(symbol))
        ezb_replace_references(symbol, find_or_declare(m, to, symbol));
}

static void lose(LLVMModuleRef m, const char *name)
{
    LLVMValueRef symbol = find(m, name);
    if (symbol && LLVMIsAFunction(symbol) && !LLVMIsDeclaration(symbol))
        ezb_delete_body(symbol);
}

static bool is_defined(LLVMModuleRef m, const char *name)
{
    LLVMValueRef symbol = find(m, name);
    return symbol && !LLVMIsDeclaration(symbol);
}

static void begin(LLVMModuleRef m, const struct redirection *r)
{
    if (r->kind == REDIRECT_LOST)
        lose(m, r->symbol);
    else if (r->kind != REDIRECT_PROVIDE || !is_defined(m, r->symbol))
        replace(m, r->symbol, r->target);
    if (r->real)
        replace(m, r->real, r->symbol);
}

static void end(LLVMModuleRef m, const struct redirection *r)
{
    if (r->real)
        replace(m, r->symbol, r->real);
}

/* The next word of a line, which becomes a text; NULL at its end. */
static const char *next_word(char **line)
{
    char *word = *line, *end = word + strcspn(word, " ");
    *line = *end ? end + 1 : end;
    *end = '\0';
    return *word ? word : NULL;
}

static enum redirect_kind kind_of(const char *word)
{
    static const char *const names[] = {"wrap", "set", "provide", "lost"};
    unsigned k = 0;
    while (k < REDIRECT_NONE && (!word || strcmp(word, names[k]) != 0))
        k++;
    return (enum redirect_kind)k;
}

/* The variable has a line for each symbol: driver/redirections.h. */
static void for_each(LLVMModuleRef m, redirect_apply *apply)
{
    const char *lines = getenv("ENZCC_REDIRECTED");
    struct arena a;
    arena_init(&a);
    for (size_t length; lines && *lines; lines += length + (lines[length] == '\n')) {
        length = strcspn(lines, "\n");
        char *line = arena_strndup(&a, lines, length);
        struct redirection r = {.kind = kind_of(next_word(&line))};
        r.symbol = next_word(&line);
        r.target = next_word(&line);
        r.real = next_word(&line);
        if (r.kind != REDIRECT_NONE && r.symbol && !is_allocator(r.symbol))
            apply(m, &r);
    }
    arena_free(&a);
}

void redirect_begin(LLVMModuleRef m)
{
    if (request_any(m))
        for_each(m, begin);
}

void redirect_end(LLVMModuleRef m)
{
    for_each(m, end);
}
