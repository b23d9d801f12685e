// The description of the server's routes, which OpenAPI.c has from Resources/Embedded/openapi.json.
#ifndef COPENAPI_H
#define COPENAPI_H

#include <stddef.h>

/// The bytes of the file. They are there for as long as the program.
struct openapi_file {
    const unsigned char *bytes;
    size_t count;
};

struct openapi_file openapi_json(void);

#endif
