/* NVIDIA: LTO of all images of an architecture gives PTX, of which ptxas makes machine code; both
 * go into the program, so that later devices can compile the PTX again. AMD: ld.lld links the
 * images to a shared object. In both, the passes are in the LTO. A small module of LLVM's holds the
 * result and registers it, with the kernels that the host's objects name. */
#define _POSIX_C_SOURCE 200809L
#include "devices.h"
#include "offload.h"
#include "spawn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct devices {
    const struct toolchain *toolchain;
    struct scratch *scratch;
    struct offload_images images;
    const char *cuda; /* the toolkit, or NULL */
    const char *rocm; /* where AMD's libraries in bitcode are, or NULL */
    bool verbose;
};

/* ---- the toolkit ----------------------------------------------------------------------------- */

static bool is_toolkit(const char *path)
{
    return path && *path && access(text_format("%s/bin/ptxas", path), X_OK) == 0;
}

const char *devices_cuda_path(void)
{
    static const char *const variables[] = {"CUDA_PATH", "CUDA_HOME"};
    const char *named = getenv(DEVICES_CUDA_VARIABLE);
    if (named)
        return is_toolkit(named) ? named : NULL;
    static const char usual[] = "/usr/local/cuda", tail[] = "/bin/ptxas";
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
        if (is_toolkit(getenv(variables[i])))
            return getenv(variables[i]);
    const char *found = toolchain_search("ptxas");
    if (found && text_ends_with(found, tail))
        return text_format("%.*s", (int)(strlen(found) - strlen(tail)), found);
    return is_toolkit(usual) ? usual : NULL;
}

