/* Shadows of mutable globals that carry derivatives inside a derivative call.
 *
 * One shadow per direction, same thread-locality and address space, reset whenever a top-level
 * derivative starts: FP parts to zero, pointers to the shadows of what the primal's initial
 * pointers address, or of the heap block that the global points to. */
#include "base/target.h"
#include "base/team.h"
#include "device/device.h"
#include "emit/derivative.h"
#include "emit/heap_globals.h"
#include "emit/thread_locals.h"
#include "facts/objects.h"
#include "ir/text.h"
#include "request/request.h"
#include <string.h>

static LLVMValueRef shadow_constant(struct emission *e, LLVMValueRef c, unsigned direction);

/* An address inside a global, or a number in place of one (offsets in tables of virtual functions).
 */
static LLVMValueRef shadow_expression(struct emission *e, LLVMValueRef c, unsigned direction)
{
    if (LLVMGetConstOpcode(c) == LLVMIntToPtr && LLVMIsAConstantInt(LLVMGetOperand(c, 0)))
        return c;
    LLVMValueRef base = LLVMGetOperand(c, 0), shadow = shadow_constant(e, base, direction);
    if (shadow == base)
        return c;
    if (LLVMGetConstOpcode(c) == LLVMAddrSpaceCast)
        return LLVMConstAddrSpaceCast(shadow, LLVMTypeOf(c));
    if (LLVMGetConstOpcode(c) != LLVMGetElementPtr) {
        diag(e->diags, DIAG_INTERNAL, NULL, "", "a constant that the plan has not refused");
        return c;
    }
    unsigned n = LLVMGetNumIndices(c);
    LLVMValueRef *indices = ARENA_ARRAY(e->arena, LLVMValueRef, n);
    for (unsigned i = 0; i < n; i++)
        indices[i] = LLVMGetOperand(c, i + 1);
    return LLVMConstGEP2(LLVMGetGEPSourceElementType(c), shadow, indices, n);
}

static LLVMValueRef shadow_constant(struct emission *e, LLVMValueRef c, unsigned direction)
{
    LLVMTypeRef t = LLVMTypeOf(c);
    if (LLVMGetTypeKind(t) == LLVMPointerTypeKind) {
        if (LLVMIsAGlobalVariable(c) && (objects_global_state(e->activity, c) & STATE_ACTIVE))
            return gen_global_shadow(e, c, direction);
        return LLVMIsAConstantExpr(c) ? shadow_expression(e, c, direction) : c;
    }
    if (!LLVMIsAConstantStruct(c) && !LLVMIsAConstantArray(c))
        return LLVMConstNull(t);
    unsigned n = (unsigned)LLVMGetNumOperands(c);
    LLVMValueRef *parts = ARENA_ARRAY(e->arena, LLVMValueRef, n);
    for (unsigned i = 0; i < n; i++)
        parts[i] = shadow_constant(e, LLVMGetOperand(c, i), direction);
    if (LLVMIsAConstantArray(c))
        return LLVMConstArray2(LLVMGetElementType(t), parts, n);
    if (LLVMGetStructName(t))
        return LLVMConstNamedStruct(t, parts, n);
    return LLVMConstStructInContext(LLVMGetTypeContext(t), parts, n, LLVMIsPackedStruct(t));
}

/* The kind map looks at all of a value where it sees some bytes of one (runtime/kinds): other
 * variables begin behind. */
enum { SHADOW_UNIT = 16 };

/* t, and what it takes to end at a unit; *rest: how many bytes, 0: t itself. */
static LLVMTypeRef padded_type(struct emission *e, LLVMTypeRef t, uint64_t *rest)
{
    LLVMContextRef c = LLVMGetModuleContext(e->module);
    uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(e->module), t);
    *rest = (SHADOW_UNIT - size % SHADOW_UNIT) % SHADOW_UNIT;
    LLVMTypeRef parts[] = {t, LLVMArrayType2(LLVMInt8TypeInContext(c), *rest)};
    return *rest ? LLVMStructTypeInContext(c, parts, 2, 0) : t;
}

static LLVMValueRef padded(struct emission *e, LLVMValueRef init)
{
    uint64_t rest;
    LLVMTypeRef t = padded_type(e, LLVMTypeOf(init), &rest);
    LLVMValueRef parts[] = {init, NULL};
    if (!rest)
        return init;
    parts[1] = LLVMConstNull(LLVMStructGetTypeAtIndex(t, 1));
    return LLVMConstStructInContext(LLVMGetModuleContext(e->module), parts, 2, 0);
}

static bool has_only_pointers(LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) == LLVMArrayTypeKind)
        return has_only_pointers(LLVMGetElementType(t));
    if (LLVMGetTypeKind(t) != LLVMStructTypeKind)
        return LLVMGetTypeKind(t) == LLVMPointerTypeKind;
    for (unsigned i = 0, n = LLVMCountStructElementTypes(t); i < n; i++)
        if (!has_only_pointers(LLVMStructGetTypeAtIndex(t, i)))
            return false;
    return true;
}

