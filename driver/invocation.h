/* A command line, read only to classify it.
 *
 * The words go on to clang as the user wrote them, in their order; what is kept
 * here is what decides which words of ours are added, and whether any are.
 */
#ifndef ENZCC_DRIVER_INVOCATION_H
#define ENZCC_DRIVER_INVOCATION_H

#include "options.h"
#include "words.h"

/* Who we are called as: a compiler, the preprocessor, the linker (ld.enzcc, enz-ld), a tool of
 * LLVM's (tools.h), or what runs a command with the settings of a build (enzcc-env). */
enum persona {
    PERSONA_C,
    PERSONA_CXX,
    PERSONA_CPP,
    PERSONA_FORTRAN,
    PERSONA_LINKER,
    PERSONA_TOOL,
    PERSONA_ENV
};

/* Of a path, without folder and version: "ld.lld" of "/bin/ld.lld-22". */
char *program_name(const char *path);

/* What clang runs as its linker where there is code for devices: ld.enzcc again. */
#define LINKER_OF_DEVICES "clang-linker-wrapper"

/* Of the last component of a path. */
enum persona persona_of(const char *path);

/* What clang makes of an input; the driver adds different words for each. */
enum input_kind {
    INPUT_SOURCE,       /* C family, preprocessed first */
    INPUT_PREPROCESSED, /* .i .ii */
    INPUT_IR,           /* .ll .bc */
    INPUT_HEADER,       /* becomes a precompiled header */
    INPUT_ASSEMBLY,     /* .s .S */
    INPUT_DEVICE,       /* CUDA and HIP: code for a host and for devices */
    INPUT_FOREIGN,      /* other languages: Fortran, OpenCL */
    INPUT_OBJECT,       /* for the linker: objects, archives, scripts */
    INPUT_KINDS
};

struct input {
    const char *text;
    enum input_kind kind;
};

/* One word, after response files were expanded. */
struct argument {
    const char *text;
    size_t origin; /* index of the word of the command line it came from */
    bool ours;     /* never shown to clang */
};

struct invocation {
    enum persona persona;
    const char *target; /* of a triple in the program name, or NULL */

    struct words command; /* the user's words, without the program name */
    struct argument *arguments;
    size_t argument_count;

    struct input *inputs;
    size_t input_count;
    size_t inputs_of[INPUT_KINDS];
    bool libraries;     /* -l */
    bool linker_inputs; /* -Wl, and the like: inputs for a link only */

    enum action action;
    bool emit_llvm;
    bool query;          /* prints something and exits */
    const char *program; /* which program is asked for, or NULL */
    bool version, help;
    bool dry_run, verbose;   /* -###, -v */
    bool cut_short;          /* the last option lacks its value */
    bool remarks;            /* -Rpass= */
    bool locations;          /* other options for which clang keeps source locations */
    bool debug;              /* -g */
    enum color color;        /* of messages */
    const char *format;      /* likewise, as clang names it, or NULL */
    bool stats;              /* -fenz-stats */
    bool check_only;         /* -fenz-syntax-only: a link only looks for errors in derivatives */
    bool audit, audit_json;  /* --enz-audit: a link says what stands in the way of derivatives */
    const char *repro;       /* file of --enz-repro=, or NULL */
    bool bare_libraries;     /* -fno-enz-shared-bitcode */
    bool truncates;          /* -fenz-truncate-all=: a link takes bitcode */
    bool sanitized;          /* -fsanitize= */
    bool recovers;           /* -fsanitize-recover=address */
    bool instrumented;       /* clang adds code of other passes to units */
    bool needs_lto;          /* there are options that clang takes with LTO only */
    bool own_lto;            /* sanitized in a way that needs clang's own LTO */
    bool other_assembler;    /* than clang's own */
    bool offloads;           /* there is code for devices */
    bool names_devices;      /* --offload-arch= */
    const char *cuda_path;   /* value of --cuda-path=, or NULL */
    const char *rocm_path;   /* of --rocm-path= */
    bool foreign_objects;    /* a target without ELF objects */
    unsigned link_flags;     /* enum link_flag */
    const char *linker;      /* value of the last -fuse-ld=, or NULL */
    const char *linker_path; /* value of the last --ld-path=, or NULL */
    const char *output;

    struct words enz_options; /* for the passes */
    bool calls_stay;          /* -fno-enz: every derivative call is undefined */
    bool no_attributes;       /* -fno-enz-attributes */
    bool off, configure, explain, enz_help, force_lto;
};

/* Reads the program name, ENZCC_FLAGS and the command line. Fails, with a
 * message on stderr, only for wrong options of our own. */
bool invocation_read(struct invocation *invocation, int argc, char **argv);

bool invocation_links(const struct invocation *invocation);

/* Number of inputs that are translated through LLVM IR. */
size_t invocation_translated(const struct invocation *invocation);

/* The user's words as clang is to see them. */
void invocation_forward(const struct invocation *invocation, struct words *out);

/* --enz-explain-args. */
void invocation_explain(const struct invocation *invocation);

#endif
