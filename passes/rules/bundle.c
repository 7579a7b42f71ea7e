/* Linking what the program needs from the bitcode that comes with the compiler.
 *
 * If the table of symbols of the file has a name that the program declares, symbols are looked up
 * by name in a lazily loaded module, of which only the declarations have been read; a symbol that
 * is wanted is declared in the program, and the linker then brings it with everything it refers to.
 * What arrives may declare more library functions, so that is done in rounds until one finds
 * nothing. The files are beside the plugin; enzcc-opt finds them as in an installation. Most rules
 * are in one. Those of MPI are in one for each binary interface, of which the program can have one
 * only: that with the prototypes of the program. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rules/bundle.h"
#include "base/map.h"
#include "base/no_target.h"
#include "base/target.h"
#include "rules/prototype.h"
#include "rules/rules.h"
#include <dlfcn.h>
#include <limits.h>
#include <llvm-c/BitReader.h>
#include <string.h>
#include <unistd.h>

static const char body_prefix[] = "enz_body_", in_order_prefix[] = "enz_in_order_";
static const char *const registration_prefixes[] = {
    "__enzyme_register_gradient_",
    "__enzyme_register_derivative_",
    "__enzyme_register_splitderivative_",
    "__enzyme_inactivefn_",
    "__enzyme_function_like_",
    "__enzyme_allocation_like_",
    "__enzyme_nofree_",
    "__enzyme_shouldrecompute_",
};

/* Of the functions that a rule consists of, which may have rules themselves. */
static const char *const rule_prefixes[] = {"", "augmented_", "reverse_", "forward_"};

static const struct bundle_file {
    const char *name;
    const char *const prefixes[2]; /* of the functions that it is about; NULL: of any */
    const char *device;            /* with which the triple begins; NULL: for a host */
} files[] = {
    {"mpi_openmpi.bc", {"MPI_", "PMPI_"}, NULL}, {"mpi_mpich.bc", {"MPI_", "PMPI_"}, NULL},
    {"device_nvptx.bc", {NULL, NULL}, "nvptx"},  {"device_amdgcn.bc", {NULL, NULL}, "amdgcn"},
    {"bundle.bc", {NULL, NULL}, NULL},
};
enum { FILE_COUNT = sizeof files / sizeof *files };

struct bundle {
    const struct bundle_file *file;
    EzbCtx *cx;
    LLVMModuleRef program, source; /* source: NULL until a round needs it */
    struct arena *arena;
    struct diag_sink *diags;
    struct map asked; /* functions that have been looked up */
    struct bundle_wish wish;
};

/* ---- the file -------------------------------------------------------------------------------- */

static char *directory_of(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = '\0';
    return slash ? path : NULL;
}

const char *bundle_path(struct arena *a, const char *file)
{
    Dl_info info;
    char self[PATH_MAX];
    if (dladdr((const void *)&registration_prefixes, &info) && info.dli_fname &&
        strstr(info.dli_fname, ".so")) {
        const char *dir = directory_of(arena_strdup(a, info.dli_fname));
        return dir ? arena_printf(a, "%s/%s", dir, file) : file;
    }
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        return NULL;
    self[n] = '\0';
    return directory_of(self) && directory_of(self) ? arena_printf(a, "%s/lib/enzcc/%s", self, file)
                                                    : NULL;
}

static bool is_for_target(LLVMModuleRef source, LLVMModuleRef program)
{
    const char *want = LLVMGetDataLayoutStr(program), *have = LLVMGetDataLayoutStr(source);
    const char *want_arch = LLVMGetTarget(program), *have_arch = LLVMGetTarget(source);
    return !strcmp(want, have) && strcspn(want_arch, "-") == strcspn(have_arch, "-") &&
           !strncmp(want_arch, have_arch, strcspn(want_arch, "-"));
}

/* Whether the file is about functions of this name. */
static bool is_about(const struct bundle_file *file, LLVMValueRef fn)
{
    const char *name = LLVMGetValueName(fn);
    bool found = !file->prefixes[0];
    for (size_t i = 0; i < 2 && file->prefixes[i]; i++)
        found = found || !strncmp(name, file->prefixes[i], strlen(file->prefixes[i]));
    return found;
}

