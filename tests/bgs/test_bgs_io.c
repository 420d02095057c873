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
#include "common/device.h"
#include "common/differ.h"
#include "common/draw.h"
#include "common/input.h"
#include "common/sink.h"
#include "support/suite.h"
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

#ifdef HAVE_PNG
enum { HAS_PNG = 1 };
#else
enum { HAS_PNG = 0 };
#endif
#ifdef HAVE_JPEG
enum { HAS_JPEG = 1 };
#else
enum { HAS_JPEG = 0 };
#endif

FIXTURE(enter, leave)

/* 8 bits come back, and as v * 257 where 16 are asked for; 16 bits come back whole. */
TEST(pictures_come_back)
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

/* Comments, and 16 bits, of which the high byte comes first. */
TEST(pnm_as_others_write_it)
{
    static const unsigned char text[] = "P6 # comment 9 9\n2\n1 # another\n65535\n"
                                        "\0\0\xff\xff\x80\x80\0\x01\0\x02\0\xff";
    static const unsigned char right[6] = {0, 255, 128, 0, 0, 0};
    write_bytes("c.ppm", text, sizeof text - 1);
    expect("c.ppm", 3, 0, right, 6);
    app_picture p = read_picture("c.ppm", 3, 1);
    ck_assert_int_eq(((uint16_t *)(void *)p.data)[5], 0xff);
    app_picture_free(&p);
    expect("c.ppm", 1, 0, "\xa4", 2); /* 0.587 * 255 + 0.114 * 128 = 164.3; 0 */
}

static void put(unsigned char *to, size_t bytes, unsigned long value)
{
    for (size_t i = 0; i < bytes; i++, value >>= 8)
        to[i] = (unsigned char)value;
}

/* A BMP of a picture, with its rows upwards or downwards. Of 8 bits it is grey: entry i of the
 * palette is 255 - i. The size of the file. */
static size_t make_bmp(unsigned char *to, const app_picture *p, int bits, int upwards)
{
    const size_t colours = bits == 8 ? 256 : 0, start = 54 + 4 * colours;
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
        memset(to + 54 + 4 * i, 255 - (int)i, 3);
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            unsigned char *line = to + start + row * (size_t)(upwards ? p->height - 1 - y : y);
            const unsigned char *from = p->data + (y * p->width + x) * p->channels;
            if (bits == 8)
                line[x] = 255 - *from;
            else
                for (int k = 0; k < 3; k++)
                    line[x * bits / 8 + k] = from[2 - k];
        }
    return start + row * (size_t)p->height;
}

/* Refused: compression, 16 bits, an old header, pixels within the header, a height of -2^31, a large
 * width. */
TEST(bmp_of_each_depth_and_order)
{
    static const int depths[] = {8, 24, 32};
    static const struct {
        size_t at, bytes;
        unsigned long value;
    } changes[] = {{30, 4, 1},  {30, 4, 3},          {28, 2, 16},   {14, 4, 12},
                   {10, 4, 20}, {22, 4, 0x80000000}, {18, 4, 40000}};
    unsigned char bytes[4096];
    for (int i = 0; i < 6; i++) {
        const int bits = depths[i / 2], channels = bits == 8 ? 1 : 3;
        app_picture p = steps(channels);
        size_t n = make_bmp(bytes, &p, bits, i % 2);
        write_bytes("a.bmp", bytes, n);
        expect("a.bmp", channels, 0, p.data, 35 * (size_t)channels);
        for (size_t cut = 0; cut < n; cut += 1 + cut / 8)
            refuse_bytes("a.bmp", bytes, cut, channels);
        for (size_t k = 0; k < sizeof changes / sizeof *changes; k++) {
            make_bmp(bytes, &p, bits, i % 2);
            put(bytes + changes[k].at, changes[k].bytes, changes[k].value);
            refuse_bytes("a.bmp", bytes, n, channels);
        }
        app_picture_free(&p);
    }
}

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
    png_write_info(png, info);
    if (chunk == 2)
        png_write_chunk(png, (png_const_bytep) "iCCP", profile, sizeof profile);
    if (depth < 8)
        png_set_packing(png);
    png_write_row(png, row);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    ck_assert_int_eq(fclose(f), 0);
}

/* Labels of a truth: 8 or 16 bits, whatever the file says of gamma and profiles. */
TESTS(values_of_png_are_taken_as_they_stand, HAS_PNG)
{
    static const unsigned char labels[] = {0, 50, 85, 127, 128, 170, 255};
    enum { COUNT = sizeof labels };
    for (int c = 0; c < 12; c++) {
        const int is_wide = c % 2, channels = c & 2 ? 3 : 1;
        png_byte row[2 * COUNT];
        unsigned char right[3 * COUNT];
        for (int i = 0; i < 2 * COUNT; i++)
            row[i] = labels[is_wide ? i / 2 : i % COUNT];
        for (int i = 0; i < 3 * COUNT; i++)
            right[i] = labels[i / channels % COUNT];
        write_png(row, COUNT, is_wide ? 16 : 8, 0, c / 4);
        expect("a.png", channels, 0, right, COUNT * (size_t)channels);
    }
}

