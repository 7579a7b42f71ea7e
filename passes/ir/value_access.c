/* Marks on accesses to floating-point values: see the header. */
#include "ir/value_access.h"
#include "base/type.h"
#include "ir/code.h"
#include "llvm-c/Target.h"
#include <ctype.h>
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
        return LLVMIsAArgument(v) || code_is_call(v) || LLVMIsAExtractValueInst(v);
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (code_is_call(user) || LLVMIsAReturnInst(user) || LLVMIsAInsertValueInst(user))
            return true;
    }
    return false;
}

/* The name of the accessed type of a tag; NULL: it has none. */
static const char *accessed_name(LLVMValueRef tag, unsigned *length)
{
    LLVMValueRef parts[4], type[3];
    unsigned n = LLVMGetMDNodeNumOperands(tag);
    if (n < 3 || n > 4)
        return NULL;
    LLVMGetMDNodeOperands(tag, parts);
    if (!parts[1] || !LLVMIsAMDNode(parts[1]) || LLVMGetMDNodeNumOperands(parts[1]) != 3)
        return NULL;
    LLVMGetMDNodeOperands(parts[1], type);
    return type[0] && LLVMIsAMDString(type[0]) ? LLVMGetMDString(type[0], length) : NULL;
}

static bool names(LLVMValueRef tag, const char *name)
{
    unsigned length;
    const char *text = accessed_name(tag, &length);
    return text && length == strlen(name) && !memcmp(text, name, length);
}

/* The access is one to anything, as is one to a member of a union. */
static bool says_nothing(LLVMValueRef tag)
{
    return !tag || names(tag, "omnipotent char");
}

static bool names_value(LLVMValueRef tag)
{
    return names(tag, "float") || names(tag, "double") || names(tag, "long double");
}

bool value_access_is(LLVMValueRef access)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(access));
    LLVMValueRef tag = LLVMGetMetadata(access, LLVMGetMDKindIDInContext(c, "tbaa", 4));
    return tag && names_value(tag);
}

/* "p1 int" is a pointer, and so on (facts/types_tbaa.c). */
static bool names_pointer(LLVMValueRef tag)
{
    unsigned length;
    const char *text = accessed_name(tag, &length);
    bool levels =
        text && length > 3 && text[0] == 'p' && isdigit((unsigned char)text[1]) && text[2] == ' ';
    return levels || names(tag, "any pointer") || names(tag, "vtable pointer");
}

static LLVMTypeRef accessed(LLVMValueRef access)
{
    LLVMTypeRef t = LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
}

static uint64_t size_of(LLVMValueRef access)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(access);
    LLVMModuleRef m = LLVMGetGlobalParent(LLVMGetBasicBlockParent(block));
    LLVMTypeRef t = LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);
    return LLVMStoreSizeOfType(LLVMGetModuleDataLayout(m), t);
}

static unsigned of_type(LLVMContextRef c)
{
    static const char name[] = "enz.of.type";
    return LLVMGetMDKindIDInContext(c, name, sizeof name - 1);
}

bool value_access_is_of_type(LLVMValueRef access)
{
    return LLVMGetMetadata(access, of_type(LLVMGetTypeContext(accessed(access))));
}

/* A tag of a type, no member: all elements of a vector have it. */
static bool is_of_elements(LLVMValueRef tag)
{
    LLVMValueRef parts[4];
    if (LLVMGetMDNodeNumOperands(tag) > 4)
        return false;
    LLVMGetMDNodeOperands(tag, parts);
    return parts[0] == parts[1];
}

static unsigned dropped_tag(LLVMContextRef c)
{
    static const char name[] = "enz.tbaa";
    return LLVMGetMDKindIDInContext(c, name, sizeof name - 1);
}

LLVMValueRef value_access_tag(LLVMValueRef access)
{
    LLVMContextRef c = LLVMGetTypeContext(accessed(access));
    LLVMValueRef tag = LLVMGetMetadata(access, LLVMGetMDKindIDInContext(c, "tbaa", 4));
    return tag ? tag : LLVMGetMetadata(access, dropped_tag(c));
}

/* What is accessed is named as a value of another kind. */
static bool is_of_another_kind(LLVMTypeRef t, LLVMValueRef tag)
{
    bool pointer = names_pointer(tag), value = names_value(tag);
    return type_is_fp(t) ? !value : LLVMGetTypeKind(t) == LLVMPointerTypeKind && !pointer;
}

void value_access_note_part(LLVMValueRef access, LLVMValueRef part, unsigned at)
{
    LLVMTypeRef t = accessed(part);
    LLVMContextRef c = LLVMGetTypeContext(t);
    unsigned tbaa = LLVMGetMDKindIDInContext(c, "tbaa", 4);
    LLVMValueRef tag = value_access_tag(access);
    bool all = !at && size_of(access) == size_of(part),
         told = LLVMGetMetadata(access, tbaa) && LLVMGetTypeKind(t) != LLVMIntegerTypeKind;
    if (says_nothing(tag))
        return;
    bool other = is_of_another_kind(t, tag) && (names_pointer(tag) || names_value(tag));
    if (other && LLVMGetTypeKind(LLVMTypeOf(part)) == LLVMVectorTypeKind)
        return;
    if (other)
        LLVMSetMetadata(part, of_type(c), LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, NULL, 0)));
    else if (all || is_of_elements(tag))
        LLVMSetMetadata(part, told ? tbaa : dropped_tag(c), tag);
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
