/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that clpwl-bgs reads and writes, without a device. */
#include <stdio.h>
#include <unistd.h>
#ifdef HAVE_JPEG
#include <jpeglib.h>
#endif
#ifdef HAVE_PNG
#include <png.h>
#endif
#include "common/draw.h"
#include "common/input.h"
#include "common/sink.h"
#include "support/said.h"

/* Each test works in a folder of its own. */
static char folder[32];

static void enter(void)
{
    strcpy(folder, "bgs_io.XXXXXX");
    ck_assert(mkdtemp(folder) && chdir(folder) == 0);
}

static void leave(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert(chdir("..") == 0 && system(command) == 0);
}

static void write_bytes(const char *name, const void *bytes, size_t n)
{
    FILE *f = fopen(name, "wb");
    ck_assert(f && fwrite(bytes, 1, n, f) == n && fclose(f) == 0);
}

/* A picture whose bytes all differ. */
static app_picture steps(int channels)
{
    app_picture p;
    ck_assert_int_eq(app_picture_make(&p, 7, 5, channels, "steps"), 0);
    for (int i = 0; i < 35 * channels; i++)
        p.data[i] = (unsigned char)(37 * i + 11);
    return p;
}

typedef int read_function(app_picture *p, const char *path, int channels);
static read_function *const readers[] = {app_picture_read, app_picture_read_wide};

/* The file is read. */
static app_picture read_picture(const char *name, int channels, int wide)
{
    app_picture p;
    ck_assert_int_eq(readers[wide](&p, name, channels), 0);
    ck_assert(p.channels == channels && p.wide == wide);
    return p;
}

/* The bytes of a picture, which is read: 8 bits, or the upper ones of 16. */
static void expect(const char *name, int channels, int wide, const void *right, size_t count)
{
    app_picture p = read_picture(name, channels, wide);
    ck_assert_uint_eq((size_t)(p.width * p.height * channels), count);
    for (size_t i = 0; i < count; i++) {
        const int v = wide ? ((uint16_t *)(void *)p.data)[i] : p.data[i];
        EXPECT(v == ((const unsigned char *)right)[i] * (wide ? 257 : 1), "%s: %d at %zu", name, v, i);
    }
    app_picture_free(&p);
}

/* The file is refused in one line that names it. */
static void refuse_picture(const char *name, int channels, int wide)
{
    app_picture p;
    REFUSED(EXIT_FAILURE, name, readers[wide](&p, name, channels));
    ck_assert_ptr_null(p.data);
}

static void refuse_bytes(const char *name, const void *bytes, size_t n, int channels)
{
    write_bytes(name, bytes, n);
    refuse_picture(name, channels, 0);
}

/* 8 bits come back, and as v * 257 where 16 are asked for; 16 bits come back whole. */
START_TEST(pictures_come_back)
{
    static const struct {
        const char *name;
        int channels;
    } files[] = {{"a.ppm", 3}, {"a.pgm", 1}, {"a.png", 3}, {"g.png", 1}};
    uint16_t values[6] = {0, 1, 255, 256, 40000, 65535};
    for (int i = 0; i < (app_picture_has_png ? 4 : 2); i++) {
        const int channels = files[i].channels;
        app_picture p = steps(channels), q;
        ck_assert_int_eq(app_picture_write(&p, files[i].name), 0);
        for (int wide = 0; wide < 2; wide++)
            expect(files[i].name, channels, wide, p.data, 35 * (size_t)channels);
        app_picture_free(&p);
        p = (app_picture){2, 3 / channels, channels, (unsigned char *)values, 1};
        remove(files[i].name);
        ck_assert_int_eq(app_picture_write(&p, files[i].name), 0);
        q = read_picture(files[i].name, channels, 1);
        ck_assert_mem_eq(q.data, values, sizeof values);
        app_picture_free(&q);
    }
}
END_TEST

