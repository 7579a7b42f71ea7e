/* Relocatable ELF objects of 64 bits, little-endian: their sections and symbols. */
#ifndef ENZCC_DRIVER_ELF_H
#define ENZCC_DRIVER_ELF_H

#include "view.h"

#include <elf.h>

/* Of the section with the bitcode of a fat object. */
#define ELF_BITCODE_NAME ".llvm.lto"
#define ELF_BITCODE_TYPE 0x6fff4c0cu

/* Of the section that takes its place where -r has met objects without bitcode: their names. */
#define ELF_LOST_NAME ".enzcc.lost"

/* Of the section with images of code for devices. */
#define ELF_OFFLOADING_NAME ".llvm.offloading"

struct elf {
    struct view file;
    Elf64_Ehdr header;
    struct view symbols; /* entries of the symbol table */
    struct view names;   /* their names */
    struct view section_names;
    size_t section_count;
    struct view bitcode;
    struct view lost;
    struct view offloading;
    uint64_t bitcode_at; /* where in the file the header of its section stands */
};

/* Of the section with the bitcode of a shared library's units, and how that begins. Each unit has a
 * line that says how many bytes of bitcode follow, and how many of lines `address symbol` behind
 * those; the address is - where none is known. */
#define ELF_UNITS_NAME  ".enzcc.bitcode"
#define ELF_UNITS_MAGIC "enzcc units 1\n"

/* False if the file is something else, or damaged. */
bool elf_read(struct elf *e, struct view file);

/* Whether it is a shared library, or a program, with a section of that name. */
bool elf_is_shared(struct view file, const char *section);

/* Any ELF file of this machine's word size and byte order. */
bool elf_read_header(Elf64_Ehdr *header, struct view file);

/* The header of a section; false if there is none of that number. */
bool elf_section(const struct elf *e, size_t index, Elf64_Shdr *section);

/* Of a section; NULL if there is none of that number, or it has no name. */
const char *elf_section_name(const struct elf *e, size_t index);

size_t elf_symbol_count(const struct elf *e);

/* Of a symbol; NULL if it has none. */
const char *elf_symbol(const struct elf *e, size_t index, Elf64_Sym *symbol);

#endif
