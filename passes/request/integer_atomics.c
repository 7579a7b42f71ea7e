/* Atomic operations of the C++ libraries that are on integers get a note that says so.
 *
 * A count or a flag may be in one block of memory with active values: of a shared_ptr, or of what a
 * future waits for. Where the types of such a block are not known, neither is it known that an
 * exchange there moves no bits of a number. The names of the library's functions
 * tell, but only until these are inlined: so the note is made when the unit is compiled, and once
 * more when units are linked, for what other functions do for these. */
#include "ir/marks.h"
#include "ir/notes.h"
#include "request/read.h"
#include "request/request.h"
#include <string.h>

static const char *const integers[] = {
#define INTEGERS(prefix) prefix,
#define PART(prefix)
#include "request/integer_atomics.def"
#undef INTEGERS
#undef PART
};
static const char *const parts[] = {
#define INTEGERS(prefix)
#define PART(prefix) prefix,
#include "request/integer_atomics.def"
#undef INTEGERS
#undef PART
};

static bool begins_with_one_of(LLVMValueRef fn, const char *const *prefixes, size_t n)
{
    const char *name = LLVMGetValueName(fn);
    bool found = false;
    for (size_t i = 0; i < n && !found; i++)
        found = !strncmp(name, prefixes[i], strlen(prefixes[i]));
    return found && !LLVMIsDeclaration(fn);
}

/* A call of what does a part of the function's work. */
static bool is_part(LLVMValueRef inst)
{
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return callee && LLVMIsAFunction(callee) &&
           begins_with_one_of(callee, parts, sizeof parts / sizeof *parts);
}

static LLVMValueRef first_part(LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (is_part(v))
                return v;
    return NULL;
}

static void inline_parts(EzbCtx *cx, LLVMValueRef fn)
{
    LLVMValueRef part;
    do
        part = first_part(fn);
    while (part && !ezb_inline_call(cx, part));
}

static bool is_atomic(LLVMValueRef inst)
{
    bool access = LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst);
    return LLVMIsAAtomicRMWInst(inst) || LLVMIsAAtomicCmpXchgInst(inst) ||
           (access && LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic);
}

static bool note_in(LLVMValueRef fn)
{
    bool any = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (is_atomic(v)) {
                mark_put(v, ATOMIC_INTEGER);
                any = true;
            }
    return any;
}

static bool is_always_inlined(LLVMValueRef fn)
{
    static const char name[] = "alwaysinline";
    return LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                       LLVMGetEnumAttributeKindForName(name, sizeof name - 1));
}

static LLVMValueRef noted_part(EzbCtx *cx, LLVMValueRef part);

static bool note_with_parts(EzbCtx *cx, LLVMValueRef fn)
{
    bool any = note_in(fn);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
            LLVMValueRef noted = is_part(v) ? noted_part(cx, LLVMGetCalledValue(v)) : NULL;
            if (noted)
                LLVMSetOperand(v, (unsigned)LLVMGetNumOperands(v) - 1, noted);
            any |= noted != NULL;
        }
    return any;
}

/* A part of which clang will inline each call: a copy of it has the notes, which is inlined in its
 * place, so that native code stays what it is. */
static LLVMValueRef noted_part(EzbCtx *cx, LLVMValueRef part)
{
    static const char suffix[] = ".enz.integers";
    char name[512];
    size_t n;
    const char *own = LLVMGetValueName2(part, &n);
    if (n + sizeof suffix > sizeof name || !is_always_inlined(part))
        return NULL;
    memcpy(name, own, n);
    memcpy(name + n, suffix, sizeof suffix);
    LLVMValueRef copy = LLVMGetNamedFunction(LLVMGetGlobalParent(part), name);
    if (copy)
        return copy;
    copy = ezb_clone_function(cx, part, name);
    note_with_parts(cx, copy);
    return copy;
}

static bool is_of_integers(LLVMValueRef fn)
{
    return begins_with_one_of(fn, integers, sizeof integers / sizeof *integers);
}

bool record_integer_atomics(EzbCtx *cx, LLVMValueRef fn)
{
    return is_of_integers(fn) && note_with_parts(cx, fn);
}

void request_note_integers(EzbCtx *cx, LLVMModuleRef m)
{
    for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn; fn = LLVMGetNextFunction(fn)) {
        if (!is_of_integers(fn))
            continue;
        inline_parts(cx, fn);
        note_in(fn);
    }
}
