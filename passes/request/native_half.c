/* A fat object holds bitcode and native code of a unit. Native code that asks for derivatives can
 * only be linked where somebody defines the entry points, which no derivative follows from: it has
 * to be right, not fast. Optimising it and selecting its instructions well would be a fifth of the
 * time that compiling such a unit takes. */
#include "request/read.h"
#include "request/request.h"
#include "rules/registry.h"
#include <stdio.h>
#include <string.h>

#define HINT "enzcc.hint"

static bool is_undefined_entry(LLVMValueRef f)
{
    return LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && entry_role_of(f) != ENTRY_NONE;
}

static bool asks(LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (is_undefined_entry(f))
            return true;
    return false;
}

/* A section that makes GNU linkers print its text where the symbol in its name is referred to.
 * ld.lld drops it. */
static void tell_other_linkers(LLVMModuleRef m, LLVMValueRef entry)
{
    static const char text[] =
        "enzcc replaces this call when it links: link the program with enzcc";
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMValueRef value = LLVMConstStringInContext2(c, text, sizeof text - 1, 0);
    LLVMValueRef hint = LLVMAddGlobal(m, LLVMTypeOf(value), HINT);
    char section[128];
    snprintf(section, sizeof section, ".gnu.warning.%s", LLVMGetValueName(entry));
    LLVMSetInitializer(hint, value);
    LLVMSetLinkage(hint, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(hint, 1);
    LLVMSetSection(hint, section);
    registry_list_add(m, "llvm.compiler.used", &hint, 1);
}

static void leave_as_it_is(LLVMValueRef fn)
{
    static const char *const without[] = {"alwaysinline", "inlinehint", "optsize", "minsize"},
                             *const with[] = {"optnone", "noinline"};
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        LLVMRemoveEnumAttributeAtIndex(
            fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
            LLVMGetEnumAttributeKindForName(without[i], strlen(without[i])));
    for (size_t i = 0; i < sizeof with / sizeof *with; i++)
        LLVMAddAttributeAtIndex(
            fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName(with[i], strlen(with[i])),
                                    0));
}

enum { BLOCK_LENGTH = 512 };

static bool is_at_start(LLVMValueRef v)
{
    return LLVMIsAPHINode(v) || LLVMIsAAllocaInst(v);
}

/* The code generator keeps a constant in one register for a whole block, and looks at all its uses
 * at each of them: that takes time in the square of a block's length. */
static void cut_blocks(LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef v = LLVMGetFirstInstruction(b);
        for (unsigned n = 0; v && (n < BLOCK_LENGTH || is_at_start(v)); n++)
            v = LLVMGetNextInstruction(v);
        if (v && !LLVMIsATerminatorInst(v)) /* a call may have to stay right in front of it */
            ezb_split_block_before(v, "");
    }
}

bool request_native_half(EzbCtx *cx, LLVMModuleRef m)
{
    if (!asks(m))
        return false;
    bool told = LLVMGetNamedGlobal(m, HINT);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        if (is_undefined_entry(f) && !told)
            tell_other_linkers(m, f);
        if (LLVMIsDeclaration(f))
            continue;
        ezb_run_function_passes(cx, f, "sroa<modify-cfg>", NULL);
        cut_blocks(f);
        leave_as_it_is(f);
    }
    return true;
}
