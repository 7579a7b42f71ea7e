/* Names may be exchanged: all that change are taken away before any is given. */
#include "symbols.h"
#include <llvm-c/Comdat.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct edit {
    LLVMValueRef symbol;
    const char *name;
    char binding;
};

static char *fail(const char *path)
{
    fprintf(stderr, "enzcc: error: cannot read the list of symbols '%s'\n", path ? path : "");
    exit(1);
}

static char *read_file(const char *path)
{
    FILE *file = path ? fopen(path, "rb") : NULL;
    size_t size = 0, room = 4096;
    char *text = malloc(room);
    while (file && text && (size += fread(text + size, 1, room - size - 1, file)) == room - 1)
        text = realloc(text, room *= 2);
    if (!file || !text || ferror(file))
        return fail(path);
    fclose(file);
    text[size] = '\0';
    return text;
}

static LLVMValueRef find(LLVMModuleRef m, const char *name)
{
    LLVMValueRef v = LLVMGetNamedFunction(m, name);
    v = v ? v : LLVMGetNamedGlobal(m, name);
    v = v ? v : LLVMGetNamedGlobalAlias(m, name, strlen(name));
    return v ? v : LLVMGetNamedGlobalIFunc(m, name, strlen(name));
}

static void bind(const struct edit *e)
{
    LLVMLinkage linkage = LLVMGetLinkage(e->symbol);
    bool declared = LLVMIsDeclaration(e->symbol);
    bool local = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
    if (e->binding == 'l' && !declared && !local) {
        LLVMSetLinkage(e->symbol, LLVMInternalLinkage);
        LLVMSetVisibility(e->symbol, LLVMDefaultVisibility);
        if (!LLVMIsAGlobalAlias(e->symbol) && !LLVMIsAGlobalIFunc(e->symbol))
            LLVMSetComdat(e->symbol, NULL);
    }
    if (e->binding == 'g' && !declared)
        LLVMSetLinkage(e->symbol, LLVMExternalLinkage);
    if (e->binding == 'w')
        LLVMSetLinkage(e->symbol, declared ? LLVMExternalWeakLinkage : LLVMWeakAnyLinkage);
}

static void drop(LLVMValueRef declaration)
{
    if (LLVMIsAFunction(declaration))
        LLVMDeleteFunction(declaration);
    else
        LLVMDeleteGlobal(declaration);
}

/* Whoever has the name already is the same symbol; one of the two may have a body. */
static void name(LLVMModuleRef m, const struct edit *e)
{
    LLVMValueRef other = find(m, e->name);
    if (other && LLVMIsDeclaration(e->symbol)) {
        LLVMReplaceAllUsesWith(e->symbol, other);
        drop(e->symbol);
        return;
    }
    if (other && LLVMIsDeclaration(other)) {
        LLVMReplaceAllUsesWith(other, e->symbol);
        drop(other);
    }
    LLVMSetValueName2(e->symbol, e->name, strlen(e->name));
}

/* The next word, which becomes a text; NULL at the end. */
static char *next_word(char **rest)
{
    static const char space[] = " \n";
    char *word = *rest + strspn(*rest, space);
    *rest = word + strcspn(word, space);
    if (**rest)
        *(*rest)++ = '\0';
    return *word ? word : NULL;
}

static bool next_edit(LLVMModuleRef m, char **rest, struct edit *e)
{
    const char *old = next_word(rest), *new = next_word(rest), *binding = next_word(rest);
    if (!binding)
        return false;
    *e = (struct edit){find(m, old), new, *binding};
    return true;
}

int symbols_edit(LLVMModuleRef m, const char *path)
{
    char *text = read_file(path), *rest = text;
    size_t count = 0;
    for (const char *at = text; *at; at++)
        count += *at == '\n';
    struct edit *edits = calloc(count + 1, sizeof *edits);
    if (!edits)
        fail(path);
    count = 0;
    while (next_edit(m, &rest, &edits[count]))
        count += edits[count].symbol != NULL;
    for (size_t i = 0; i < count; i++)
        LLVMSetValueName2(edits[i].symbol, "", 0);
    for (size_t i = 0; i < count; i++) {
        bind(&edits[i]);
        name(m, &edits[i]);
    }
    free(edits);
    free(text);
    return 1;
}
