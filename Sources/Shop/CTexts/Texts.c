// SwiftPM embeds a file as a literal with each byte as a number. For files of this size that takes the Swift compiler half a
// minute, here and in each build after a change. The C compiler takes them as they are.
#include "CTexts.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char english[] = {
#embed "../../../Resources/Embedded/Texts/en.txt"
};
static const unsigned char german[] = {
#embed "../../../Resources/Embedded/Texts/de.txt"
};
static const unsigned char spanish[] = {
#embed "../../../Resources/Embedded/Texts/es.txt"
};
static const unsigned char french[] = {
#embed "../../../Resources/Embedded/Texts/fr.txt"
};
static const unsigned char italian[] = {
#embed "../../../Resources/Embedded/Texts/it.txt"
};

struct text_file english_texts(void) { return (struct text_file){english, sizeof english}; }
struct text_file german_texts(void) { return (struct text_file){german, sizeof german}; }
struct text_file spanish_texts(void) { return (struct text_file){spanish, sizeof spanish}; }
struct text_file french_texts(void) { return (struct text_file){french, sizeof french}; }
struct text_file italian_texts(void) { return (struct text_file){italian, sizeof italian}; }