/* A file about one library: the prototypes of the program are its own. */
static bool is_of_interface(const struct bundle *b)
{
    if (!b->file->prefixes[0])
        return true;
    for (LLVMValueRef fn = LLVMGetFirstFunction(b->program); fn; fn = LLVMGetNextFunction(fn)) {
        LLVMValueRef known =
            is_about(b->file, fn) ? LLVMGetNamedFunction(b->source, LLVMGetValueName(fn)) : NULL;
        if (known && LLVMGlobalGetValueType(known) != LLVMGlobalGetValueType(fn))
            return false;
    }
    return true;
}

static bool is_new_declaration(const struct bundle *b, LLVMValueRef fn);
static bool is_new_definition(const struct bundle *b, LLVMValueRef fn);

static bool skip_prefix(const char **name, size_t *n, const char *prefix)
{
    size_t length = strlen(prefix);
    if (*n <= length || memcmp(*name, prefix, length) != 0)
        return false;
    *name += length, *n -= length;
    return true;
}

/* Whether the program declares the function that a symbol of the file is, is the body of, or
 * registers something for; one that the file declares only has a prototype to offer. */
static int concerns_program(const char *name, size_t n, int defined, void *data)
{
    const struct bundle *b = data;
    bool found = skip_prefix(&name, &n, body_prefix) || skip_prefix(&name, &n, in_order_prefix),
         rule = false;
    for (size_t i = 0; i < sizeof registration_prefixes / sizeof *registration_prefixes; i++)
        rule = rule || (!found && skip_prefix(&name, &n, registration_prefixes[i]));
    LLVMValueRef fn = ezb_named_function(b->program, name, n);
    if (fn && rule && is_new_definition(b, fn))
        return true;
    return fn && is_new_declaration(b, fn) && (defined || !prototype_is_settled(b->arena, fn));
}

/* Loads the declarations. An installation without the file, or for another target, has no bundle,
 * and none is needed for a program that it does not concern. */
static bool load(struct bundle *b)
{
    LLVMMemoryBufferRef buffer;
    const char *path = bundle_path(b->arena, b->file->name);
    char *message = NULL;
    if (!path || access(path, R_OK) != 0)
        return true;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        diag(b->diags, DIAG_BUNDLE, NULL, path, message);
        LLVMDisposeMessage(message);
        return false;
    }
    if (!ezb_see_symbols(buffer, concerns_program, b)) {
        LLVMDisposeMemoryBuffer(buffer);
        return true;
    }
    if (LLVMGetBitcodeModuleInContext2(LLVMGetModuleContext(b->program), buffer, &b->source))
        return diag(b->diags, DIAG_BUNDLE, NULL, path, "it is no bitcode of this version of LLVM");
    if (!is_for_target(b->source, b->program) || !is_of_interface(b)) {
        LLVMDisposeModule(b->source);
        b->source = NULL;
    }
    return true;
}

/* ---- what is wanted -------------------------------------------------------------------------- */

static bool is_rule_text(LLVMValueRef text)
{
    size_t n;
    LLVMValueRef init =
        LLVMIsAGlobalVariable(text) && !LLVMIsDeclaration(text) ? LLVMGetInitializer(text) : NULL;
    const char *s = init && LLVMIsConstantString(init) ? LLVMGetAsString(init, &n) : NULL;
    return s && n > 7 && !strncmp(s, "enzyme_", 7);
}

/* A registration or an annotation of the program that names the constant. */
static bool is_registered(LLVMValueRef constant)
{
    for (LLVMUseRef u = LLVMGetFirstUse(constant); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAGlobalVariable(user) ? strstr(LLVMGetValueName(user), "__enzyme_") != NULL
            : LLVMIsAConstantStruct(user) && LLVMGetNumOperands(user) > 1 &&
                    is_rule_text(LLVMGetOperand(user, 1))
                ? true
                : LLVMIsAConstant(user) && !LLVMIsAGlobalValue(user) && is_registered(user))
            return true;
    }
    return false;
}