/* A constant table of addresses: so is its shadow, which needs no reset. */
static bool is_constant_table(LLVMValueRef global)
{
    return LLVMIsGlobalConstant(global) && has_only_pointers(LLVMGlobalGetValueType(global));
}

/* Memory of a block of threads, of a device. */
static bool is_shared(struct emission *e, LLVMValueRef global)
{
    return target_is_device(e->module) &&
           LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == target_space(e->module, TARGET_SHARED);
}

LLVMValueRef gen_global_shadow(struct emission *e, LLVMValueRef global, unsigned direction)
{
    LLVMValueRef *given = map_get(&e->given_shadows, global),
                 *directions = map_get(&e->shadows.of, global);
    if (given && given[direction])
        return given[direction];
    if (!directions) {
        directions = ARENA_ARRAY(e->arena, LLVMValueRef, REQUEST_MAX_WIDTH);
        map_put(&e->shadows.of, global, directions);
        VEC_PUSH(e->arena, &e->shadows.globals, global);
    }
    if (directions[direction])
        return directions[direction];
    if (is_shared(e, global) && LLVMIsDeclaration(global))
        return directions[direction] = device_dynamic_shadow(global);
    uint64_t rest;
    LLVMTypeRef t = LLVMGlobalGetValueType(global);
    const char *name = arena_printf(e->arena, "%s_shadow", text_function_name(e->arena, global));
    LLVMValueRef shadow = directions[direction] = LLVMAddGlobalInAddressSpace(
        e->module, padded_type(e, t, &rest), name, LLVMGetPointerAddressSpace(LLVMTypeOf(global)));
    LLVMSetLinkage(shadow, LLVMInternalLinkage);
    LLVMSetThreadLocalMode(shadow, LLVMGetThreadLocalMode(global));
    if (LLVMIsThreadLocal(global))
        VEC_PUSH(e->arena, &e->thread_shadows, shadow);
    LLVMSetGlobalConstant(shadow, is_constant_table(global));
    unsigned align = LLVMGetAlignment(global);
    LLVMSetAlignment(shadow, align < SHADOW_UNIT ? SHADOW_UNIT : align);
    /* The initial value may have the address of the shadow. */
    LLVMValueRef init = LLVMIsDeclaration(global) ? NULL : LLVMGetInitializer(global);
    LLVMSetInitializer(
        shadow, is_shared(e, shadow)
                    ? LLVMGetUndef(LLVMGlobalGetValueType(shadow))
                    : padded(e, init ? shadow_constant(e, init, direction) : LLVMConstNull(t)));
    return shadow;
}

/* ---- where they are -------------------------------------------------------------------------- */

static const char ranges_name[] = "enz.shadow.ranges";

/* struct enz_rt_range */
static LLVMTypeRef range_type(struct emission *e)
{
    LLVMTypeRef ptr = target_pointer(e->module), fields[] = {ptr, target_size(e->module), ptr};
    return LLVMStructTypeInContext(LLVMGetModuleContext(e->module), fields, 3, 0);
}

LLVMValueRef gen_shadow_ranges(struct emission *e)
{
    LLVMValueRef ranges = LLVMGetNamedGlobal(e->module, ranges_name);
    return ranges ? ranges
                  : target_add_global(e->module, LLVMArrayType2(range_type(e), 0), ranges_name);
}

static LLVMValueRef name_of(struct emission *e, LLVMValueRef global)
{
    char *name = ezb_demangle(text_function_name(e->arena, global));
    LLVMContextRef c = LLVMGetModuleContext(e->module);
    LLVMValueRef text = LLVMConstStringInContext2(c, name, strlen(name), 0),
                 at = target_add_global(e->module, LLVMTypeOf(text), "enz.shadow.name");
    LLVMSetInitializer(at, text);
    LLVMSetLinkage(at, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(at, 1);
    LLVMDisposeMessage(name);
    return at;
}

typedef VEC(LLVMValueRef) range_list;

static void list_ranges(struct emission *e, const struct global_shadows *shadows, range_list *list)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(e->module);
    for (unsigned i = 0; i < shadows->globals.count; i++) {
        LLVMValueRef global = shadows->globals.items[i], *of = map_get(&shadows->of, global),
                     name = NULL;
        for (unsigned direction = 0; direction < REQUEST_MAX_WIDTH; direction++) {
            if (!of[direction] || LLVMIsThreadLocal(global))
                continue;
            if (!name)
                name = name_of(e, global);
            uint64_t size = LLVMABISizeOfType(layout, LLVMGlobalGetValueType(global));
            LLVMValueRef fields[] = {of[direction], target_bytes(e->module, size), name};
            VEC_PUSH(e->arena, list,
                     LLVMConstStructInContext(LLVMGetModuleContext(e->module), fields, 3, 0));
        }
    }
}

