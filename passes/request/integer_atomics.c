/* Atomic operations of the C++ libraries that are on integers get a note that says so.
 *
 * A count or a flag may be in one block of memory with active values: of a shared_ptr, or of what a
 * future waits for. Where the types of such a block are not known, neither is it known that an
 * exchange there moves no bits of a number. The names of the library's functions
 * tell, but only until these are inlined: so the note is made when the unit is compiled, and when
 * units are linked. */
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

static bool inline_parts(EzbCtx *cx, LLVMValueRef fn)
{
    LLVMValueRef part;
    bool any = false;
    while ((part = first_part(fn)) && !ezb_inline_call(cx, part))
        any = true;
    return any;
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

bool record_integer_atomics(EzbCtx *cx, LLVMValueRef fn)
{
    if (!begins_with_one_of(fn, integers, sizeof integers / sizeof *integers))
        return false;
    bool inlined = inline_parts(cx, fn);
    return note_in(fn) || inlined;
}

void request_note_integers(EzbCtx *cx, LLVMModuleRef m)
{
    for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn; fn = LLVMGetNextFunction(fn))
        record_integer_atomics(cx, fn);
}
