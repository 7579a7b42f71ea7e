/* ld.enzcc: the linker that clang runs, and that may be run without clang. */
#ifndef ENZCC_DRIVER_LINKER_H
#define ENZCC_DRIVER_LINKER_H

#include "toolchain.h"

/* What the driver says to ld.enzcc, in the environment. */
#define LINKER_PATH_VARIABLE  "ENZCC_LINKER" /* a linker in place of ld.lld */
#define LINKER_MODE_OTHER     'o'            /* which is of another kind */
#define LINKER_MODE_VARIABLE  "ENZCC_LINK"
#define LINKER_MODE_WHOLE     'w' /* link from bitcode even without requests */
#define LINKER_MODE_VERBOSE   'v' /* show what is run, where it is more than clang says */
#define LINKER_MODE_SHOW_ONLY '#' /* run nothing */
#define LINKER_MODE_TRUNCATE  't' /* link from bitcode, which may need what derivatives do */
#define LINKER_MODE_HOST      'h' /* code for devices has been linked already */
#define LINKER_MODE_BARE      'b' /* shared libraries keep no bitcode */
#define LINKER_MODE_CHECK     'c' /* look for errors in derivatives, write nothing */
#define LINKER_MODE_AUDIT     'a' /* likewise, and say what stands in their way */
#define LINKER_MODE_JSON      'j' /* as JSON */
/* What it says to the passes: the name of the output. */
#define LINKER_OUTPUT_VARIABLE "ENZCC_OUTPUT"
/* Lines of a symbol, the one that the linker takes in its place, and what refers to it still. */
#define LINKER_REDIRECTED_VARIABLE "ENZCC_REDIRECTED"

/* `words` are those of the command line without the program. Returns an exit status. */
int linker_run(const struct words *words, const struct toolchain *toolchain, const char *mode);

/* The words of a link from machine code: without those that clang adds for bitcode. */
void linker_add_native_words(const struct words *words, struct words *out);

int linker_main(int argc, char **argv);

#endif
