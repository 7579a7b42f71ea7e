/* Functions that a unit was kept with have an attribute that names their sanitizers, by letters.
 * Others with the attribute of a sanitizer have their checks already. */
#include "base/sanitize.h"
#include <string.h>

static const char later[] = "enzcc-sanitize";
static const struct {
    const char *attribute;
    char letter;
    unsigned sanitizer;
} sanitizers[] = {{"sanitize_address", 'a', EZB_ADDRESS_SANITIZER},
                  {"sanitize_thread", 't', EZB_THREAD_SANITIZER}};

enum { SANITIZERS = sizeof sanitizers / sizeof *sanitizers };
static const char recovers = 'r'; /* beside the others: the program goes on after an error */
static const LLVMAttributeIndex function = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

static unsigned kind_of(unsigned which)
{
    const char *name = sanitizers[which].attribute;
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static LLVMAttributeRef note_of(LLVMValueRef fn)
{
    return LLVMGetStringAttributeAtIndex(fn, function, later, sizeof later - 1);
}

static bool is_noted(LLVMValueRef fn, char letter)
{
    unsigned size = 0;
    const char *letters = note_of(fn) ? LLVMGetStringAttributeValue(note_of(fn), &size) : "";
    return memchr(letters, letter, size) != NULL;
}

static void note(LLVMModuleRef m, LLVMValueRef fn, const char *letters)
{
    LLVMAddAttributeAtIndex(fn, function,
                            LLVMCreateStringAttribute(LLVMGetModuleContext(m), later,
                                                      sizeof later - 1, letters,
                                                      (unsigned)strlen(letters)));
}

bool sanitize_later(LLVMModuleRef m, const struct enz_options *o)
{
    bool any = false;
    for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn; fn = LLVMGetNextFunction(fn)) {
        char letters[SANITIZERS + 2], *end = letters;
        for (unsigned i = 0; i < SANITIZERS && !LLVMIsDeclaration(fn); i++)
            if (LLVMGetEnumAttributeAtIndex(fn, function, kind_of(i)))
                *end++ = sanitizers[i].letter;
        if (end == letters)
            continue;
        if (o->asan_recover)
            *end++ = recovers;
        *end = '\0';
        note(m, fn, letters);
        any = true;
    }
    return any;
}

void sanitize_like(LLVMValueRef fn, LLVMValueRef like)
{
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    if (!note_of(like))
        return;
    LLVMAddAttributeAtIndex(fn, function, note_of(like));
    for (unsigned i = 0; i < SANITIZERS; i++)
        if (is_noted(like, sanitizers[i].letter))
            LLVMAddAttributeAtIndex(fn, function, LLVMCreateEnumAttribute(c, kind_of(i), 0));
}

bool sanitize_any(LLVMModuleRef m)
{
    for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn; fn = LLVMGetNextFunction(fn))
        if (note_of(fn))
            return true;
    return false;
}

bool sanitize_program(EzbCtx *cx, LLVMModuleRef m)
{
    unsigned all = 0;
    bool recover = false;
    for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn; fn = LLVMGetNextFunction(fn)) {
        for (unsigned i = 0; i < SANITIZERS; i++)
            if (!note_of(fn))
                LLVMRemoveEnumAttributeAtIndex(fn, function, kind_of(i));
            else if (is_noted(fn, sanitizers[i].letter))
                all |= sanitizers[i].sanitizer;
        recover |= is_noted(fn, recovers);
    }
    if (all)
        ezb_sanitize(cx, all, recover);
    return all != 0;
}