/* Comments, and 16 bits, of which the high byte comes first. */
START_TEST(pnm_as_others_write_it)
{
    static const unsigned char text[] = "P6 # comment 9 9\n2\n1 # another\n65535\n"
                                        "\0\0\xff\xff\x80\x80\0\x01\0\x02\0\xff";
    static const unsigned char right[6] = {0, 255, 128, 0, 0, 0};
    write_bytes("c.ppm", text, sizeof text - 1);
    expect("c.ppm", 3, 0, right, 6);
    app_picture p = read_picture("c.ppm", 3, 1);
    ck_assert_int_eq(((uint16_t *)(void *)p.data)[5], 0xff);
    app_picture_free(&p);
    p = read_picture("c.ppm", 1, 0);
    ck_assert_int_eq(p.data[0], 164); /* 0.587 * 255 + 0.114 * 128 = 164.3 */
    app_picture_free(&p);
}
END_TEST

static void put(unsigned char *to, size_t bytes, unsigned long value)
{
    for (size_t i = 0; i < bytes; i++, value >>= 8)
        to[i] = (unsigned char)value;
}

/* A BMP of a picture, with its rows upwards or downwards. Of 8 bits and fewer it is grey: entry i
 * of the palette is i for 8 bits, and 255 or 0 for 1 bit. The size of the file. */
static size_t make_bmp(unsigned char *to, const app_picture *p, int bits, int upwards)
{
    const size_t colours = bits <= 8 ? (size_t)1 << bits : 0, start = 54 + 4 * colours;
    const size_t row = ((size_t)(p->width * bits) + 31) / 32 * 4;
    memset(to, 0, start + row * (size_t)p->height);
    memcpy(to, "BM", 2);
    put(to + 10, 4, start);
    put(to + 14, 4, 40);
    put(to + 18, 4, (unsigned long)p->width);
    put(to + 22, 4, (unsigned long)(upwards ? p->height : -p->height));
    put(to + 26, 2, 1);
    put(to + 28, 2, (unsigned long)bits);
    for (size_t i = 0; i < colours; i++)
        memset(to + 54 + 4 * i, bits == 8 ? (int)i : i ? 0 : 255, 3);
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            unsigned char *line = to + start + row * (size_t)(upwards ? p->height - 1 - y : y);
            const unsigned char *from = p->data + (y * p->width + x) * p->channels;
            if (bits == 1)
                line[x / 8] |= (unsigned char)((*from ? 0 : 128) >> x % 8);
            else if (bits == 8)
                line[x] = *from;
            else
                for (int k = 0; k < 3; k++)
                    line[x * bits / 8 + k] = from[2 - k];
        }
    return start + row * (size_t)p->height;
}

START_TEST(bmp_of_each_depth_and_order)
{
    static const int depths[] = {1, 8, 24, 32};
    unsigned char bytes[4096];
    for (int i = 0; i < 8; i++) {
        const int bits = depths[i / 2], channels = bits <= 8 ? 1 : 3;
        app_picture p = steps(channels);
        for (int k = 0; k < 35 && bits == 1; k++)
            p.data[k] = k % 3 ? 255 : 0;
        size_t n = make_bmp(bytes, &p, bits, i % 2);
        write_bytes("a.bmp", bytes, n);
        expect("a.bmp", channels, 0, p.data, 35 * (size_t)channels);
        for (size_t cut = 0; cut < n; cut += 1 + cut / 8)
            refuse_bytes("a.bmp", bytes, cut, channels);
        app_picture_free(&p);
    }
}
END_TEST

/* Compression, 16 bits, an old header, pixels within the header, and a height of -2^31. */
START_TEST(bmp_that_is_refused)
{
    static const struct {
        size_t at;
        unsigned long value;
    } changes[] = {{30, 1}, {30, 3}, {28, 16}, {14, 12}, {10, 20}, {22, 0x80000000}, {18, 40000}};
    unsigned char bytes[4096];
    app_picture p = steps(3);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        size_t n = make_bmp(bytes, &p, 24, 0);
        put(bytes + changes[i].at, changes[i].at == 28 ? 2 : 4, changes[i].value);
        refuse_bytes("a.bmp", bytes, n, 3);
    }
    app_picture_free(&p);
}
END_TEST

