/* Reads what the driver has to know of an object. Nothing is assumed to be aligned: members of
 * archives are not. */
#include "elf.h"

#include <string.h>

bool elf_read_header(Elf64_Ehdr *header, struct view file)
{
    struct view bytes = view_slice(file, 0, sizeof *header);
    if (!bytes.data || !view_starts_with(file, ELFMAG))
        return false;
    memcpy(header, bytes.data, sizeof *header);
    return header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_ident[EI_DATA] == ELFDATA2LSB;
}

static uint64_t section_at(const struct elf *e, size_t index)
{
    return e->header.e_shoff + (uint64_t)index * sizeof(Elf64_Shdr);
}

static bool read_section(const struct elf *e, size_t index, Elf64_Shdr *section)
{
    struct view bytes = view_slice(e->file, section_at(e, index), sizeof *section);
    if (!bytes.data)
        return false;
    memcpy(section, bytes.data, sizeof *section);
    return true;
}

/* Numbers that do not fit into the header are in the first section. */
static bool section_numbers(const struct elf *e, size_t *count, size_t *names)
{
    Elf64_Shdr first;
    if (e->header.e_shoff == 0 || !read_section(e, 0, &first))
        return false;
    *count = e->header.e_shnum ? e->header.e_shnum : (size_t)first.sh_size;
    *names = e->header.e_shstrndx == SHN_XINDEX ? first.sh_link : e->header.e_shstrndx;
    return *count <= e->file.size / sizeof first;
}

static struct view contents(const struct elf *e, const Elf64_Shdr *section)
{
    return view_slice(e->file, section->sh_offset, section->sh_size);
}

static void note_section(struct elf *e, size_t index, const Elf64_Shdr *section, const char *name)
{
    Elf64_Shdr strings;
    if (section->sh_type == SHT_SYMTAB && read_section(e, section->sh_link, &strings)) {
        e->symbols = contents(e, section);
        e->names = contents(e, &strings);
    }
    if (name && strcmp(name, ELF_LOST_NAME) == 0)
        e->lost = contents(e, section);
    if (name && strcmp(name, ELF_OFFLOADING_NAME) == 0)
        e->offloading = contents(e, section);
    if (section->sh_type == ELF_BITCODE_TYPE && name && strcmp(name, ELF_BITCODE_NAME) == 0) {
        e->bitcode = contents(e, section);
        e->bitcode_at = section_at(e, index);
    }
}

static bool read_type(struct elf *e, struct view file, Elf64_Half type)
{
    size_t count, names;
    Elf64_Shdr section;
    memset(e, 0, sizeof *e);
    e->file = file;
    if (!elf_read_header(&e->header, file) || e->header.e_type != type ||
        !section_numbers(e, &count, &names) || !read_section(e, names, &section))
        return false;
    struct view texts = e->section_names = contents(e, &section);
    e->section_count = count;
    for (size_t i = 1; i < count; i++) {
        if (!read_section(e, i, &section))
            return false;
        note_section(e, i, &section, view_text(texts, section.sh_name));
    }
    return true;
}

bool elf_read(struct elf *e, struct view file)
{
    return read_type(e, file, ET_REL);
}

bool elf_is_shared(struct view file, const char *section)
{
    struct elf e;
    if (!read_type(&e, file, ET_DYN))
        return false;
    for (size_t i = 1; i < e.section_count; i++) {
        const char *name = elf_section_name(&e, i);
        if (name && strcmp(name, section) == 0)
            return true;
    }
    return false;
}

bool elf_section(const struct elf *e, size_t index, Elf64_Shdr *section)
{
    return index > 0 && index < e->section_count && read_section(e, index, section);
}

const char *elf_section_name(const struct elf *e, size_t index)
{
    Elf64_Shdr section;
    if (!elf_section(e, index, &section))
        return NULL;
    return view_text(e->section_names, section.sh_name);
}

size_t elf_symbol_count(const struct elf *e)
{
    return e->symbols.size / sizeof(Elf64_Sym);
}

const char *elf_symbol(const struct elf *e, size_t index, Elf64_Sym *symbol)
{
    memcpy(symbol, e->symbols.data + index * sizeof *symbol, sizeof *symbol);
    const char *name = view_text(e->names, symbol->st_name);
    return name && *name ? name : NULL;
}
