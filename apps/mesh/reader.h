/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the readers of models share: the bytes of the file, its words and numbers, and the polygons
 * that a reader finds. A reader opens nothing.
 *
 * Functions that return int: 0, or an exit code after a message, which names the line or the byte.
 */
#ifndef MESH_READER_H
#define MESH_READER_H

#include <stdint.h>
#include "mesh.h"

typedef struct mesh_file {
    const char *path;     /* for messages; borrowed */
    const char *bytes;    /* the first; borrowed */
    const char *at, *end; /* what is left; *end is 0 */
    size_t line;          /* of text, from 1; 0: the file is binary */
    char comment;         /* begins a comment, which ends with its line; 0: there are none */
    int is_joined;        /* a backslash joins its line with the next one */
} mesh_file;

typedef struct mesh_word {
    const char *at;
    size_t length; /* 0: there is none */
} mesh_word;

/* A word in a message, as "%.*s"; long ones are cut. */
#define MESH_SHOWN(w) (w).length < 24 ? (int)(w).length : 24, (w).at

int mesh_file_fail(const mesh_file *f, const char *format, ...) CLPWL_PRINTF(2, 3);
#define CHECK_FILE(f, condition, ...)                                          \
    do {                                                                       \
        if (!(condition)) {                                                    \
            code = mesh_file_fail(f, __VA_ARGS__);                             \
            goto done;                                                         \
        }                                                                      \
    } while (0)

/* The next word of this line, or of the file: what stands between blanks and comments. */
typedef mesh_word mesh_word_get(mesh_file *f);
mesh_word_get mesh_word_here, mesh_word_next;
void mesh_skip_line(mesh_file *f);
/* Goes to the next word, in this line or another; 0: there is none. Bytes of blanks and ends of lines
 * are passed over in binary files, too. */
int mesh_go_on(mesh_file *f);
int mesh_is_word(mesh_word w, const char *text); /* whatever the case of the letters */
/* Numbers have a decimal point. `what`: "a coordinate". A coordinate has the range of floats; one below is
 * 0. */
int mesh_number(const mesh_file *f, mesh_word w, const char *what, double *out);
int mesh_coordinate(const mesh_file *f, mesh_word w, double *out);
int mesh_check_coordinate(const mesh_file *f, double x);
int mesh_whole(const mesh_file *f, mesh_word w, const char *what, int64_t least, int64_t most,
               int64_t *out);
/* The next bytes of a binary file. */
int mesh_take(mesh_file *f, size_t bytes, const char **out);

/* Zero it to begin. */
typedef struct mesh_soup {
    double (*vertices)[3];
    uint32_t *corners; /* of each face: their number, then their vertices */
    size_t vertex_count, vertex_room, length, room; /* length: of `corners` */
    size_t face;        /* the place of the last face's number in `corners` */
    uint32_t faces, left_out; /* left_out: points and lines that are no faces */
} mesh_soup;

enum { MESH_FACES_MOST = 1 << 30 }; /* and vertices */

/* Makes room for one more element of an array, which has room for *room. */
int mesh_grow(void **array, size_t *room, size_t count, size_t size);

void mesh_soup_free(mesh_soup *s);
int mesh_soup_vertex(mesh_soup *s, const double at[3]);
/* Begins a face. Its corners follow. */
int mesh_soup_face(mesh_soup *s);
int mesh_soup_corner(mesh_soup *s, uint32_t vertex);
/* Reads three words as a vertex. */
int mesh_soup_point(mesh_soup *s, mesh_file *f, mesh_word_get *next);

/* The file is at its first byte, behind a mark of UTF-8. */
typedef int mesh_reader(mesh_file *f, mesh_soup *out);
mesh_reader mesh_read_obj, mesh_read_off, mesh_read_ply, mesh_read_stl;

/* mesh_read by this reader, whatever the file's name. */
int mesh_read_by(mesh *out, const char *path, mesh_reader *read);

#endif
