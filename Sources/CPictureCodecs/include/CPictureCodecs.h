// The one place that includes libpng and libjpeg-turbo: the few calls that read a picture out of a file's bytes.
#ifndef CPICTURECODECS_H
#define CPICTURECODECS_H

#if !__has_include(<png.h>) || !__has_include(<turbojpeg.h>)
#error "A header is missing: apt-get install libpng-dev libturbojpeg0-dev"
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What the beginning of a file says that it is.
enum cp_format { CP_FORMAT_NONE, CP_FORMAT_PNG, CP_FORMAT_JPEG };

/// A picture's measures; 0 where its header is damaged.
struct cp_header {
    enum cp_format format;
    int width, height;
};

/// Reads the header and nothing else.
struct cp_header cp_read_header(const uint8_t *bytes, size_t count);

/// The smallest measures, not below `size` in either direction, that the picture can be decoded in. A JPEG has several.
struct cp_header cp_shrink(struct cp_header header, int size);

/// Decodes to three bytes for each pixel (red, green, blue), row by row, transparent parts on black. False where the bytes
/// are damaged or end too early.
bool cp_decode(const uint8_t *bytes, size_t count, struct cp_header header, uint8_t *pixels);

#pragma clang assume_nonnull end
#endif