#ifdef HAVE_PNG
/* One row of values in words or bytes, or fewer bits, and a chunk that asks a reader to change them. A
 * palette has 3 colours, of which the second is half covered. */
static void write_png(const void *row, unsigned width, int depth, int has_palette, int chunk)
{
    static const png_color colors[] = {{10, 20, 30}, {200, 100, 50}, {7, 8, 9}};
    static const png_byte alphas[] = {255, 51}, profile[] = "a\0\0x";
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    FILE *f = fopen("a.png", "wb");
    ck_assert(png && info && f);
    png_init_io(png, f);
    png_set_IHDR(png, info, width, 1, depth, has_palette ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_GRAY,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (has_palette) {
        png_set_PLTE(png, info, colors, 3);
        png_set_tRNS(png, info, alphas, 2, NULL);
        png_set_check_for_invalid_index(png, 0);
    }
    if (chunk == 1)
        png_set_gAMA(png, info, 1.0);
    if (chunk == 2)
        png_set_sRGB(png, info, PNG_sRGB_INTENT_ABSOLUTE);
    png_write_info(png, info);
    if (chunk == 3)
        png_write_chunk(png, (png_const_bytep) "iCCP", profile, sizeof profile);
    if (depth < 8)
        png_set_packing(png);
    png_write_row(png, row);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    ck_assert_int_eq(fclose(f), 0);
}

/* Labels of a truth: 8 or 16 bits, whatever the file says of gamma and profiles. */
START_TEST(values_of_png_are_taken_as_they_stand)
{
    static const unsigned char labels[] = {0, 50, 85, 127, 128, 170, 255};
    for (int c = 0; c < 24; c++) {
        const int is_wide = c % 3, channels = c % 2 ? 3 : 1;
        png_byte row[2 * sizeof labels];
        for (size_t i = 0; i < sizeof labels; i++) {
            row[is_wide ? 2 * i : i] = labels[i];
            if (is_wide)
                row[2 * i + 1] = is_wide == 2 ? labels[i] : 0;
        }
        write_png(row, sizeof labels, is_wide ? 16 : 8, 0, c / 6);
        unsigned char right[3 * sizeof labels];
        for (size_t i = 0; i < sizeof right; i++)
            right[i] = labels[i / (size_t)channels % sizeof labels];
        expect("a.png", channels, 0, right, sizeof labels * (size_t)channels);
    }
}
END_TEST

/* An index beyond the palette was black. */
START_TEST(palettes_of_png)
{
    static const unsigned char expected[] = {10, 20, 30, 40, 20, 10, 7, 8, 9, 10, 20, 30};
    static const png_byte right[] = {0, 1, 2, 0}, wrong[] = {0, 1, 2, 3};
    for (int depth = 2; depth <= 8; depth *= 2)
        for (int wide = 0; wide <= 1; wide++) {
            write_png(right, 4, depth, 1, 0);
            expect("a.png", 3, wide, expected, sizeof expected);
            write_png(wrong, 4, depth, 1, 0);
            refuse_picture("a.png", 3, wide);
        }
}
END_TEST
#endif

START_TEST(broken_pictures)
{
    static const struct {
        const char *bytes;
        size_t n;
    } files[] = {{"", 0},          {"P", 1},           {"P5\n4 4\n255\nabc", 14},
                 {"P6\n0 4\n255\n", 11}, {"P5\n4 x\n255\n", 11}, {"P5\n40000 1\n255\n", 15},
                 {"P5\n4 4\n0\n", 9}, {"P2\n1 1\n255\n7\n", 13}, {"\x89PNG\r\n\x1a\n", 8},
                 {"\xff\xd8\xff\xe0", 4}, {"BM", 2},
                 {"P5\n2 1\n100\n\x64\x65", 13}, {"P5\n1 1\n1023\n\x04\x00", 14}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        refuse_bytes("broken", files[i].bytes, files[i].n, 3);
    refuse_picture("none", 3, 0);
}
END_TEST

#ifdef HAVE_JPEG
typedef enum coding { BASELINE, OPTIMISED, PROGRESSIVE, ARITHMETIC, CODINGS } coding;

/* Flat blocks of 8 x 8 px at quality 100, which come back exactly; two a row, of 20, 40 ..., or all of 77.
 * The size of the file. */
static size_t write_jpeg(int width, int height, coding how, J_COLOR_SPACE space, const unsigned char *app1,
                         unsigned length)
{
    struct jpeg_compress_struct c;
    struct jpeg_error_mgr errors;
    const int inks = space == JCS_GRAYSCALE ? 1 : 4;
    unsigned char *row = malloc((size_t)(width * inks));
    FILE *f = fopen("a.jpg", "wb");
    ck_assert(row && f);
    c.err = jpeg_std_error(&errors);
    jpeg_create_compress(&c);
    jpeg_stdio_dest(&c, f);
    c.image_width = (JDIMENSION)width;
    c.image_height = (JDIMENSION)height;
    c.input_components = inks;
    c.in_color_space = inks == 1 ? JCS_GRAYSCALE : JCS_CMYK;
    jpeg_set_defaults(&c);
    jpeg_set_colorspace(&c, space);
    jpeg_set_quality(&c, 100, TRUE);
    c.optimize_coding = how == OPTIMISED;
    c.arith_code = how == ARITHMETIC;
    if (how == PROGRESSIVE)
        jpeg_simple_progression(&c);
    jpeg_start_compress(&c, TRUE);
    if (app1)
        jpeg_write_marker(&c, JPEG_APP0 + 1, app1, length);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width * inks; x++)
            row[x] = (unsigned char)(app1 ? 20 * (1 + x / 8 + 2 * (y / 8)) : 77);
        jpeg_write_scanlines(&c, &row, 1);
    }
    jpeg_finish_compress(&c);
    jpeg_destroy_compress(&c);
    const long size = ftell(f);
    fclose(f);
    free(row);
    return (size_t)size;
}

