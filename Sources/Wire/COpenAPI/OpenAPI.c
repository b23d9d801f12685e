// In C for the reason that Sources/Shop/CTexts/Texts.c has.
#include "COpenAPI.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file[] = {
#embed "../../../Resources/Embedded/openapi.json"
};

struct openapi_file openapi_json(void) { return (struct openapi_file){file, sizeof file}; }
