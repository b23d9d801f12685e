// Decodes PNG and JPEG files, with libpng and libjpeg-turbo, for `PictureFile`.
#include "CPictureCodecs.h"

#include <png.h>
#include <string.h>
#include <turbojpeg.h>

static struct cp_header read_png_header(const uint8_t *bytes, size_t count) {
    struct cp_header header = {CP_FORMAT_PNG, 0, 0};
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (png_image_begin_read_from_memory(&image, bytes, count) && image.width <= INT32_MAX && image.height <= INT32_MAX)
        header = (struct cp_header){CP_FORMAT_PNG, (int)image.width, (int)image.height};
    png_image_free(&image);
    return header;
}

static struct cp_header read_jpeg_header(const uint8_t *bytes, size_t count) {
    struct cp_header header = {CP_FORMAT_JPEG, 0, 0};
    tjhandle decoder = tjInitDecompress();
    int width = 0, height = 0, sampling, colours; // A file with only tables has no size; that is not an error.
    if (decoder != NULL && tjDecompressHeader3(decoder, bytes, count, &width, &height, &sampling, &colours) == 0)
        header = (struct cp_header){CP_FORMAT_JPEG, width, height};
    tjDestroy(decoder);
    return header;
}

struct cp_header cp_read_header(const uint8_t *bytes, size_t count) {
    static const uint8_t png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'}, jpeg[] = {0xFF, 0xD8, 0xFF};
    if (count >= sizeof png && memcmp(bytes, png, sizeof png) == 0) return read_png_header(bytes, count);
    if (count >= sizeof jpeg && memcmp(bytes, jpeg, sizeof jpeg) == 0) return read_jpeg_header(bytes, count);
    return (struct cp_header){CP_FORMAT_NONE, 0, 0};
}

struct cp_header cp_shrink(struct cp_header header, int size) {
    if (header.format != CP_FORMAT_JPEG) return header;
    int count = 0;
    const tjscalingfactor *factors = tjGetScalingFactors(&count);
    struct cp_header best = header;
    for (int i = 0; factors != NULL && i < count; i++) {
        int width = TJSCALED(header.width, factors[i]), height = TJSCALED(header.height, factors[i]);
        if (width >= size && height >= size && width < best.width)
            best = (struct cp_header){header.format, width, height};
    }
    return best;
}

static bool decode_png(const uint8_t *bytes, size_t count, struct cp_header header, uint8_t *pixels) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    png_color black = {0, 0, 0};
    bool decoded = png_image_begin_read_from_memory(&image, bytes, count) && (int)image.width == header.width
        && (int)image.height == header.height;
    if (decoded) {
        image.format = PNG_FORMAT_RGB;
        decoded = png_image_finish_read(&image, &black, pixels, 0, NULL) != 0 && !PNG_IMAGE_FAILED(image);
    }
    png_image_free(&image);
    return decoded;
}

static bool decode_jpeg(const uint8_t *bytes, size_t count, struct cp_header header, uint8_t *pixels) {
    tjhandle decoder = tjInitDecompress();
    if (decoder == NULL) return false;
    // A file may ask for thousands of passes over the whole picture. A file that ends early is filled up with
    // grey, and that is an error, too.
    int result = tjDecompress2(
        decoder, bytes, count, pixels, header.width, 0, header.height, TJPF_RGB, TJFLAG_LIMITSCANS);
    tjDestroy(decoder);
    return result == 0;
}

bool cp_decode(const uint8_t *bytes, size_t count, struct cp_header header, uint8_t *pixels) {
    switch (header.format) {
    case CP_FORMAT_PNG: return decode_png(bytes, count, header, pixels);
    case CP_FORMAT_JPEG: return decode_jpeg(bytes, count, header, pixels);
    case CP_FORMAT_NONE: return false;
    }
}
