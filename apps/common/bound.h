/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds of errors as text: rounded up, so that the text is a bound, too. */
#ifndef APP_BOUND_H
#define APP_BOUND_H

enum { APP_BOUND_ROOM = 40 };

/* That many digits, as by %g; 1 to 17. Returns `text`. */
const char *app_bound(char text[APP_BOUND_ROOM], double bound, int digits);

/* The same, with more digits where fewer would exceed `most`, which the bound does not. */
const char *app_bound_within(char text[APP_BOUND_ROOM], double bound, int digits, double most);

#endif
