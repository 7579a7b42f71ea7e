/* Protected are functions that the unit registers (rules, inactive ones, allocators), and functions
 * of library names that have a body here. A definition that may be replaced at the link (weak) is
 * what no interprocedural pass looks into; so that they are, as long as the unit is being
 * optimised, and not inlined. What was changed is in a string attribute. */
#include "rules/protect.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include <string.h>

#define NOTE "enzcc-protected"

/* Letters of the note: what to give back. */
enum {
    WAS_EXTERNAL = 'e',
    WAS_INTERNAL = 'i',
    WAS_PRIVATE = 'p',
    WAS_INLINED = 'a',
    WAS_INLINABLE = 'n'
};

static unsigned kind_of(const char *name)
{
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static bool has(LLVMValueRef fn, const char *name)
{
    return LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                       kind_of(name)) != NULL;
}

static void drop(LLVMValueRef fn, const char *name)
{
    LLVMRemoveEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                   kind_of(name));
}

static void add(LLVMValueRef fn, const char *name)
{
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(c, kind_of(name), 0));
}

static LLVMAttributeRef note_of(LLVMValueRef fn)
{
    return LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, NOTE,
                                         sizeof NOTE - 1);
}

/* Linkage of a definition that other passes take for the final one. */
static char linkage_letter(LLVMValueRef fn)
{
    switch (LLVMGetLinkage(fn)) {
    case LLVMExternalLinkage: return WAS_EXTERNAL;
    case LLVMInternalLinkage: return WAS_INTERNAL;
    case LLVMPrivateLinkage: return WAS_PRIVATE;
    default: return 0; /* may be replaced already */
    }
}

static void protect(LLVMValueRef fn)
{
    char note[4] = "";
    size_t n = 0;
    if (note_of(fn) || LLVMGetIntrinsicID(fn))
        return;
    if (LLVMIsDeclaration(fn)) {
        add(fn, "nobuiltin"); /* the call stays a call of this name */
        return;
    }
    if (linkage_letter(fn)) {
        note[n++] = linkage_letter(fn);
        LLVMSetLinkage(fn, LLVMWeakAnyLinkage);
    }
    if (has(fn, "alwaysinline")) {
        note[n++] = WAS_INLINED;
        drop(fn, "alwaysinline");
    }
    if (!has(fn, "noinline")) {
        note[n++] = WAS_INLINABLE;
        add(fn, "noinline");
    }
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(c, NOTE, sizeof NOTE - 1, note, (unsigned)n));
}

static void protect_mentioned(void *user, LLVMValueRef fn, enum registry_role role)
{
    bool *changed = user;
    if (role != REGISTRY_PRIMAL)
        return;
    protect(fn);
    *changed = true;
}

/* The unit calls a derivative or registers something. */
static bool is_about_derivatives(LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (strstr(LLVMGetValueName(f), "__enzyme_"))
            return true;
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        if (registry_is_registration(g))
            return true;
    return false;
}

bool protect_begin(LLVMModuleRef m, const char *const *inactive)
{
    bool changed = false, about = is_about_derivatives(m);
    registry_mentions(m, protect_mentioned, &changed);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        bool local =
            LLVMGetLinkage(f) == LLVMInternalLinkage; /* a static fmax of a unit without derivatives
                                                         stays as fast as it was */
        bool library = !LLVMIsDeclaration(f) && (about || !local) && rule_is_library_function(f);
        if (library || (!LLVMIsDeclaration(f) && registry_name_matches(f, inactive))) {
            protect(f);
            changed = true;
        }
    }
    return changed;
}

static void restore(LLVMValueRef fn, const char *note)
{
    for (; *note; note++)
        switch (*note) {
        case WAS_EXTERNAL: LLVMSetLinkage(fn, LLVMExternalLinkage); break;
        case WAS_INTERNAL: LLVMSetLinkage(fn, LLVMInternalLinkage); break;
        case WAS_PRIVATE: LLVMSetLinkage(fn, LLVMPrivateLinkage); break;
        case WAS_INLINED: add(fn, "alwaysinline"); break;
        case WAS_INLINABLE: drop(fn, "noinline"); break;
        default: break;
        }
}

bool protect_end(LLVMModuleRef m)
{
    bool changed = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        LLVMAttributeRef a = note_of(f);
        unsigned n;
        if (!a)
            continue;
        restore(f, LLVMGetStringAttributeValue(a, &n));
        LLVMRemoveStringAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, NOTE,
                                         sizeof NOTE - 1);
        changed = true;
    }
    return changed;
}
