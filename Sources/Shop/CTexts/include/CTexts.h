// The texts of the storefront, which Texts.c has from Resources/Embedded/Texts.
#ifndef CTEXTS_H
#define CTEXTS_H

#include <stddef.h>

/// The file of one language. Its bytes are there for as long as the program.
struct text_file {
    const unsigned char *bytes;
    size_t count;
};

struct text_file english_texts(void);
struct text_file german_texts(void);
struct text_file spanish_texts(void);
struct text_file french_texts(void);
struct text_file italian_texts(void);

#endif
