/* Reads what a global is out of the destructor that `__cxa_atexit`, or `__cxa_thread_atexit`, is
 * given for it, by the names that the C++ ABI (Itanium) gives destructors of std::vector and
 * std::unique_ptr, in libstdc++ and in libc++. */
#include "facts/static_vectors.h"
#include "facts/activity.h"
#include "ir/code.h"
#include <llvm-c/Target.h>
#include <string.h>

LIMIT(CLASS_DEPTH, 6);

struct found {
    LLVMModuleRef module;
    struct static_vector *items;
    unsigned count;
};

static bool skip(const char **s, const char *text)
{
    size_t n = strlen(text);
    bool is = !strncmp(*s, text, n);
    *s += is ? n : 0;
    return is;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Skips the name of an arithmetic type, or a pair, array or complex number of such. */
static bool skip_arithmetic(const char **s, unsigned depth)
{
    static const char *const templates[] = {"St7complexI", "NS_7complexI", "St4pairI",
                                            "NS_4pairI",   "St5arrayI",    "NS_5arrayI"};
    if (**s && strchr("dfegijlmxyhatcsw", **s)) {
        ++*s;
        return true;
    }
    for (size_t i = 0; i < sizeof templates / sizeof *templates && depth; i++) {
        if (!skip(s, templates[i]))
            continue;
        while (**s != 'E')
            if (skip(s, "Lm")) {
                *s += strspn(*s, "0123456789");
                if (!skip(s, "E"))
                    return false;
            } else if (!skip_arithmetic(s, depth - 1)) {
                return false;
            }
        return skip(s, templates[i][0] == 'N' ? "EE" : "E");
    }
    return false;
}

/* Skips the name of a class outside of namespaces, and notes whether it has pointers. */
static bool skip_class(LLVMModuleRef m, const char **s, struct static_vector *v)
{
    size_t length = 0;
    char name[256];
    while (**s >= '0' && **s <= '9' && length < sizeof name)
        length = length * 10 + (size_t)(*(*s)++ - '0');
    if (!length || length > sizeof name - sizeof "struct." || strlen(*s) < length)
        return false;
    LLVMTypeRef t = NULL;
    static const char *const kinds[] = {"struct.", "class."};
    for (unsigned k = 0; k < 2 && !t; k++) {
        size_t start = strlen(kinds[k]);
        memcpy(name, kinds[k], start);
        memcpy(name + start, *s, length);
        name[start + length] = '\0';
        t = LLVMGetTypeByName2(LLVMGetModuleContext(m), name);
    }
    bool fp = false, ptr = false, known = t && !LLVMIsOpaqueStruct(t);
    if (known)
        activity_type_has(t, &fp, &ptr);
    v->pointers = ptr, v->plain = known && !ptr;
    *s += length;
    return true;
}

/* Names of destructors: how they begin, what stands behind the type of the elements, and what
 * stands in front of the number of the destructor. Arrays of a class may begin behind a count of
 * their elements, which is where the block begins. */
static const struct {
    const char *begin, *then, *end;
    bool single, classes;
} destructors[] = {
    {"_ZNSt6vectorI", "SaI", "EED", false, true},
    {"_ZNSt3__16vectorI", "NS_9allocatorI", "EEED", false, true},
    {"_ZNSt10unique_ptrIA_", "St14default_deleteI", "EED", true, false},
    {"_ZNSt10unique_ptrI", "St14default_deleteI", "EED", true, true},
    {"_ZNSt3__110unique_ptrIA_", "NS_14default_deleteI", "EEED", true, false},
    {"_ZNSt3__110unique_ptrI", "NS_14default_deleteI", "EEED", true, true},
};

/* The name of a destructor of a class whose elements are known. */
static bool is_known_destructor(LLVMModuleRef m, const char *name, struct static_vector *v)
{
    for (size_t k = 0; k < sizeof destructors / sizeof *destructors; k++) {
        const char *s = name;
        v->pointers = false, v->plain = true, v->single = destructors[k].single;
        v->array = destructors[k].single && !destructors[k].classes;
        if (skip(&s, destructors[k].begin) &&
            (skip_arithmetic(&s, CLASS_DEPTH) ||
             (destructors[k].classes && skip_class(m, &s, v))) &&
            skip(&s, destructors[k].then) && (s = strstr(s, destructors[k].end)) != NULL)
            return strchr("012", s[strlen(destructors[k].end)]) != NULL;
    }
    return false;
}

/* ---- destructors ----------------------------------------------------------------------------- */

static void read_destructor(struct found *f, LLVMValueRef fn, uint64_t offset, unsigned depth);

/* Destructors that are called for parts of the object at `object`. */
static void read_uses(struct found *f, LLVMValueRef object, uint64_t offset, unsigned depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(object); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        int64_t inside = 0;
        bool call = code_is_call(user);
        if (call && ezb_use_operand_no(u) == 0 && LLVMIsAFunction(LLVMGetCalledValue(user)))
            read_destructor(f, LLVMGetCalledValue(user), offset, depth + 1);
        else if (LLVMIsAGetElementPtrInst(user) && ezb_gep_const_offset(f->module, user, &inside))
            read_uses(f, user, offset + (uint64_t)inside, depth);
        else if (LLVMIsAStoreInst(user) && ezb_use_operand_no(u) == 0 &&
                 LLVMIsAAllocaInst(LLVMGetOperand(user, 1))) /* the variable of a parameter */
            for (LLVMUseRef k = LLVMGetFirstUse(LLVMGetOperand(user, 1)); k; k = LLVMGetNextUse(k))
                if (LLVMIsALoadInst(LLVMGetUser(k)))
                    read_uses(f, LLVMGetUser(k), offset, depth);
    }
}

static void read_destructor(struct found *f, LLVMValueRef fn, uint64_t offset, unsigned depth)
{
    size_t length;
    const char *name = LLVMGetValueName2(fn, &length);
    struct static_vector v = {.offset = offset};
    if (is_known_destructor(f->module, name, &v)) {
        if (f->count < STATIC_VECTORS_MAX)
            f->items[f->count++] = v;
    } else if (!LLVMIsDeclaration(fn) && LLVMCountParams(fn) && depth < CLASS_DEPTH && length > 4 &&
               !strncmp(name, "_ZN", 3) && !strcmp(name + length - 2, "Ev") &&
               name[length - 4] == 'D') {
        read_uses(f, LLVMGetParam(fn, 0), offset, depth);
    }
}

static bool has_own_allocator(LLVMModuleRef m)
{
    LLVMValueRef fn = LLVMGetNamedFunction(m, "_Znwm");
    return fn && !LLVMIsDeclaration(fn);
}

static LLVMValueRef destroyed_global(LLVMValueRef call)
{
    bool registers = LLVMGetNumArgOperands(call) == 3 && LLVMIsAFunction(LLVMGetOperand(call, 0));
    return registers ? code_variable(LLVMGetOperand(call, 1)) : NULL;
}

unsigned static_vectors(LLVMModuleRef m, LLVMValueRef global, struct static_vector *out)
{
    struct found f = {m, out, 0};
    const char *name = LLVMIsThreadLocal(global) ? "__cxa_thread_atexit" : "__cxa_atexit";
    LLVMValueRef atexit = LLVMGetNamedFunction(m, name);
    for (LLVMUseRef u = atexit && !has_own_allocator(m) ? LLVMGetFirstUse(atexit) : NULL; u;
         u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (LLVMIsACallInst(call) && destroyed_global(call) == global)
            read_destructor(&f, LLVMGetOperand(call, 0), 0, 0);
    }
    return f.count;
}