/* An index beyond the palette was black. */
TESTS(palettes_of_png, HAS_PNG)
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
#endif

TEST(broken_pictures)
{
    static const struct {
        const char *bytes;
        size_t n;
    } files[] = {{"", 0},
                 {"P5\n4 4\n255\nabc", 14},
                 {"P5\n40000 1\n255\n", 15},
                 {"\x89PNG\r\n\x1a\n", 8},
                 {"P5\n2 1\n100\n\x64\x65", 13},
                 {"P5\n1 1\n1023\n\x04\x00", 14}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        refuse_bytes("broken", files[i].bytes, files[i].n, 3);
    refuse_picture("none", 3, 0);
}

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

/* Exif names the sides that the first row and the first column of samples are shown at. A number that is
 * none, or of another type, and a segment that ends too early leave the picture as it is. */
TESTS(oriented_jpegs, HAS_JPEG)
{
    static const char sides[][2] = {{'t', 'l'}, {'t', 'r'}, {'b', 'r'}, {'b', 'l'},
                                    {'l', 't'}, {'r', 't'}, {'r', 'b'}, {'l', 'b'}};
    unsigned char exif[] = "Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0?\0\0\0\0\0\0\0",
                  big[] = "Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0?\0\0\0\0\0\0";
    enum { ENTRY_END = 28, GOOD = 32, BAD = 4 + ENTRY_END }; /* the segment may end there */
    for (int i = 0; i < GOOD + BAD; i++) {
        const int bad = i - GOOD, number = i < GOOD ? 1 + i / 4 : bad < 3 ? (const int[]){0, 9, 255}[bad] : 6;
        const char *side = sides[i < GOOD ? i / 4 : 0], down = side[0], across = side[1];
        const int swaps = down == 'l' || down == 'r', channels = i & 2 ? 3 : 1;
        exif[24] = big[25] = (unsigned char)number;
        exif[18] = bad == 3 ? 4 : 3;
        write_jpeg(16, 24, BASELINE, JCS_GRAYSCALE, i < GOOD && i % 2 ? big : exif,
                   bad > 3             ? (unsigned)bad - 4
                   : i < GOOD && i & 2 ? ENTRY_END
                                       : sizeof exif - 1);
        app_picture p = read_picture("a.jpg", channels, 0);
        ck_assert(p.width == (swaps ? 24 : 16) && p.height == (swaps ? 16 : 24));
        for (int k = 0; k < 16 * 24; k++) {
            const int x = k % 16, y = k / 16; /* as stored: columns away from `across`, rows from `down` */
            const int v = down == 't' || down == 'l' ? y : 23 - y;
            const int u = across == 'l' || across == 't' ? x : 15 - x;
            const int at = channels * (swaps ? u * 24 + v : v * 16 + u);
            EXPECT(p.data[at] == 20 * (1 + x / 8 + 2 * (y / 8)), "%d: at %d, %d", i, x, y);
        }
        app_picture_free(&p);
    }
}

/* Files with the fewest bytes for a pixel, and what only claims to be large. */
TESTS(flat_jpegs, HAS_JPEG)
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
    write_jpeg(16, 16, BASELINE, JCS_YCCK, NULL, 0);
    refuse_picture("a.jpg", 3, 0);
    ck_assert_ptr_nonnull(strstr(said, "CMYK"));
}
#endif

/* The lowest row first. */
TEST(pfm)
{
    static const char head[] = "Pf\n3 2\n-1.0\n";
    const float data[6] = {0, 0.25f, 0.5f, 0.75f, 1, 0.125f};
    char bytes[64];
    ck_assert_int_eq(app_pfm_write(data, 3, 2, "a.pfm"), 0);
    FILE *f = fopen("a.pfm", "rb");
    const size_t n = fread(bytes, 1, sizeof bytes, f), from = sizeof head - 1;
    fclose(f);
    ck_assert_uint_eq(n, from + sizeof data);
    ck_assert_mem_eq(bytes, head, from);
    ck_assert_mem_eq(bytes + from, data + 3, sizeof data / 2);
    ck_assert_mem_eq(bytes + from + sizeof data / 2, data, sizeof data / 2);
}