/* Exif names the sides that the first row and the first column of samples are shown at. */
START_TEST(oriented_jpegs)
{
    static const char sides[][2] = {{'t', 'l'}, {'t', 'r'}, {'b', 'r'}, {'b', 'l'},
                                    {'l', 't'}, {'r', 't'}, {'r', 'b'}, {'l', 'b'}};
    unsigned char exif[] = "Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0?\0\0\0\0\0\0\0",
                  big[] = "Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0?\0\0\0\0\0\0";
    enum { ENTRY_END = 28 }; /* the segment may end there */
    for (int i = 0; i < 32; i++) {
        const char *side = sides[i / 4];
        const int swaps = side[0] == 'l' || side[0] == 'r', channels = i & 2 ? 3 : 1;
        exif[24] = big[25] = (unsigned char)(1 + i / 4);
        write_jpeg(16, 24, BASELINE, JCS_GRAYSCALE, i % 2 ? big : exif, i & 2 ? ENTRY_END : sizeof exif - 1);
        app_picture p = read_picture("a.jpg", channels, 0);
        ck_assert(p.width == (swaps ? 24 : 16) && p.height == (swaps ? 16 : 24));
        for (int k = 0; k < 16 * 24; k++) {
            const int x = k % 16, y = k / 16; /* as stored: columns away from `across`, rows from `down` */
            const char down = side[0], across = side[1];
            const int v = down == 't' || down == 'l' ? y : 23 - y;
            const int u = across == 'l' || across == 't' ? x : 15 - x;
            const int at = channels * (swaps ? u * 24 + v : v * 16 + u);
            EXPECT(p.data[at] == 20 * (1 + x / 8 + 2 * (y / 8)), "%d: at %d, %d", i, x, y);
        }
        app_picture_free(&p);
    }
    /* A number that is none, or of another type; a segment that ends too early. */
    for (int k = 0; k < 4 + ENTRY_END; k++) {
        exif[24] = (unsigned char)(k < 3 ? (const int[]){0, 9, 255}[k] : 6);
        exif[18] = k == 3 ? 4 : 3;
        write_jpeg(16, 24, BASELINE, JCS_GRAYSCALE, exif, k < 4 ? sizeof exif - 1 : (unsigned)k - 4);
        app_picture p = read_picture("a.jpg", 1, 0);
        ck_assert(p.width == 16 && p.data[0] == 20);
        app_picture_free(&p);
    }
}
END_TEST

