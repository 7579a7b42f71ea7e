/* Which calls an exception may come out of. */
#include "base/limits.h"
#include "ir/code.h"
#include "prepare/exceptions/exceptions.h"
#include <string.h>

enum throws { THROWS_NEVER = 1, THROWS_MAYBE };

/* Functions in C do not throw, but for those of the C++ runtime that do it on purpose. What frees
 * memory does not. */
static bool library_function_throws(LLVMValueRef callee)
{
    static const char *const throwers[] = {"__cxa_bad_cast", "__cxa_bad_typeid", "__cxa_rethrow",
                                           "__cxa_throw", "__cxa_throw_bad_array_new_length"};
    const char *name = LLVMGetValueName(callee);
    for (size_t i = 0; i < sizeof throwers / sizeof *throwers; i++)
        if (!strcmp(name, throwers[i]))
            return true;
    bool allocates = !strncmp(name, "_Zn", 3);
    return !strncmp(name, "_Z", 2) && strncmp(name, "_Zd", 3) &&
           !(allocates && strstr(name, "nothrow"));
}

/* The function with a body whose exceptions come out of the call; NULL with *maybe set where that
 * needs no look at a body. Clones do what the originals do, which say so as long as they live. */
static LLVMValueRef thrower(struct prepare *p, LLVMValueRef call, bool *maybe)
{
    *maybe = false;
    if ((!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call)) ||
        code_call_has(call, NULL, "nounwind"))
        return NULL;
    struct call_info c = rule_classify(p->cx, call);
    LLVMValueRef callee = c.callee ? prepare_original(p, c.callee) : NULL;
    bool own = c.cls == CALL_DEFINED || c.cls == CALL_INACTIVE;
    if (code_call_has(call, callee, "nounwind") || (callee && LLVMGetIntrinsicID(callee)))
        return NULL;
    *maybe = c.cls == CALL_INDIRECT;
    if (c.cls == CALL_UNKNOWN)
        return prepare_callee(p, call); /* in the bundle */
    if (*maybe || !callee || !(own || c.cls == CALL_ALLOC) || rule_is_custom(callee, p->mode))
        return NULL;
    if (own && !LLVMIsDeclaration(callee))
        return callee;
    *maybe = library_function_throws(callee);
    return NULL;
}

typedef VEC(LLVMValueRef) function_list;

/* The functions with bodies that fn reaches and that were not judged yet. */
static void reach(struct prepare *p, LLVMValueRef fn, struct map *seen, function_list *out)
{
    if (map_get(&p->throws, fn) || map_get(seen, fn))
        return;
    map_put(seen, fn, fn);
    VEC_PUSH(p->arena, out, fn);
    bool maybe;
    LLVMValueRef callee;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if ((callee = thrower(p, i, &maybe)) != NULL)
                reach(p, callee, seen, out);
}

static bool throws_now(struct prepare *p, LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            bool maybe;
            LLVMValueRef callee = thrower(p, i, &maybe);
            if (maybe || (callee && map_get(&p->throws, callee) == (void *)THROWS_MAYBE))
                return true;
        }
    return false;
}

static void judge(struct prepare *p, LLVMValueRef fn)
{
    struct map seen;
    function_list all = {0};
    map_init(&seen, p->arena);
    reach(p, fn, &seen, &all);
    for (unsigned i = 0; i < all.count; i++)
        map_put(&p->throws, all.items[i], (void *)THROWS_NEVER);
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < all.count; i++)
            if (map_get(&p->throws, all.items[i]) == (void *)THROWS_NEVER &&
                throws_now(p, all.items[i])) {
                map_put(&p->throws, all.items[i], (void *)THROWS_MAYBE);
                again = true;
            }
    }
}

bool exceptions_may_leave(struct prepare *p, LLVMValueRef call)
{
    bool maybe;
    LLVMValueRef callee = thrower(p, call, &maybe);
    if (callee)
        judge(p, callee);
    return maybe || (callee && map_get(&p->throws, callee) == (void *)THROWS_MAYBE);
}

/* True if the test holds for the type of anything that the program throws. */
static bool any_thrown(struct prepare *p, bool (*test)(LLVMValueRef type))
{
    static const char *const makers[] = {"__cxa_throw", "__cxa_init_primary_exception"};
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        LLVMValueRef maker = LLVMGetNamedFunction(p->module, makers[i]);
        for (LLVMUseRef u = maker ? LLVMGetFirstUse(maker) : NULL; u; u = LLVMGetNextUse(u)) {
            LLVMValueRef call = LLVMGetUser(u);
            if (code_is_call(call) && LLVMGetCalledValue(call) == maker &&
                test(LLVMGetOperand(call, 1)))
                return true;
        }
    }
    return false;
}

static bool is_pointer(LLVMValueRef type)
{
    return !strncmp(LLVMGetValueName(type), "_ZTIP", 5);
}

bool exceptions_pointers_thrown(struct prepare *p)
{
    return p->pointers_thrown = p->pointers_thrown || any_thrown(p, is_pointer);
}

/* Type information begins with its vtable, which tells whether there are no bases, one at the
 * beginning, or others. The types of the standard library are of the first two kinds. */
static bool has_other_bases(LLVMValueRef type)
{
    static const char none[] = "_ZTVN10__cxxabiv117__class_type_infoE",
                      one[] = "_ZTVN10__cxxabiv120__si_class_type_infoE";
    enum { BASE = 2 };
    if (!LLVMIsAGlobalVariable(type))
        return true;
    LLVMValueRef parts = LLVMIsDeclaration(type) ? NULL : LLVMGetInitializer(type);
    const char *name = LLVMGetValueName(type);
    if (!parts)
        return strncmp(name, "_ZTISt", 6) && strncmp(name, "_ZTINSt", 7) &&
               strlen(name) > strlen("_ZTIi");
    LLVMValueRef table = LLVMIsAConstantStruct(parts)
                             ? ezb_underlying_object(LLVMGetOperand(parts, 0), ADDRESS_STEPS)
                             : NULL;
    const char *kind = table ? LLVMGetValueName(table) : "";
    return strcmp(kind, none) &&
           (strcmp(kind, one) || has_other_bases(LLVMGetOperand(parts, BASE)));
}

bool exceptions_bases_thrown(struct prepare *p)
{
    return p->bases_thrown = p->bases_thrown || any_thrown(p, has_other_bases);
}