/* Where AMD's libraries in bitcode are, or NULL. */
static const char *rocm_bitcode(void)
{
    static const char *const variables[] = {DEVICES_ROCM_VARIABLE, "ROCM_PATH"};
    static const char *const usual[] = {"/opt/rocm/amdgcn/bitcode",
                                        "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode",
                                        "/usr/lib/amdgcn/bitcode"};
    static const char *const inner[] = {"amdgcn/bitcode", "lib/x86_64-linux-gnu/amdgcn/bitcode"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
        for (size_t k = 0; getenv(variables[i]) && k < sizeof inner / sizeof inner[0]; k++) {
            const char *path = text_format("%s/%s", getenv(variables[i]), inner[k]);
            if (access(path, R_OK) == 0)
                return path;
        }
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        if (access(usual[i], R_OK) == 0)
            return usual[i];
    return NULL;
}

/* ---- programs -------------------------------------------------------------------------------- */

static bool run(const struct devices *d, const struct words *command)
{
    if (d->verbose)
        spawn_print(command);
    return spawn_guarded(command) == 0;
}

static bool add_program(const char *path, const char *package, struct words *command)
{
    words_add(command, path);
    if (access(path, X_OK) == 0)
        return true;
    fprintf(stderr,
            "enzcc: error: code for devices cannot be linked: there is no program '%s'; install "
            "%s\n",
            path, package);
    return false;
}

static bool add_llvm_program(const char *name, struct words *command)
{
    return add_program(toolchain_program(name),
                       strncmp(name, "clang", 5) == 0 ? "the package clang-tools-" ENZCC_LLVM_MAJOR
                                                      : "the package llvm-" ENZCC_LLVM_MAJOR,
                       command);
}

static bool add_toolkit_program(const struct devices *d, const char *name, struct words *command)
{
    return add_program(text_format("%s/bin/%s", d->cuda, name), "the CUDA toolkit", command);
}

/* ---- images ---------------------------------------------------------------------------------- */

static bool same_target(const struct offload_image *a, const struct offload_image *b)
{
    return a->kind == b->kind && strcmp(a->triple, b->triple) == 0 && strcmp(a->arch, b->arch) == 0;
}

static bool is_first_of_target(const struct devices *d, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (same_target(&d->images.items[i], &d->images.items[index]))
            return false;
    return true;
}

/* Writes the images of the architecture into files, and adds these to the command. */
static bool add_images(const struct devices *d, const struct offload_image *of,
                       struct words *command)
{
    for (size_t i = 0; i < d->images.count; i++) {
        const struct offload_image *image = &d->images.items[i];
        if (!same_target(image, of))
            continue;
        const char *base = strrchr(image->from, '/');
        base = base ? base + 1 : image->from;
        const char *path = scratch_path(d->scratch, text_format("%s-%s.o", base, image->arch));
        if (!path || !view_write(image->bytes, path)) {
            fprintf(stderr, "enzcc: error: cannot write the code for devices of '%s'\n",
                    image->from);
            return false;
        }
        words_add(command, path);
    }
    return true;
}

static bool refuse_machine_code(const struct offload_image *image)
{
    fprintf(stderr, "enzcc: error: the code for %s in '%s' is no bitcode; compile it with enzcc\n",
            image->arch, image->from);
    return false;
}

/* Files of bitcode that the passes link, separated by colons; NULL: none. */
static void export_libraries(const char *files)
{
    if (files)
        setenv("ENZCC_DEVICE_LIBRARY", files, 1);
    else
        unsetenv("ENZCC_DEVICE_LIBRARY");
}

/* ---- NVIDIA ---------------------------------------------------------------------------------- */

/* emit: what is made of them, "asm" or "llvm". */
static bool run_cuda_link(const struct devices *d, const struct offload_image *of, const char *emit,
                          const char *out)
{
    struct words command = {0};
    const char *const words[] = {"--arch",
                                 of->arch,
                                 "--plugin-opt=O3",
                                 "-mllvm",
                                 text_format("-load-pass-plugin=%s", d->toolchain->plugin),
                                 text_format("--lto-emit-%s", emit),
                                 "-o",
                                 out};
    if (!add_llvm_program("clang-nvlink-wrapper", &command))
        return false;
    words_add_all(&command, words, sizeof words / sizeof words[0]);
    if (of->features) {
        words_add(&command, "-mllvm");
        words_add(&command, text_format("-mattr=%s", of->features));
    }
    const char *libdevice =
        d->cuda ? text_format("%s/nvvm/libdevice/libdevice.10.bc", d->cuda) : NULL;
    export_libraries(libdevice && access(libdevice, R_OK) == 0 ? libdevice : NULL);
    return add_images(d, of, &command) && run(d, &command);
}

/* It reports errors, and succeeds (clang 22): where the passes have any, they end it. */
static bool link_cuda_images(const struct devices *d, const struct offload_image *of,
                             const char *out)
{
    return run_cuda_link(d, of, "asm", out) && access(out, R_OK) == 0;
}

static bool assemble(const struct devices *d, const struct offload_image *of, const char *ptx,
                     const char *cubin)
{
    struct words command = {0};
    const char *const words[] = {"-m64", "-O3", "-arch", of->arch, "-o", cubin, ptx};
    if (!add_toolkit_program(d, "ptxas", &command))
        return false;
    words_add_all(&command, words, sizeof words / sizeof words[0]);
    return run(d, &command);
}

/* Machine code and PTX of one architecture; adds them to the command that packs all. */
static bool link_cuda_target(const struct devices *d, const struct offload_image *of,
                             struct words *packs)
{
    static const char prefix[] = "sm_";
    const char *ptx = scratch_path(d->scratch, text_format("%s.ptx", of->arch)),
               *cubin = scratch_path(d->scratch, text_format("%s.cubin", of->arch));
    if (!of->is_bitcode)
        return refuse_machine_code(of);
    if (!ptx || !cubin || !link_cuda_images(d, of, ptx) || !assemble(d, of, ptx, cubin))
        return false;
    const char *number = of->arch + (text_starts_with(of->arch, prefix) ? strlen(prefix) : 0);
    words_add(packs, text_format("--image3=kind=elf,sm=%s,file=%s", number, cubin));
    words_add(packs, text_format("--image3=kind=ptx,sm=%s,file=%s", number, ptx));
    return true;
}

static bool pack_cuda(const struct devices *d, const char *packed)
{
    struct words command = {0};
    if (!add_toolkit_program(d, "fatbinary", &command))
        return false;
    words_add(&command, "-64");
    words_add(&command, "--create");
    words_add(&command, packed);
    for (size_t i = 0; i < d->images.count; i++)
        if (d->images.items[i].kind == OFFLOAD_CUDA && is_first_of_target(d, i) &&
            !link_cuda_target(d, &d->images.items[i], &command))
            return false;
    return run(d, &command);
}

/* ---- AMD ------------------------------------------------------------------------------------- */

/* Of the processor, or of the first of its series. */
static const char *isa_version(const char *directory, const char *arch)
{
    static const char prefix[] = "gfx";
    const char *number = arch + (text_starts_with(arch, prefix) ? strlen(prefix) : 0);
    int length = (int)strcspn(number, ":");
    const char *file = text_format("%s/oclc_isa_version_%.*s.bc", directory, length, number);
    if (access(file, R_OK) == 0 || length < 1)
        return file;
    return text_format("%s/oclc_isa_version_%.*s0.bc", directory, length - 1, number);
}

/* From gfx1010 on, and of gfx10-1-generic and later ones, a wave has 32 lanes. */
static bool has_narrow_waves(const char *arch)
{
    enum { FIRST = 1010, SERIES = 10, LAST_SERIES = 99 };
    static const char prefix[] = "gfx";
    char *end;
    if (!text_starts_with(arch, prefix))
        return false;
    long number = strtol(arch + strlen(prefix), &end, 10);
    return number >= FIRST || (*end == '-' && number >= SERIES && number <= LAST_SERIES);
}

/* The mathematical functions, and variables that say for which device and how exactly. */
static void export_hip_libraries(const char *directory, const char *arch)
{
    const char *const names[] = {"ocml",
                                 "ockl",
                                 "oclc_daz_opt_off",
                                 "oclc_finite_only_off",
                                 "oclc_unsafe_math_off",
                                 "oclc_correctly_rounded_sqrt_on",
                                 has_narrow_waves(arch) ? "oclc_wavefrontsize64_off"
                                                        : "oclc_wavefrontsize64_on",
                                 "oclc_abi_version_500"};
    if (!directory) {
        export_libraries(NULL);
        return;
    }
    const char *list = isa_version(directory, arch);
    for (size_t i = sizeof names / sizeof names[0]; i-- > 0;) {
        const char *file = text_format("%s/%s.bc", directory, names[i]);
        if (access(file, R_OK) == 0)
            list = text_format("%s:%s", file, list);
    }
    export_libraries(list);
}

/* A shared object, or the bitcode of all of them. */
static bool link_hip_images(const struct devices *d, const struct offload_image *of, bool bitcode,
                            const char *out)
{
    struct words command = {0};
    const char *const words[] = {"--no-undefined",
                                 "-shared",
                                 "-plugin-opt=-amdgpu-internalize-symbols",
                                 text_format("-plugin-opt=mcpu=%s", of->arch),
                                 "-plugin-opt=O3",
                                 text_format("--load-pass-plugin=%s", d->toolchain->plugin),
                                 "-o",
                                 out};
    export_hip_libraries(d->rocm, of->arch);
    words_add(&command, toolchain_program("ld.lld"));
    words_add_all(&command, words, sizeof words / sizeof words[0]);
    if (bitcode) { /* with shared memory as variables, as it is before machine code is made */
        words_add(&command, "--lto-emit-llvm");
        words_add(&command, "-plugin-opt=-amdgpu-enable-lower-module-lds=false");
    }
    return add_images(d, of, &command) && run(d, &command);
}

static bool link_hip_target(const struct devices *d, const struct offload_image *of,
                            struct words *targets, struct words *files)
{
    const char *out = scratch_path(d->scratch, text_format("%s.co", of->arch));
    if (!of->is_bitcode)
        return refuse_machine_code(of);
    if (!out || !link_hip_images(d, of, false, out))
        return false;
    words_add(targets, text_format("hip-%s--%s", of->triple, of->arch));
    words_add(files, text_format("-input=%s", out));
    return true;
}

static bool pack_hip(const struct devices *d, const char *packed)
{
    struct words command = {0}, targets = {0}, files = {0};
    const char *list = "-targets=host-" ENZCC_HOST_TRIPLE;
    if (!add_llvm_program("clang-offload-bundler", &command))
        return false;
    for (size_t i = 0; i < d->images.count; i++)
        if (d->images.items[i].kind == OFFLOAD_HIP && is_first_of_target(d, i) &&
            !link_hip_target(d, &d->images.items[i], &targets, &files))
            return false;
    for (size_t i = 0; i < targets.count; i++)
        list = text_format("%s,%s", list, targets.items[i]);
    words_add(&command, "-type=o");
    words_add(&command, "-bundle-align=4096");
    words_add(&command, list);
    words_add(&command, "-input=/dev/null");
    words_add_all(&command, files.items, files.count);
    words_add(&command, text_format("-output=%s", packed));
    return run(d, &command);
}

/* ---- either ---------------------------------------------------------------------------------- */

/* The first image that is for CUDA or HIP, or NULL. */
static const struct offload_image *first_image(const struct devices *d)
{
    for (size_t i = 0; i < d->images.count; i++)
        if (d->images.items[i].kind == OFFLOAD_CUDA || d->images.items[i].kind == OFFLOAD_HIP)
            return &d->images.items[i];
    return NULL;
}

/* The bitcode of all images of the architecture, unless the passes end the link. */
static bool link_to_bitcode(const struct devices *d, const struct offload_image *of,
                            const char *out)
{
    return of->kind == OFFLOAD_CUDA ? run_cuda_link(d, of, "llvm", out)
                                    : link_hip_images(d, of, true, out);
}

/* A program in place of the toolkit makes an object of the bitcode: a simulator's, for tests. */
static bool link_by_backend(const struct devices *d, const char *backend, struct words *added)
{
    struct words command = {0};
    const char *bitcode = scratch_path(d->scratch, "devices.bc"),
               *object = scratch_path(d->scratch, "devices.o");
    if (!bitcode || !object || !link_to_bitcode(d, first_image(d), bitcode) ||
        access(bitcode, R_OK) != 0)
        return false;
    words_add(&command, backend);
    words_add(&command, bitcode);
    words_add(&command, object);
    words_add(added, object);
    return run(d, &command);
}

/* ---- the program ----------------------------------------------------------------------------- */

/* An object that holds what was packed, and registers it. */
static const char *wrap(const struct devices *d, const char *kind, const char *packed)
{
    struct words make = {0}, compile = {0};
    const char *bitcode = scratch_path(d->scratch, text_format("%s-register.bc", kind)),
               *object = scratch_path(d->scratch, text_format("%s-register.o", kind));
    if (!bitcode || !object || !add_llvm_program("llvm-offload-wrapper", &make))
        return NULL;
    words_add(&make, "--triple=" ENZCC_HOST_TRIPLE);
    words_add(&make, text_format("--kind=%s", kind));
    words_add(&make, packed);
    words_add(&make, "-o");
    words_add(&make, bitcode);
    const char *const words[] = {"-fPIC", "-O1", "-c", bitcode, "-o", object};
    words_add(&compile, d->toolchain->clang);
    words_add_all(&compile, words, sizeof words / sizeof words[0]);
    return run(d, &make) && run(d, &compile) ? object : NULL;
}

static bool names_library(const struct linker_line *line, const char *name)
{
    for (size_t i = 0; i < line->file_count; i++) {
        const char *slash = strrchr(line->files[i].path, '/');
        if (strstr(slash ? slash : line->files[i].path, name))
            return true;
    }
    return false;
}

/* As nvcc does. */
static void add_cuda_runtime(const struct linker_line *line, struct words *added)
{
    static const char *const libraries[] = {"-lcudart_static", "-ldl", "-lrt", "-lpthread"};
    if (names_library(line, "cudart"))
        return;
    words_add_all(added, libraries, sizeof libraries / sizeof libraries[0]);
}

static bool has_kind(const struct devices *d, unsigned kind)
{
    for (size_t i = 0; i < d->images.count; i++)
        if (d->images.items[i].kind == kind)
            return true;
    return false;
}

static bool link_kind(const struct devices *d, const char *name,
                      bool (*pack)(const struct devices *, const char *), struct words *added)
{
    const char *packed = scratch_path(d->scratch, text_format("%s.fatbin", name));
    if (!packed || !pack(d, packed))
        return false;
    const char *object = wrap(d, name, packed);
    if (object)
        words_add(added, object);
    return object != NULL;
}

void devices_add_search(const struct offload_images *images, struct words *added)
{
    const struct devices d = {.images = *images};
    const char *cuda = has_kind(&d, OFFLOAD_CUDA) ? devices_cuda_path() : NULL;
    if (cuda)
        words_add(added, text_format("-L%s/lib64", cuda));
}

bool devices_describe(const struct offload_images *images, const struct toolchain *t, bool verbose,
                      struct scratch *scratch, const char *path)
{
    struct devices d = {.toolchain = t, .scratch = scratch, .images = *images, .verbose = verbose};
    const struct offload_image *of = first_image(&d);
    if (!of)
        return true;
    const char *none = scratch_path(scratch, "none");
    setenv(DEVICES_KERNELS_WANTED, path, 1);
    bool linked = none && link_to_bitcode(&d, of, none);
    unsetenv(DEVICES_KERNELS_WANTED);
    return linked && access(path, R_OK) == 0;
}

bool devices_link(const struct linker_line *line, const struct offload_images *images,
                  const struct toolchain *t, bool verbose, struct scratch *scratch,
                  struct words *added)
{
    struct devices d = {.toolchain = t, .scratch = scratch, .images = *images, .verbose = verbose};
    bool cuda = has_kind(&d, OFFLOAD_CUDA), hip = has_kind(&d, OFFLOAD_HIP);
    if (!cuda && !hip)
        return true;
    const char *backend = getenv(DEVICES_BACKEND_VARIABLE);
    if (backend)
        return link_by_backend(&d, backend, added);
    d.cuda = cuda ? devices_cuda_path() : NULL;
    d.rocm = hip ? rocm_bitcode() : NULL;
    if (cuda && !d.cuda) {
        const char *named = getenv(DEVICES_CUDA_VARIABLE);
        fprintf(stderr,
                "enzcc: error: code for NVIDIA devices cannot be linked: there is no CUDA "
                "toolkit%s; name one with --cuda-path= or the environment variable CUDA_PATH\n",
                named ? text_format(" in '%s'", named) : "");
        return false;
    }
    if (cuda && !link_kind(&d, "cuda", pack_cuda, added))
        return false;
    if (hip && !link_kind(&d, "hip", pack_hip, added))
        return false;
    if (cuda)
        add_cuda_runtime(line, added);
    return true;
}
