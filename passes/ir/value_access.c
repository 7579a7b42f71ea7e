/* Marks on accesses to floating-point values: see the header. */
#include "ir/value_access.h"
#include <string.h>

struct format {
    const char *name, *root; /* the name is that which clang gives it in TBAA */
};

static const struct format *format_of(LLVMTypeKind kind)
{
    static const struct format formats[] = {
        [LLVMFloatTypeKind] = {"float", "enzcc float"},
        [LLVMDoubleTypeKind] = {"double", "enzcc double"},
        [LLVMX86_FP80TypeKind] = {"long double", "enzcc long double"},
    };
    bool is =
        kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind;
    return is ? &formats[kind] : NULL;
}

/* What the calling convention takes from or gives to memory: a union may pass as its first member.
 */
static bool is_passed(LLVMValueRef access)
{
    LLVMValueRef v = LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access;
    if (LLVMIsAStoreInst(access))
        return LLVMIsAArgument(v) || LLVMIsACallInst(v) || LLVMIsAInvokeInst(v) ||
               LLVMIsAExtractValueInst(v);
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsACallInst(user) || LLVMIsAInvokeInst(user) || LLVMIsAReturnInst(user) ||
            LLVMIsAInsertValueInst(user))
            return true;
    }
    return false;
}

/* The accessed type of a tag has this name. */
static bool names(LLVMValueRef tag, const char *name)
{
    LLVMValueRef parts[4], type[3];
    unsigned length, n = LLVMGetMDNodeNumOperands(tag);
    if (n < 3 || n > 4)
        return false;
    LLVMGetMDNodeOperands(tag, parts);
    if (!parts[1] || !LLVMIsAMDNode(parts[1]) || LLVMGetMDNodeNumOperands(parts[1]) != 3)
        return false;
    LLVMGetMDNodeOperands(parts[1], type);
    if (!type[0] || !LLVMIsAMDString(type[0]))
        return false;
    const char *text = LLVMGetMDString(type[0], &length);
    return length == strlen(name) && !memcmp(text, name, length);
}

/* The access is one to anything, as is one to a member of a union. */
static bool says_nothing(LLVMValueRef tag)
{
    return !tag || names(tag, "omnipotent char");
}

bool value_access_is(LLVMValueRef access)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(access));
    LLVMValueRef tag = LLVMGetMetadata(access, LLVMGetMDKindIDInContext(c, "tbaa", 4));
    return tag && (names(tag, "float") || names(tag, "double") || names(tag, "long double"));
}

bool value_access_may_be_vtable(LLVMValueRef load)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(load));
    LLVMValueRef tag = LLVMGetMetadata(load, LLVMGetMDKindIDInContext(c, "tbaa", 4));
    return says_nothing(tag) || names(tag, "vtable pointer");
}

static LLVMMetadataRef string(LLVMContextRef c, const char *s)
{
    return LLVMMDStringInContext2(c, s, strlen(s));
}

static LLVMValueRef tag_of(LLVMContextRef c, const struct format *f)
{
    LLVMMetadataRef zero = LLVMValueAsMetadata(LLVMConstInt(LLVMInt64TypeInContext(c), 0, 0));
    LLVMMetadataRef root = string(c, f->root);
    LLVMMetadataRef type[] = {string(c, f->name), LLVMMDNodeInContext2(c, &root, 1), zero};
    LLVMMetadataRef scalar = LLVMMDNodeInContext2(c, type, 3), tag[] = {scalar, scalar, zero};
    return LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, tag, 3));
}

static bool mark(LLVMValueRef access)
{
    bool store = LLVMIsAStoreInst(access);
    if (!store && !LLVMIsALoadInst(access))
        return false;
    LLVMTypeRef t = LLVMTypeOf(store ? LLVMGetOperand(access, 0) : access);
    LLVMContextRef c = LLVMGetTypeContext(t);
    const struct format *format = format_of(LLVMGetTypeKind(t));
    unsigned kind = LLVMGetMDKindIDInContext(c, "tbaa", 4);
    if (!format || is_passed(access) || !says_nothing(LLVMGetMetadata(access, kind)))
        return false;
    LLVMSetMetadata(access, kind, tag_of(c, format));
    return true;
}

bool value_access_mark(LLVMValueRef fn)
{
    bool changed = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            changed |= mark(i);
    return changed;
}