void gen_finish_shadow_ranges(struct emission *e, const struct global_shadows *levels,
                              unsigned count)
{
    LLVMValueRef declared = LLVMGetNamedGlobal(e->module, ranges_name);
    range_list list = {0};
    if (!declared)
        return;
    for (unsigned i = 0; i < count; i++)
        list_ranges(e, &levels[i], &list);
    VEC_PUSH(e->arena, &list, LLVMConstNull(range_type(e)));
    LLVMValueRef init = LLVMConstArray2(range_type(e), list.items, list.count),
                 ranges = target_add_global(e->module, LLVMTypeOf(init), "");
    LLVMSetInitializer(ranges, init);
    LLVMSetLinkage(ranges, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(ranges, 1);
    LLVMReplaceAllUsesWith(declared, ranges);
    LLVMDeleteGlobal(declared);
}

/* ---- at the beginning of a derivative -------------------------------------------------------- */

LLVMValueRef gen_address_of_global(struct emission *e, LLVMBuilderRef b, LLVMValueRef global)
{
    static const char name[] = "llvm.threadlocal.address";
    if (!LLVMIsThreadLocal(global))
        return global;
    LLVMTypeRef ptr = LLVMTypeOf(global), type = LLVMFunctionType(ptr, &ptr, 1, 0);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(
        e->module, LLVMLookupIntrinsicID(name, sizeof name - 1), &ptr, 1);
    return LLVMBuildCall2(b, type, fn, &global, 1, "");
}

static void reset_one(struct emission *e, LLVMBuilderRef b, LLVMValueRef shadow)
{
    LLVMContextRef c = LLVMGetModuleContext(e->module);
    LLVMTypeRef t = LLVMGlobalGetValueType(shadow);
    LLVMValueRef bytes =
        target_bytes(e->module, LLVMABISizeOfType(LLVMGetModuleDataLayout(e->module), t));
    LLVMValueRef init = LLVMGetInitializer(shadow);
    if (LLVMIsGlobalConstant(shadow))
        return;
    LLVMValueRef address = gen_address_of_global(e, b, shadow);
    if (LLVMIsNull(init)) {
        LLVMBuildMemSet(b, address, LLVMConstInt(LLVMInt8TypeInContext(c), 0, 0), bytes,
                        LLVMGetAlignment(shadow));
        return;
    }
    LLVMValueRef image = target_add_global(e->module, t, "enz.shadow.image");
    LLVMSetLinkage(image, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(image, 1);
    LLVMSetInitializer(image, init);
    LLVMBuildMemCpy(b, address, 1, image, 1, bytes);
}

/* Those of memory of a block, by all of its threads, which must run the derivative. */
static void reset_shared(struct emission *e, LLVMBuilderRef b, LLVMValueRef fn)
{
    bool any = false;
    for (unsigned i = 0; i < e->shadows.globals.count; i++) {
        LLVMValueRef *directions = map_get(&e->shadows.of, e->shadows.globals.items[i]);
        for (unsigned direction = 0; direction < REQUEST_MAX_WIDTH; direction++) {
            if (!directions[direction] || !is_shared(e, directions[direction]) ||
                !device_uses(e->arena, fn, directions[direction]))
                continue;
            if (!any)
                device_meet(b); /* of a derivative before, nobody needs them any more */
            device_clear_shared(b, directions[direction]);
            any = true;
        }
    }
    if (any)
        device_meet(b);
}

bool gen_global_stays(LLVMValueRef global)
{
    static const char *const names[] = {THREAD_RESULTS, TEAM_HANDED_OUT};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(LLVMGetValueName(global), names[i], strlen(names[i])))
            return true;
    return false;
}

void gen_reset_globals(struct emission *e, LLVMValueRef fn, unsigned width)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(e->module));
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
    LLVMPositionBuilderBefore(b, first);
    for (unsigned i = 0; i < e->shadows.globals.count; i++) {
        LLVMValueRef *directions = map_get(&e->shadows.of, e->shadows.globals.items[i]);
        bool reset = !gen_global_stays(e->shadows.globals.items[i]);
        for (unsigned direction = 0; direction < REQUEST_MAX_WIDTH && reset; direction++)
            if (directions[direction] && !is_shared(e, directions[direction]))
                reset_one(e, b, directions[direction]);
    }
    reset_shared(e, b, fn);
    thread_locals_reset(e, b, fn, "enz_rt_thread_locals_begin");
    LLVMDisposeBuilder(b);
    gen_heap_globals(e, fn, first, width);
}

void gen_clear_globals(struct emission *e, LLVMValueRef fn)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(e->module));
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
    for (unsigned i = 0; i < e->shadows.globals.count; i++) {
        LLVMValueRef *directions = map_get(&e->shadows.of, e->shadows.globals.items[i]);
        bool fp = false, ptr = false;
        activity_type_has(LLVMGlobalGetValueType(e->shadows.globals.items[i]), &fp, &ptr);
        for (unsigned direction = 0; direction < REQUEST_MAX_WIDTH && !ptr; direction++)
            if (directions[direction])
                reset_one(e, b, directions[direction]);
    }
    thread_locals_reset(e, b, fn, "enz_rt_thread_locals_clear");
    LLVMDisposeBuilder(b);
}
