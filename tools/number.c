/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of the command line, read strictly. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "tool.h"

static int number(const char *text, double *out)
{
    char *end;
    if (!*text || isspace((unsigned char)*text))
        return 0;
    *out = strtod(text, &end);
    return *end == '\0' && isfinite(*out);
}

int parse_number(const char *option, const char *text, double *out)
{
    return number(text, out) ? 0 : tool_usage("--%s: '%s' is not a finite number", option, text);
}

int parse_positive(const char *option, const char *text, double *out)
{
    if (number(text, out) && *out > 0)
        return 0;
    return tool_usage("--%s: '%s' is not a number above 0", option, text);
}

int parse_count(const char *option, const char *text, size_t *out)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end || value == 0)
        return tool_usage("--%s: '%s' is not a whole number of at least 1", option, text);
    if (errno || value > SIZE_MAX)
        return tool_usage("--%s: %s is more than this machine can count", option, text);
    *out = (size_t)value;
    return 0;
}

const char *number_text(char text[NUMBER_ROOM], double x)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, NUMBER_ROOM, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            break;
    }
    return text;
}

int parse_domain(const char *option, const char *text, double *a, double *b)
{
    const char *colon = strchr(text, ':');
    char left[64];
    if (!colon || (size_t)(colon - text) >= sizeof left)
        return tool_usage("--%s: '%s' is not of the form A:B", option, text);
    memcpy(left, text, (size_t)(colon - text));
    left[colon - text] = '\0';
    if (!number(left, a))
        return tool_usage("--%s: '%s' is not a finite number", option, left);
    if (!number(colon + 1, b))
        return tool_usage("--%s: '%s' is not a finite number", option, colon + 1);
    if (*a == *b)
        return tool_usage("--%s: [%g, %g] is empty; A must be below B", option, *a, *b);
    if (*a > *b)
        return tool_usage("--%s: %s is reversed; %s:%s would be right", option, text, colon + 1,
                          left);
    return 0;
}