/* Or of the runtime, with a body in the bundle; or one that preparation is going to call. */
static bool is_function_of_program(LLVMValueRef fn)
{
    static const char *const with_body[] = {"enz_async_", "enz_group_", "enz_keys_", "enz_once_"};
    const char *name = LLVMGetValueName(fn);
    bool own = !strncmp(name, "enz", 3);
    for (size_t i = 0; i < sizeof with_body / sizeof *with_body; i++)
        own = own && strncmp(name, with_body[i], strlen(with_body[i]));
    if (!strcmp(name, RULE_FLOAT_VALUE))
        return true;
    return LLVMGetFirstUse(fn) && strncmp(name, "llvm.", 5) && !own && !strstr(name, "__enzyme_");
}

/* The declaration with the prototype of the bundle, if that has a body or a declaration of this
 * function; else the same. */
static LLVMValueRef with_known_prototype(struct bundle *b, LLVMValueRef fn)
{
    const char *name = LLVMGetValueName(fn);
    LLVMValueRef known =
        LLVMGetNamedFunction(b->source, arena_printf(b->arena, "%s%s", body_prefix, name));
    if (!known)
        known = LLVMGetNamedFunction(b->source, name);
    LLVMValueRef adopted =
        known ? prototype_adopt(b->arena, fn, LLVMGlobalGetValueType(known)) : NULL;
    return adopted ? adopted : fn;
}

/* Declares a symbol of the bundle in the program. */
static bool want(struct bundle *b, LLVMValueRef symbol)
{
    const char *name = LLVMGetValueName(symbol);
    LLVMTypeRef type = LLVMGlobalGetValueType(symbol);
    if (LLVMGetNamedFunction(b->program, name) || LLVMGetNamedGlobal(b->program, name))
        return false;
    if (LLVMIsAFunction(symbol))
        LLVMAddFunction(b->program, name, type);
    else
        LLVMAddGlobal(b->program, type, name);
    return true;
}

static bool want_body(struct bundle *b, LLVMValueRef fn, const char *prefix)
{
    const char *name = arena_printf(b->arena, "%s%s", prefix, LLVMGetValueName(fn));
    LLVMValueRef body = LLVMGetNamedFunction(b->source, name);
    return body && !LLVMIsDeclaration(body) &&
           LLVMGlobalGetValueType(body) == LLVMGlobalGetValueType(fn) && want(b, body);
}

static bool want_registration(struct bundle *b, const char *registration, const char *rule,
                              LLVMValueRef fn)
{
    const char *name = arena_printf(b->arena, "%s%s%s", registration, rule, LLVMGetValueName(fn));
    LLVMValueRef global = LLVMGetNamedGlobal(b->source, name);
    return global && !LLVMIsDeclaration(global) && want(b, global);
}

static bool want_registrations(struct bundle *b, LLVMValueRef fn)
{
    LLVMValueRef known = LLVMGetNamedFunction(b->source, LLVMGetValueName(fn));
    if (!known || LLVMGlobalGetValueType(known) != LLVMGlobalGetValueType(fn))
        return false;
    bool any = false;
    for (size_t i = 0; i < sizeof registration_prefixes / sizeof *registration_prefixes; i++)
        for (size_t k = 0; k < sizeof rule_prefixes / sizeof *rule_prefixes; k++)
            any |= want_registration(b, registration_prefixes[i], rule_prefixes[k], fn);
    return any;
}

static bool want_for_declaration(struct bundle *b, LLVMValueRef fn)
{
    bool registered = is_registered(fn);
    if (!registered)
        fn = with_known_prototype(b, fn);
    map_put(&b->asked, fn, fn);
    if (registered)
        return false;
    bool body = want_body(b, fn, body_prefix),
         in_order = b->wish.fixed_order && want_body(b, fn, in_order_prefix);
    return want_registrations(b, fn) || body || in_order;
}

static bool want_for_definition(struct bundle *b, LLVMValueRef fn)
{
    map_put(&b->asked, fn, fn);
    return !is_registered(fn) && want_registrations(b, fn);
}

static bool want_all(struct bundle *b)
{
    bool any = false;
    for (LLVMValueRef fn = LLVMGetFirstFunction(b->program), next; fn; fn = next) {
        next = LLVMGetNextFunction(fn);
        if (is_new_declaration(b, fn))
            any |= want_for_declaration(b, fn);
        else if (is_new_definition(b, fn))
            any |= want_for_definition(b, fn);
    }
    return any;
}

