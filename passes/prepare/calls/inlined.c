/* Calls that the compiler inlined before anybody said that they mean something to differentiation.
 *
 * A unit that does not know of a rule may have inlined the function; at the link there is no call
 * left to obey it. What remains is where the instructions come from: a source location in the
 * function, inlined at another. */
#include "prepare/calls/calls.h"
#include <string.h>

static LLVMMetadataRef operand(LLVMContextRef c, LLVMMetadataRef node, unsigned k)
{
    LLVMValueRef v = LLVMMetadataAsValue(c, node), operands[16];
    unsigned n = LLVMGetMDNodeNumOperands(v);
    if (k >= n || n > sizeof operands / sizeof *operands)
        return NULL;
    LLVMGetMDNodeOperands(v, operands);
    return operands[k] ? LLVMValueAsMetadata(operands[k]) : NULL;
}

/* The function a scope is in. Blocks: {file, scope, ...}. */
static LLVMMetadataRef subprogram_of(LLVMContextRef c, LLVMMetadataRef scope)
{
    while (scope && LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind) {
        LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
        bool block =
            kind == LLVMDILexicalBlockMetadataKind || kind == LLVMDILexicalBlockFileMetadataKind;
        scope = block ? operand(c, scope, 1) : NULL;
    }
    return scope;
}

static bool has_note(LLVMValueRef fn, const char *name)
{
    return LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name,
                                         (unsigned)strlen(name));
}

/* Calls of it count: by a rule of its own for the mode, or by what else was said of it. */
static bool is_noted(LLVMValueRef fn, enum rule_mode mode)
{
    static const char *const notes[] = {"enzyme_inactive", "enzyme_math", "enzyme_allocator",
                                        "enzyme_deallocator"};
    bool found = rule_is_custom(fn, mode);
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        found |= has_note(fn, notes[i]);
    return found;
}

static void find_noted(struct prepare *p)
{
    map_init(&p->noted, p->arena);
    p->noted_known = true;
    for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f))
        if (LLVMGetSubprogram(f) && is_noted(f, p->mode))
            map_put(&p->noted, LLVMGetSubprogram(f), f);
}

/* The functions that an instruction came from. */
static void check(struct prepare *p, LLVMValueRef inst, const char *user, struct map *said)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(inst);
    for (; loc && LLVMDILocationGetInlinedAt(loc); loc = LLVMDILocationGetInlinedAt(loc)) {
        LLVMMetadataRef subprogram = subprogram_of(c, LLVMDILocationGetScope(loc));
        LLVMValueRef fn = subprogram ? map_get(&p->noted, subprogram) : NULL;
        if (!fn || map_get(said, fn))
            continue;
        diag(p->diags, DIAG_RULE_INLINED, fn, diag_name(p->diags, fn), user);
        map_put(said, fn, fn);
    }
}

unsigned prepare_check_inlined(struct prepare *p, LLVMValueRef clone)
{
    struct map said;
    if (!p->noted_known)
        find_noted(p);
    map_init(&said, p->arena);
    const char *user = p->noted.count ? diag_name(p->diags, prepare_original(p, clone)) : NULL;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(clone); b && p->noted.count;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            check(p, i, user, &said);
    return 0;
}
