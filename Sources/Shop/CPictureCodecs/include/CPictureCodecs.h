// The only header for libpng and libjpeg-turbo, for CursesTerminal. It decodes a picture from the bytes of
// a file.
#ifndef CPICTURECODECS_H
#define CPICTURECODECS_H

#if !__has_include(<png.h>) || !__has_include(<turbojpeg.h>)
#error "A header is missing: apt-get install libpng-dev libturbojpeg0-dev"
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The format of a file, judged by its first bytes.
enum cp_format { CP_FORMAT_NONE, CP_FORMAT_PNG, CP_FORMAT_JPEG };

/// A picture's size; 0 if its header is damaged.
struct cp_header {
    enum cp_format format;
    int width, height;
};

/// Reads only the header.
struct cp_header cp_read_header(const uint8_t *bytes, size_t count);

/// The smallest size in which the picture can be decoded that is not below `size` in either direction. A JPEG
/// has several sizes.
struct cp_header cp_shrink(struct cp_header header, int size);

/// Decodes to three bytes for each pixel (red, green, blue), row by row, with transparent parts on black.
/// False if the bytes are damaged or end too early.
bool cp_decode(const uint8_t *bytes, size_t count, struct cp_header header, uint8_t *pixels);

#pragma clang assume_nonnull end
#endif