/* Files with the fewest bytes for a pixel, and what only claims to be large. */
START_TEST(flat_jpegs)
{
    static const unsigned char claim[4] = {0x40, 0, 0x40, 0}; /* 16384 x 16384 pixels */
    for (coding how = 0; how < CODINGS; how++) {
        unsigned char bytes[4096];
        long others = 0;
        write_jpeg(1920, 1080, how, JCS_GRAYSCALE, NULL, 0);
        app_picture p = read_picture("a.jpg", 1, 0);
        ck_assert(p.width == 1920 && p.height == 1080);
        for (int i = 0; i < 1920 * 1080; i++)
            others += p.data[i] != 77;
        ck_assert_int_eq(others, 0);
        app_picture_free(&p);
        size_t size = write_jpeg(16, 16, how, JCS_GRAYSCALE, NULL, 0), at = 0;
        FILE *f = fopen("a.jpg", "rb");
        ck_assert(f && size <= sizeof bytes && fread(bytes, 1, size, f) == size);
        fclose(f);
        refuse_bytes("a.jpg", bytes, size - 10, 3);
        /* The frame's header: FF Cn, two bytes of length, 8 bits, height, width. */
        while (at + 8 < size && !(bytes[at] == 0xff && (bytes[at + 1] & 0xf0) == 0xc0 &&
                                  bytes[at + 4] == 8 && bytes[at + 6] == 16))
            at++;
        ck_assert_uint_lt(at + 8, size);
        memcpy(bytes + at + 5, claim, sizeof claim);
        refuse_bytes("a.jpg", bytes, size, 1);
    }
    write_jpeg(8192, 8192, ARITHMETIC, JCS_GRAYSCALE, NULL, 0); /* twice the pixels of 8K, in 128 bytes */
    refuse_picture("a.jpg", 1, 0);
    for (J_COLOR_SPACE space = JCS_CMYK; space <= JCS_YCCK; space++) {
        write_jpeg(16, 16, BASELINE, space, NULL, 0);
        refuse_picture("a.jpg", 3, 0);
        ck_assert_ptr_nonnull(strstr(said, "CMYK"));
    }
}
END_TEST
#endif

START_TEST(pfm)
{
    const float data[6] = {0, 0.25f, 0.5f, 0.75f, 1, 0.125f};
    float back[6];
    char head[3], scale[8];
    int width, height;
    ck_assert_int_eq(app_pfm_write(data, 3, 2, "a.pfm"), 0);
    FILE *f = fopen("a.pfm", "rb");
    ck_assert_int_eq(fscanf(f, "%2s %d %d %7s", head, &width, &height, scale), 4);
    getc(f);
    ck_assert_uint_eq(fread(back, sizeof *back, 6, f), 6);
    fclose(f);
    ck_assert_str_eq(head, "Pf");
    ck_assert(width == 3 && height == 2);
    ck_assert_mem_eq(back, data + 3, sizeof *back * 3); /* the lowest row first */
    ck_assert_mem_eq(back + 3, data, sizeof *back * 3);
}
END_TEST