/* A 3 x 3 stream of two frames with simple luma and chroma. */
static void y4m_stream(const char *space, int chroma)
{
    unsigned char bytes[512];
    int n = snprintf((char *)bytes, sizeof bytes, "YUV4MPEG2 W3 H3 F25:1 Ip%s\n", space);
    for (int t = 0; t < 2; t++) {
        n += snprintf((char *)bytes + n, sizeof bytes - (size_t)n, "FRAME Ixyz\n");
        for (int i = 0; i < 9; i++)
            bytes[n++] = (unsigned char)(i == 0 ? 16 : i == 1 ? 235 : i == 2 ? 81 : 100 + t);
        for (int i = 0; i < 2 * chroma; i++) /* red in the second column, otherwise grey */
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

/* Of the second frame: black, white, and where two pixels have one colour red; a grey of (101 - 16) * 255
 * / 219. */
TEST(y4m_colours)
{
    static const struct {
        const char *space;
        int chroma;
    } spaces[] = {{"", 4}, {" C420jpeg", 4}, {" C422", 6}, {" C444", 9}, {" Cmono", 0}};
    for (int i = 0; i < 5; i++) {
        const int chroma = spaces[i].chroma;
        app_picture frame = {0};
        y4m_stream(spaces[i].space, chroma);
        ck_assert_int_eq(count_frames("a.y4m", &frame), 2);
        const unsigned char *c = frame.data;
        ck_assert(frame.width == 3 && frame.height == 3 && c[0] == 0 && c[1] == 0 && c[2] == 0);
        ck_assert(chroma % 9 == 0 ||
                  (c[3] == 255 && c[4] == 255 && c[5] == 255 && c[6] >= 253 && c[7] <= 1 && c[8] <= 1));
        ck_assert(chroma || c[26] == 99);
        free(frame.data);
    }
}

TEST(y4m_comes_back)
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

/* One file has a digit too many for the pattern. */
TEST(numbered_pictures)
{
    static const char *const wrong[] = {"a.png", "a%s.png", "a%d%d.png"};
    static const char pattern[] = "n%03d.ppm";
    app_pattern p;
    app_picture frame = {0}, q = steps(3);
    app_input in;
    char name[APP_NAME];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_int_ne(app_pattern_parse(&p, wrong[i]), 0);
    for (int i = 8; i < 12; i++) {
        snprintf(name, sizeof name, pattern, i);
        ck_assert_int_eq(app_picture_write(&q, name), 0);
    }
    write_bytes("n0010.ppm", "", 0);
    ck_assert_int_eq(app_input_open(&in, pattern, 10), 0);
    ck_assert(in.first == 10 && in.most == 2);
    app_input_close(&in);
    REFUSED(EXIT_FAILURE, "12", app_input_open(&in, pattern, 12));
    write_bytes("a.y4m", "YUV4MPEG2 W3 H3 C420p10\n", 24);
    REFUSED(EXIT_FAILURE, "a.y4m", app_input_open(&in, "a.y4m", -1));
    ck_assert_int_eq(count_frames(pattern, &frame), 4);
    ck_assert_mem_eq(frame.data, q.data, 105);
    app_picture_free(&q);
    free(frame.data);
    REFUSED(2, "'s/in%06d.png'",
            app_pattern_refuse_files(3, "s/in000001.png")); /* a shell made of a pattern */
    REFUSED(2, "'in%d.png'", app_pattern_refuse_files(3, "in0000000001.png")); /* one digit says how many */
}

/* Titles of 13 px, and 6 px between pictures of one pixel; an empty place stays white. */
TEST(a_sheet_has_its_panels_row_by_row)
{
    unsigned char grey[] = {1, 2, 3};
    app_panel panels[3];
    app_picture sheet;
    for (int i = 0; i < 3; i++)
        panels[i] = (app_panel){"", {1, 1, 1, &grey[i], 0}};
    ck_assert_int_eq(app_draw_sheet(&sheet, panels, 3, 2), 0);
    ck_assert(sheet.width == 2 * 7 + 6 && sheet.height == 2 * 14 + 6);
    for (int i = 0; i < 4; i++) {
        const int x = 6 + i % 2 * 7, y = 13 + i / 2 * 14;
        ck_assert_int_eq(sheet.data[3 * (sheet.width * y + x)], i < 3 ? i + 1 : 255);
    }
    app_picture_free(&sheet);
}

TEST(errors_have_messages)
{
    const app_named_file files[] = {{"--masks", "m.y4m", 0}, {"--scores", "./m.y4m", 0}};
    REFUSED(EXIT_USAGE, "--masks 'm.y4m'", app_files_differ(files, 2));
    ck_assert_int_eq(app_files_differ(files, 1), 0);
    REFUSED(EXIT_FAILURE, "clFlush failed with OpenCL error -5 (out", app_cl(CL_OUT_OF_RESOURCES, "clFlush"));
    ck_assert_int_eq(app_cl(CL_SUCCESS, "clFlush"), 0);
}