static bool is_new_declaration(const struct bundle *b, LLVMValueRef fn)
{
    return LLVMIsDeclaration(fn) && is_function_of_program(fn) && is_about(b->file, fn) &&
           !map_get(&b->asked, fn);
}

static bool is_new_definition(const struct bundle *b, LLVMValueRef fn)
{
    return b->wish.over_bodies && !LLVMIsDeclaration(fn) && is_function_of_program(fn) &&
           !map_get(&b->asked, fn);
}

static bool has_new_function(const struct bundle *b)
{
    for (LLVMValueRef fn = LLVMGetFirstFunction(b->program); fn; fn = LLVMGetNextFunction(fn))
        if (is_new_declaration(b, fn) || is_new_definition(b, fn))
            return true;
    return false;
}

/* ---- interface ------------------------------------------------------------------------------- */

/* Functions that have bodies. */
static void note_definitions(LLVMModuleRef m, struct map *defined)
{
    for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn))
            map_put(defined, fn, fn);
}

static void fix_order_in(LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (LLVMCanValueUseFastMathFlags(v))
                ezb_forbid_reassociation(v);
}

static void fix_order(LLVMModuleRef m, const struct map *before)
{
    for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn) && !map_get(before, fn))
            fix_order_in(fn);
}

/* What rules call through pointers the program does not. */
static void keep_from_program(const struct bundle *b, const struct map *before)
{
    for (LLVMValueRef fn = LLVMGetFirstFunction(b->program); fn; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn) && !map_get(before, fn) &&
            strncmp(LLVMGetValueName(fn), body_prefix, sizeof body_prefix - 1) != 0)
            no_target_mark(fn);
}

static bool link_file(struct bundle *b)
{
    bool ok = true;
    struct map before;
    map_init(&b->asked, b->arena);
    map_init(&before, b->arena);
    note_definitions(b->program, &before);
    while (ok && has_new_function(b)) {
        ok = load(b);
        if (!b->source)
            break;
        if (!want_all(b))
            LLVMDisposeModule(b->source);
        else if (ezb_link_needed(b->cx, b->program, b->source))
            ok = diag(b->diags, DIAG_BUNDLE, NULL, bundle_path(b->arena, b->file->name),
                      "it cannot be linked with the program");
        b->source = NULL;
    }
    if (b->file->prefixes[0]) /* rules alone, and bodies for them */
        keep_from_program(b, &before);
    return ok;
}

bool bundle_link(EzbCtx *cx, LLVMModuleRef m, struct arena *a, struct diag_sink *s,
                 const struct bundle_wish *wish)
{
    struct map before;
    bool ok = true;
    map_init(&before, a);
    if (wish->fixed_order)
        note_definitions(m, &before);
    for (size_t i = 0; i < FILE_COUNT; i++) {
        const char *device = files[i].device;
        if (device ? strncmp(LLVMGetTarget(m), device, strlen(device)) != 0 : target_is_device(m))
            continue;
        struct bundle b = {
            .file = &files[i], .cx = cx, .program = m, .arena = a, .diags = s, .wish = *wish};
        ok &= link_file(&b);
    }
    if (wish->fixed_order)
        fix_order(m, &before);
    return ok;
}

static LLVMValueRef find_body(LLVMModuleRef m, const char *prefix, LLVMValueRef fn,
                              LLVMTypeRef type)
{
    size_t length, before = strlen(prefix);
    const char *name = LLVMGetValueName2(fn, &length);
    char text[256];
    if (before + length + 1 > sizeof text)
        return NULL;
    memcpy(text, prefix, before);
    memcpy(text + before, name, length + 1);
    LLVMValueRef body = LLVMGetNamedFunction(m, text);
    return body && !LLVMIsDeclaration(body) && LLVMGlobalGetValueType(body) == type ? body : NULL;
}

LLVMValueRef bundle_body(LLVMModuleRef m, LLVMValueRef fn, LLVMTypeRef type)
{
    return find_body(m, body_prefix, fn, type);
}

LLVMValueRef bundle_body_in_order(LLVMModuleRef m, LLVMValueRef fn, LLVMTypeRef type)
{
    return find_body(m, in_order_prefix, fn, type);
}