/* A 3 x 3 stream with simple luma and chroma. */
static void y4m_stream(const char *space, int chroma, int frames)
{
    unsigned char bytes[512];
    int n = snprintf((char *)bytes, sizeof bytes, "YUV4MPEG2 W3 H3 F25:1 Ip%s%s\n",
                     *space ? " C" : "", space);
    for (int t = 0; t < frames; t++) {
        n += snprintf((char *)bytes + n, sizeof bytes - (size_t)n, "FRAME Ixyz\n");
        for (int i = 0; i < 9; i++)
            bytes[n++] = (unsigned char)(i == 0 ? 16 : i == 1 ? 235 : i == 2 ? 81 : 100 + t);
        for (int i = 0; i < 2 * chroma; i++) /* red in the second frame, otherwise grey */
            bytes[n++] = (unsigned char)(i % chroma != 1 ? 128 : i < chroma ? 90 : 240);
    }
    write_bytes("a.y4m", bytes, (size_t)n);
}

/* All frames of an input, of which the last stays in `frame`. */
static int count_frames(const char *name, app_picture *frame)
{
    app_input in;
    int more = 1, frames = -1;
    ck_assert_int_eq(app_input_open(&in, name, -1), 0);
    for (; more; frames++)
        ck_assert_int_eq(app_input_next(&in, frame, &more), 0);
    app_input_close(&in);
    return frames;
}

/* Of a frame: black, white, and where two pixels have one colour red; a grey of (100 + t - 16) * 255 / 219:
 * 97.8, 99.0. */
START_TEST(y4m_colours)
{
    static const struct {
        const char *space;
        int chroma;
    } spaces[] = {{"", 4}, {"420jpeg", 4}, {"422", 6}, {"444", 9}, {"mono", 0}};
    for (size_t i = 0; i < 2 * sizeof spaces / sizeof *spaces; i++) {
        const int frames = 1 + (int)i % 2, chroma = spaces[i / 2].chroma;
        app_picture frame = {0};
        y4m_stream(spaces[i / 2].space, chroma, frames);
        ck_assert_int_eq(count_frames("a.y4m", &frame), frames);
        ck_assert(frame.width == 3 && frame.height == 3);
        const unsigned char *c = frame.data;
        ck_assert(c[0] == 0 && c[1] == 0 && c[2] == 0); /* Y = 16 */
        if (chroma == 4 || chroma == 6) {
            ck_assert(c[3] == 255 && c[4] == 255 && c[5] == 255);
            ck_assert(c[6] >= 253 && c[7] <= 1 && c[8] <= 1);
        }
        if (chroma == 0)
            ck_assert_int_eq(c[26], frames == 1 ? 98 : 99);
        free(frame.data);
    }
}
END_TEST

START_TEST(y4m_unknown)
{
    static const char *const wrong[] = {"YUV4MPEG2 W0 H3\n", "YUV4MPEG2 W3\n", "YUV4MPEG2 W3 Hx\n",
                                        "YUV4MPEG2 W3 H3 C420p10\n", "YUV4MPEG2 W3 H3", "RIFF....AVI "};
    app_input in;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        write_bytes("a.y4m", wrong[i], strlen(wrong[i]));
        REFUSED(EXIT_FAILURE, "a.y4m", app_input_open(&in, "a.y4m", -1));
    }
}
END_TEST

START_TEST(y4m_comes_back)
{
    app_sink sink;
    app_picture frame = {0}, p = steps(3);
    ck_assert_int_eq(app_sink_open(&sink, "b.y4m", 0), 0);
    ck_assert_int_eq(app_sink_put(&sink, 0, &p), 0);
    ck_assert_int_ne(access("b.y4m", F_OK), 0); /* only when it is complete */
    ck_assert_int_eq(app_sink_close(&sink), 0);
    ck_assert_int_eq(count_frames("b.y4m", &frame), 1);
    /* Y, U and V are rounded to 219 and 224 steps: half a step of each, amplified by up
     * to 1.17 and 2.02, and the last rounding */
    for (int i = 0; i < 105; i++)
        ck_assert_int_le(abs(frame.data[i] - p.data[i]), 2);
    app_picture_free(&p);
    free(frame.data);
}
END_TEST

