/* What the words of a command line are: a view of options.def.
 *
 * Looks at one word at a time and keeps nothing. What clang does not need us to
 * know is reported as OPTION_OTHER and left alone.
 */
#ifndef ENZCC_DRIVER_OPTIONS_H
#define ENZCC_DRIVER_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

enum option_kind { KIND_FLAG, KIND_JOINED, KIND_SEPARATE, KIND_EITHER, KIND_BOTH };

enum option_class {
    CLASS_OTHER,  /* forwarded unseen */
    CLASS_INPUT,  /* not an option: a file, or "-" */
    CLASS_VALUE,  /* has a value, otherwise of no interest */
    CLASS_ACTION, /* argument: enum action */
    CLASS_EMIT_LLVM,
    CLASS_DRY_RUN,
    CLASS_VERBOSE,
    CLASS_VERSION,
    CLASS_HELP,
    CLASS_QUERY,   /* prints something and exits */
    CLASS_PROGRAM, /* asks where a program is */
    CLASS_OUTPUT,
    CLASS_LANGUAGE,
    CLASS_END, /* "--": only inputs follow */
    CLASS_REMARKS,
    CLASS_LTO,
    CLASS_LOCATIONS, /* clang keeps source locations */
    CLASS_LTO_ONLY,  /* clang refuses it without LTO, or calls it unused */
    CLASS_SANITIZE,
    CLASS_RECOVER, /* argument: after an error of a sanitizer the program goes on */
    CLASS_OFFLOAD, /* argument: for devices only; else makes units have devices */
    CLASS_CUDA_PATH,
    CLASS_ROCM_PATH,
    CLASS_INSTRUMENT, /* other passes of clang add code to the unit */
    CLASS_ASSEMBLER,  /* argument: another than clang's own */
    CLASS_TARGET,
    CLASS_LINKER,
    CLASS_LINK_MODE,  /* argument: enum link_flag */
    CLASS_LIBRARY,    /* -l */
    CLASS_LINK_INPUT, /* an input of the linker only */
    CLASS_LINK_PATH,
    CLASS_ENZ,     /* -fenz-*, -fno-enz-* */
    CLASS_DEBUG,   /* -g */
    CLASS_WARNING, /* -W and -w; argument: about messages of ours */
    CLASS_FORMAT,  /* of messages */
    CLASS_COLOR,   /* argument: enum color */
    CLASS_KNOB,    /* -Xenz */
    CLASS_COMMAND  /* --enz-*; argument: enum enz_command */
};

/* What is made, in the order in which clang lets one win over another. */
enum action { ACTION_LINK, ACTION_OBJECT, ACTION_ASSEMBLY, ACTION_CHECK, ACTION_PREPROCESS };

enum link_flag {
    LINK_RELOCATABLE = 1, /* -r */
    LINK_BARE = 2,        /* no standard libraries */
    LINK_LTO = 8,         /* the user asked for LTO */
    LINK_FOREIGN = 16     /* not the machine the runtime was built for */
};

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

enum enz_command {
    COMMAND_AUDIT,
    COMMAND_AUDIT_JSON,
    COMMAND_CONFIGURE,
    COMMAND_EXPLAIN,
    COMMAND_HELP,
    COMMAND_LTO,
    COMMAND_OFF,
    COMMAND_REPRO
};

struct option {
    enum option_class class;
    int argument;
    const char *spelling; /* NULL for inputs and unknown options */
    const char *value;    /* inside the word; NULL if none, or if `separate` */
    bool separate;        /* the next word is the value */
};

/* Classifies one word. Never fails: an unknown option is CLASS_OTHER. */
struct option option_classify(const char *word);

/* Checks a -fenz-*, -fno-enz-* or --enz-* word against the tables. On failure
 * prints what is wrong and the nearest spelling on stderr. */
bool enz_option_check(const char *word);

/* Checks -Wenz-NAME, -Wno-enz-NAME, -Werror=enz-NAME or -Wno-error=enz-NAME: there is a warning of
 * that name. On failure says so on stderr. */
bool enz_warning_check(const char *word);

/* Checks the value of -Xenz; on failure says what it may be on stderr. */
bool enz_knob_check(const char *word);

/* The text for the passes of a checked -fenz word: "-fenz-dump=plan" is
 * "dump=plan", "-fno-enz-remat" is "no-remat", "-fno-enz" is "no-enz". */
const char *enz_option_text(const char *word);

void enz_option_help(FILE *out);

/* A name of the class, for --enz-explain-args. */
const char *option_class_name(enum option_class class);

#endif