START_TEST(numbered_pictures)
{
    app_pattern p;
    app_picture frame = {0};
    long first, last;
    char name[APP_NAME];
    static const char *const wrong[] = {"a.png", "a%s.png", "a%d%d.png", "%d/a.png", "a%5d.png", "%"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_int_ne(app_pattern_parse(&p, wrong[i]), 0);
    app_picture q = steps(3);
    for (int i = 8; i < 12; i++) {
        snprintf(name, sizeof name, "n%03d.ppm", i);
        ck_assert_int_eq(app_picture_write(&q, name), 0);
    }
    static const char pattern[] = "n%03d.ppm";
    app_input in;
    ck_assert_int_eq(app_input_open(&in, pattern, 10), 0);
    ck_assert(in.first == 10 && in.most == 2);
    app_input_close(&in);
    REFUSED(EXIT_FAILURE, "12", app_input_open(&in, pattern, 12));
    write_bytes("n0010.ppm", "", 0); /* one digit too many for the pattern */
    write_bytes("n012.ppm.part", "", 0);
    ck_assert_int_eq(app_pattern_parse(&p, pattern), 0);
    ck_assert_int_eq(app_pattern_range(&p, &first, &last), 4);
    ck_assert(first == 8 && last == 11);
    ck_assert_int_eq(count_frames(pattern, &frame), 4);
    ck_assert_mem_eq(frame.data, q.data, 105);
    app_picture_free(&q);
    free(frame.data);
}
END_TEST

/* Of several files a shell made of a pattern. */
START_TEST(files_that_one_pattern_means)
{
    static const char *const files[][2] = {
        {"s/in000001.png", "'s/in%06d.png'"}, {"a01x.png", "'a%02dx.png'"}, {"a0.png", "'a%d.png'"},
        {"a%d.png", "'a%d.png' alone"}, {"2/a.png", "in%06d.png"}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        REFUSED(2, files[i][1], app_pattern_refuse_files(3, files[i][0]));
}
END_TEST

/* T and L at the corner of a picture, dark on white; what does not fit is left out. */
START_TEST(letters)
{
    static const char *const rows[] = {"#####.#....", "..#...#....", "..#...#....", "..#...#....",
                                       "..#...#....", "..#...#....", "..#...#####"};
    app_picture p;
    ck_assert_int_eq(app_picture_make(&p, 20, 8, 3, "letters"), 0);
    memset(p.data, 255, 3 * 20 * 8);
    app_draw_text(&p, "TLX", 0, 0, 17);
    for (int i = 0; i < 20 * 8; i++) {
        const int is_ink = i / 20 < 7 && i % 20 < 11 && rows[i / 20][i % 20] == '#';
        for (int k = 0; k < 3; k++)
            ck_assert_msg((p.data[3 * i + k] != 255) == is_ink, "at %d, %d", i % 20, i / 20);
    }
    app_picture_free(&p);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("bgs_io");
    TCase *c = tcase_create("files");
    tcase_add_checked_fixture(c, enter, leave);
    tcase_add_test(c, pictures_come_back);
    tcase_add_test(c, pnm_as_others_write_it);
    tcase_add_test(c, bmp_of_each_depth_and_order);
    tcase_add_test(c, bmp_that_is_refused);
#ifdef HAVE_PNG
    tcase_add_test(c, values_of_png_are_taken_as_they_stand);
    tcase_add_test(c, palettes_of_png);
#endif
    tcase_add_test(c, broken_pictures);
#ifdef HAVE_JPEG
    tcase_add_test(c, oriented_jpegs);
    tcase_add_test(c, flat_jpegs);
#endif
    tcase_add_test(c, pfm);
    tcase_add_test(c, y4m_colours);
    tcase_add_test(c, y4m_unknown);
    tcase_add_test(c, y4m_comes_back);
    tcase_add_test(c, numbered_pictures);
    tcase_add_test(c, files_that_one_pattern_means);
    tcase_add_test(c, letters);
    suite_add_tcase(s, c);
    return s;
}
